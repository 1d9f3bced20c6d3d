import { localAuthor } from '../../shared/review/event.ts';
import { expect, test } from 'vitest';
import { dropAttachment, keepAttachment } from '../../electron/app/attachments.ts';
import { noteBooks } from '../../electron/books/ledger-invoices.ts';
import type { DataFolder } from '../../electron/app/data-folder.ts';
import { dropOriginal, keepOriginal } from '../../electron/pipeline/page-intake.ts';
import type { Verification } from '../../shared/books/verification.ts';
import { sha256Of } from '../../electron/infra/bytes.ts';

const bytes = Buffer.from('an equal file');
const digest = sha256Of(bytes);

/** A stored file that one page uses, and that another page is about to use. */
type Shared = {
  readonly extension: string;
  /** Removes the page that uses it, and then the file if no other page uses it. */
  readonly removePage: () => Promise<void>;
  readonly removeFile: (folder: DataFolder) => Promise<void>;
  /** Records it for the other page. */
  readonly record: () => Promise<void>;
};

const addPage = async (
  { store }: DataFolder,
  path: string | null,
  hold: Awaited<ReturnType<typeof keepOriginal>>['hold'] | null,
): Promise<number> => {
  const [id] = await store.transact(async (unit) => {
    await hold?.(unit);
    return unit.addPages([
      {
        service: 'vat-invoice',
        name: 'a.pdf',
        source: 'a.pdf',
        path,
        sandbox: false,
        options: {},
        author: 'local',
        prepared: null,
      },
    ]);
  });
  if (id === undefined) throw new Error('no page');
  return id;
};

const removeRow = ({ store }: DataFolder, id: number): Promise<void> =>
  store.transact(async (unit) => {
    await unit.removePages([id]);
  });

const original = async (folder: DataFolder, other: DataFolder): Promise<Shared> => {
  const first = await keepOriginal(folder, bytes, digest);
  const page = await addPage(folder, first.path, first.hold);
  const second = await keepOriginal(other, bytes, digest);
  return {
    extension: 'bin',
    removePage: () => removeRow(folder, page),
    removeFile: (from) => dropOriginal(from, { path: first.path }),
    record: async () => {
      await addPage(other, second.path, second.hold);
    },
  };
};

const verification = ({ attachment: kept }: Awaited<ReturnType<typeof keepAttachment>>): Verification => ({
  result: 'consistent',
  day: '2024-05-28',
  attachment: kept,
});

const attachment = async (folder: DataFolder, other: DataFolder): Promise<Shared> => {
  const ids = [await addPage(folder, null, null), await addPage(folder, null, null)];
  const [page = 0, next = 0] = ids;
  const file = { name: 'result.png', bytes };
  const first = await keepAttachment(folder, file);
  await noteBooks(
    folder,
    () => Promise.resolve(new Map([[page, { kind: 'verify', verification: verification(first) }]])),
    localAuthor,
  );
  const second = await keepAttachment(other, file);
  return {
    extension: 'att',
    removePage: () => removeRow(folder, page),
    removeFile: (from) => dropAttachment(from, verification(first)),
    record: async () => {
      await noteBooks(
        other,
        () => Promise.resolve(new Map([[next, { kind: 'verify', verification: verification(second) }]])),
        localAuthor,
        { hold: second.hold },
      );
    },
  };
};

const isThere = async ({ originals }: DataFolder, extension: string): Promise<boolean> =>
  (await originals.get(digest, extension, bytes.length)) !== null;

/**
 * A page is removed while another takes in an equal file.
 * @param open opens an empty folder, and the same one as another process of the office has it; null if there is none
 */
export const fileRemovalContract = (
  engine: string,
  open: () => Promise<{ readonly folder: DataFolder; readonly other: DataFolder | null }>,
): void => {
  const kinds = { original, attachment } as const;
  test.each(Object.keys(kinds) as (keyof typeof kinds)[])(
    `${engine}: stores an equal %s again if it was removed before being recorded`,
    async (kind) => {
      const { folder, other } = await open();
      const { extension, removePage, removeFile, record } = await kinds[kind](folder, other ?? folder);
      await removePage();
      await removeFile(folder);
      expect(await isThere(folder, extension)).toBe(false);
      await record();
      expect(await isThere(folder, extension)).toBe(true);
    },
  );

  test.each(Object.keys(kinds) as (keyof typeof kinds)[])(
    `${engine}: keeps an equal %s that was recorded before the removal`,
    async (kind) => {
      const { folder, other } = await open();
      const { extension, removePage, removeFile, record } = await kinds[kind](folder, other ?? folder);
      await removePage();
      await record();
      await removeFile(folder);
      expect(await isThere(folder, extension)).toBe(true);
    },
  );

  test.each(Object.keys(kinds) as (keyof typeof kinds)[])(
    `${engine}: keeps an equal %s that is recorded during the removal`,
    async (kind) => {
      const { folder, other } = await open();
      const { extension, removePage, removeFile, record } = await kinds[kind](folder, other ?? folder);
      await removePage();
      // The removal stops between its check and its deletion.
      const looked = Promise.withResolvers<void>();
      const continues = Promise.withResolvers<void>();
      const { originals } = folder;
      const removing = removeFile({
        ...folder,
        originals: {
          ...originals,
          remove: async (...of) => {
            looked.resolve();
            await continues.promise;
            await originals.remove(...of);
          },
        },
      });
      await looked.promise;
      let isRecorded = false;
      const recording = (async () => {
        await record();
        isRecorded = true;
      })();
      await new Promise((resolve) => setTimeout(resolve, 100));
      expect(isRecorded).toBe(false);
      continues.resolve();
      await Promise.all([removing, recording]);
      expect(await isThere(folder, extension)).toBe(true);
    },
  );
};
