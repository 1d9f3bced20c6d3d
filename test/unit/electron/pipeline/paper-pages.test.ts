import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { ReadPicture } from '../../../../electron/extract/local/read-lines.ts';
import { createScanReader } from '../../../../electron/pipeline/scan-intake.ts';
import { openRecoveredStore } from '../../../../electron/store/sqlite/open-store.ts';
import type { PageId } from '../../../../shared/contract/page.ts';
import { success } from '../../../../shared/result.ts';
import { now } from '../../../helpers/now.ts';
import { evenLine } from '../../../helpers/scans/synthetic.ts';
import { newPage, sha } from '../../../helpers/stored-pages.ts';
import { temporaryFolder } from '../../../helpers/temporary-folder.ts';

const signal = new AbortController().signal;

const pictureOf = (rows: readonly string[]): ReadPicture => ({
  width: 1200,
  height: 1700,
  toPicture: [1, 0, 0, 0, 1, 0, 0, 0, 1],
  lines: rows.map((text, index) =>
    evenLine(text, { x: 100, y: 100 + 60 * index, width: 24 * Array.from(text).length, height: 24 }),
  ),
  isBlank: false,
  isCoarse: false,
});

const contract = ['技术服务合同', '甲方：启明纸业有限公司', '乙方：青禾技术有限公司', '一、双方签订本合同。'];
const further = ['五、违约责任：任何一方违约，应承担责任。', '六、由甲方所在地人民法院管辖。', '甲方盖章：'];
const withWords = ['五、乙方于收款后开具增值税发票。', '甲方盖章：'];

/** A scanned file, whose pages are read in some order. */
const readPages = async (pages: readonly (readonly string[])[], order: readonly number[]) => {
  const opened = await openRecoveredStore(join(await temporaryFolder(), 'ledger.sqlite'), now, false);
  if (!opened.ok) throw new Error(opened.failure.reason);
  const { store } = opened.value;
  onTestFinished(() => store.close());
  const ids: PageId[] = [];
  for (const [index] of pages.entries()) {
    const { prepared } = newPage();
    if (!prepared) throw new Error('Not prepared');
    const picture = { ...prepared.picture, sha256: sha(String(index)) };
    const [beside = null] = ids;
    const added = newPage({
      page: index + 1,
      beside,
      prepared: { ...prepared, pageCount: pages.length, picture },
    });
    ids.push(...(await store.transact((unit) => unit.addPages([added]))));
  }
  let at = 0;
  const told = new Set<PageId>();
  const scans = createScanReader({
    folder: { store, pictures: { file: async () => Promise.resolve('/a.png') } },
    intake: { qrTexts: async () => Promise.resolve([]), inkOn: async () => Promise.resolve(null) },
    lines: { read: async () => Promise.resolve(success(pictureOf(pages[at] ?? []))) },
    trustedKeys: () => [],
    onKept: async () => Promise.resolve(),
    onChange: (id: PageId) => void told.add(id),
    onBug: () => {},
  } as unknown as Parameters<typeof createScanReader>[0]);
  for (at of order) {
    const row = await store.page(ids[at] ?? 0);
    if (row) await scans.recognize(row, 'alone', signal);
  }
  return Promise.all(
    ids.map(async (id) => {
      const row = await store.page(id);
      const shown = (await store.extractionsOf(id)).find((one) => one.id === row?.extractionId);
      return [row?.state, row?.failure?.reason ?? null, shown?.payload?.paper?.type ?? null];
    }),
  );
};

const known = ['recognized', null, 'contract'];

test.each([
  ['in order', [0, 1, 2]],
  ['the last one first', [2, 1, 0]],
  ['the first one last but one', [1, 0, 2]],
])('further pages of a scanned contract belong to it: %s', async (_, order) => {
  expect(await readPages([contract, further, further], order)).toEqual([known, known, known]);
});

test('a page with words of invoices behind a paper, or one behind no paper, is not taken for it', async () => {
  const [first, second] = await readPages([contract, withWords], [0, 1]);
  expect([first, second]).toEqual([known, ['failed', 'invoice-illegible', null]]);
  expect(await readPages([further, contract], [0, 1])).toEqual([['failed', 'no-invoice-found', null], known]);
});
