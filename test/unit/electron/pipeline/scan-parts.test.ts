import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { partCommands } from '../../../../electron/app/part-commands.ts';
import { createScanReader, recognizePage } from '../../../../electron/pipeline/scan-intake.ts';
import { openRecoveredStore } from '../../../../electron/store/sqlite/open-store.ts';
import type { PageId } from '../../../../shared/contract/page.ts';
import { success } from '../../../../shared/result.ts';
import { makeSheet } from '../../../helpers/scans/make-scan.ts';
import { noNoise, syntheticPicture } from '../../../helpers/scans/synthetic.ts';
import { togetherOnPage } from '../../../helpers/scans/together.ts';
import { addOne, payload } from '../../../helpers/stored-pages.ts';
import { temporaryFolder } from '../../../helpers/temporary-folder.ts';
import { now } from '../../../helpers/now.ts';

const signal = new AbortController().signal;

/** A scan of two invoices, and what reads it. */
const setUp = async () => {
  const opened = await openRecoveredStore(join(await temporaryFolder(), 'ledger.sqlite'), now, false);
  if (!opened.ok) throw new Error(opened.failure.reason);
  const { store } = opened.value;
  onTestFinished(() => store.close());
  const made = [await makeSheet(1), await makeSheet(2)] as const;
  const [first, second] = made.map(({ sheet, seed }) => syntheticPicture(sheet, seed, noNoise));
  if (!first || !second) throw new Error('No picture');
  const both = togetherOnPage(first, second, false);
  const told: PageId[] = [];
  const scans = createScanReader({
    folder: { store, pictures: { file: async () => Promise.resolve('/a.png') } },
    intake: { qrTexts: async () => Promise.resolve([]), looksBlank: async () => Promise.resolve(false) },
    lines: { read: async () => Promise.resolve(success(both)) },
    trustedKeys: () => [],
    onKept: async () => Promise.resolve(),
    onChange: (id: PageId) => void told.push(id),
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
  return { store, scans, id, row, all, values, numbers, told };
};

test('two invoices on a scan become pages of their own with its picture, and one page again on request', async () => {
  const { store, scans, id, row, all, values, numbers, told } = await setUp();
  expect(await scans.recognize(await row(id), 'alone', signal)).toBe('recognized');
  const split = [
    [1, 'recognized', numbers[0], false],
    [2, 'recognized', numbers[1], false],
  ];
  expect(await values()).toEqual(split);
  const pages = await all();
  expect(told).toEqual(pages.map((page) => page.id));
  expect(new Set(pages.map(({ picture, document }) => `${document} ${picture?.sha256}`)).size).toBe(1);

  // Each reads its own again, after its picture was turned, too, and no call is made for it.
  const second = pages[1];
  if (!second) throw new Error('No second page');
  const calls: PageId[] = [];
  const call = async ({ id: asked }: { readonly id: PageId }) => {
    calls.push(asked);
    return Promise.resolve('recognized' as const);
  };
  const steps = { scans, here: true, skipsProven: false, call };
  expect(await recognizePage(second, signal, steps)).toBe('recognized');
  expect(await values()).toEqual(split);

  const handlers = partCommands({
    folder: { store },
    runner: {
      cancel: async () => Promise.resolve(),
      settled: async () => Promise.resolve(),
      tell: async () => Promise.resolve(),
    },
    assessor: { assessIn: async () => Promise.resolve([]) },
    emit: () => {},
  });
  const undone = await handlers['pages.unsplit']({ id: second.id }, { by: 'local' });
  expect(undone).toEqual(success({ into: id }));
  const whole = [0, 'recognized', numbers[0], true];
  expect((await values()).filter(([part]) => part === 0)).toEqual([whole]);
  // The decision holds when the page is read again.
  await scans.recognize(await row(id), 'alone', signal);
  expect((await values()).filter(([part]) => part === 0)).toEqual([whole]);
  expect(calls).toEqual([]);
});

test('a page that somebody may have worked on is not split', async () => {
  const { store, scans, id, row, values, numbers } = await setUp();
  await store.transact((unit) => unit.addExtraction(id, { version: 1, payload: payload('12345678') }));
  await scans.recognize(await row(id), 'alone', signal);
  expect(await values()).toEqual([[0, 'recognized', numbers[0], true]]);
});
