import { join } from 'node:path';
import { onTestFinished, vi, type Mock } from 'vitest';
import { partCommands } from '../../electron/app/part-commands.ts';
import type { ReadPicture } from '../../electron/extract/local/read-lines.ts';
import { oweReading } from '../../electron/pipeline/ask-service.ts';
import { createScanReader, type recognizePage } from '../../electron/pipeline/scan-intake.ts';
import { openRecoveredStore } from '../../electron/store/sqlite/open-store.ts';
import type { PageId } from '../../shared/contract/page.ts';
import { success } from '../../shared/result.ts';
import type { DecodedInvoice } from '../../shared/services/regions.ts';
import { qrText } from '../samples/qr.ts';
import { now } from './now.ts';
import { makeSheet } from './scans/make-scan.ts';
import { noNoise, syntheticPicture } from './scans/synthetic.ts';
import { togetherOnPage } from './scans/together.ts';
import { addOne, answer, begin, callOf, newPage, sha } from './stored-pages.ts';
import { temporaryFolder } from './temporary-folder.ts';

type PageSteps = Parameters<typeof recognizePage>[2];

/** A scan of some invoices one below the other, two by default, and what reads it. */
export const scannedParts = async (seeds: readonly number[] = [1, 2]) => {
  const opened = await openRecoveredStore(join(await temporaryFolder(), 'ledger.sqlite'), now, false);
  if (!opened.ok) throw new Error(opened.failure.reason);
  const { store } = opened.value;
  onTestFinished(() => store.close());
  const made = await Promise.all(seeds.map(makeSheet));
  const each = made.map(({ sheet, seed }) => syntheticPicture(sheet, seed, noNoise));
  /** The picture that leaves only some of the invoices, by their place from 1. */
  const only = (...places: readonly number[]): ReadPicture => {
    const left = each.filter((_, index) => places.includes(index + 1));
    return left.reduce((above, below) => togetherOnPage(above, below, false));
  };
  /** What the reader of lines finds, and what happens while it reads. */
  const reader = {
    finds: only(...seeds.keys().map((index) => index + 1)),
    codes: [] as readonly string[],
    reads: 0,
    meanwhile: async () => {},
    /** What the service says about the picture, and how far its ink reaches. */
    response: null as DecodedInvoice | null,
    ink: { across: 0.9, down: 0.9 },
  };
  const told: PageId[] = [];
  const qrTexts: Mock<() => Promise<readonly string[]>> = vi.fn(async () => Promise.resolve(reader.codes));
  const onBug: Mock<(error: unknown) => void> = vi.fn();
  const scans = createScanReader({
    folder: { store, pictures: { file: async () => Promise.resolve('/a.png') } },
    intake: {
      qrTexts,
      inkOn: async () => Promise.resolve({ isBlank: false, reach: reader.ink }),
    },
    lines: {
      read: async () => {
        reader.reads += 1;
        await reader.meanwhile();
        return success(reader.finds);
      },
    },
    trustedKeys: () => [],
    onKept: async () => Promise.resolve(),
    onChange: (id: PageId) => void told.push(id),
    onBug,
  } as unknown as Parameters<typeof createScanReader>[0]);
  const id = await addOne(store);
  const row = async (one: PageId) => {
    const found = await store.page(one);
    if (!found) throw new Error('The page is missing');
    return found;
  };
  const all = async () => store.pages(await store.pageIds('vat-invoice'));
  const values = async () =>
    Promise.all(
      (await all()).map(async ({ id: one, part, state, extractionId }) => {
        const shown = (await store.extractionsOf(one)).find((extraction) => extraction.id === extractionId);
        const several = shown?.payload?.findings.some(({ id: finding }) => finding === 'several-invoices');
        return [part, state, shown?.payload?.invoice.number ?? null, several === true] as const;
      }),
    );
  const numbers = made.map(({ truth }) => truth.number);
  const codes = made.map(({ truth }) => qrText(truth));
  /** The service answers a call about a page. */
  const call: PageSteps['call'] = async (page, owesReading) => {
    const callId = await begin(store, { ...callOf(page.id), picture: page.picture?.sha256 ?? '' });
    const { response: invoice } = reader;
    return store.transact(async (unit) => {
      await unit.endCall(answer(callId, page.id));
      const isOwed = invoice && owesReading?.({ service: 'vat-invoice', invoice });
      return isOwed && (await oweReading(unit, page.id)) ? 'owes-reading' : 'recognized';
    });
  };
  /** Another picture of a page, as after a crop. */
  const change = async (one: PageId, letter: string) => {
    const { prepared } = newPage();
    if (!prepared) throw new Error('Not prepared');
    const picture = { ...prepared.picture, sha256: sha(letter) };
    await store.transact(async (unit) => {
      await unit.setTreatment(one, { turn: 0, masks: [{ x: 0, y: 0, w: 0.1, h: 0.1 }] }, null);
      await unit.setPrepared(one, { ...prepared, picture });
    });
  };
  const handlers = partCommands({
    folder: { store },
    runner: {
      cancel: async () => Promise.resolve(),
      settled: async () => Promise.resolve(),
      tell: async () => Promise.resolve(),
    },
    assessor: { assessIn: async () => Promise.resolve([]) },
    emit: () => {},
    lastUser: async () => Promise.resolve(null),
  });
  return {
    store,
    scans,
    id,
    row,
    all,
    values,
    numbers,
    codes,
    told,
    reader,
    only,
    call,
    change,
    handlers,
    qrTexts,
    onBug,
  };
};
