import { openDesk, type Desk } from '../helpers/office-desk.ts';
import type { OfficeRun } from '../helpers/office-run.ts';
import { bmp } from '../helpers/pictures.ts';
import type { Random } from '../helpers/random.ts';
import type { PageDetail } from '../../shared/contract/page.ts';

const uploadsInRound = 2;
const correctionsInRound = 3;
const size = 96;

/** A picture that no other upload has. */
const pictureOf = (index: number): Buffer => {
  const bytes = bmp(size, size);
  bytes.writeUInt32LE(index, 54);
  bytes.writeUInt32LE(0xabcdef, 60);
  return bytes;
};

/**
 * People who upload and correct at servers that may be killed at any moment. They record what a server confirmed.
 * Unconfirmed changes may exist or not, but never twice.
 */
export const startUsersAtWork = (
  { store }: OfficeRun,
  cookie: string,
  random: Random,
  portOfServer: () => number,
) => {
  const uploads: number[] = [];
  const tried: { readonly page: number; readonly value: string; isConfirmed: boolean }[] = [];
  let pictures = 0;

  /** Even if the server stops meanwhile. */
  const atDesk = async (work: (desk: Desk) => Promise<void>): Promise<void> => {
    const desk = openDesk(portOfServer(), cookie);
    try {
      await work(desk);
    } catch {
      // Not confirmed.
    } finally {
      desk.close();
    }
  };

  const upload = (): Promise<void> =>
    atDesk(async (desk) => {
      const index = (pictures += 1);
      uploads.push(...(await desk.add(`${index}.bmp`, pictureOf(index))));
    });

  const correct = async (page: number): Promise<void> => {
    const one = { page, value: `${page}-${tried.length}`, isConfirmed: false };
    await atDesk(async (desk) => {
      const opened = await desk.ask<PageDetail>('pages.open', { id: page });
      if (!opened.ok) return;
      tried.push(one);
      const { version, invoice } = opened.value;
      const was = invoice?.value.remark ?? null;
      const input = { id: page, field: 'remark', value: one.value, was, version };
      const kept = await desk.ask('pages.correct', input);
      one.isConfirmed = kept.ok;
    });
  };

  return {
    workARound: async (): Promise<void> => {
      const recognized = await store.recognized('vat-invoice');
      const pages = recognized.length === 0 ? [] : [1, 2, 3].map(() => random.pick(recognized));
      await Promise.all([
        ...Array.from({ length: uploadsInRound }, upload),
        ...[...new Set(pages)].slice(0, correctionsInRound).map(correct),
      ]);
    },
    /** Confirmed uploads without a page. */
    missingPages: async (): Promise<number> => uploads.length - (await store.pages(uploads)).length,
    report: async () => {
      let badEdits = 0;
      for (const { page, value, isConfirmed } of tried) {
        const events = await store.events(page);
        const kept = events.filter(
          ({ change }) => change.kind === 'correct' && change.value === value,
        ).length;
        if (kept > 1 || (isConfirmed && kept === 0)) badEdits += 1;
      }
      const corrected = tried.filter(({ isConfirmed }) => isConfirmed).length;
      return { uploaded: uploads.length, corrected, badEdits };
    },
  };
};
