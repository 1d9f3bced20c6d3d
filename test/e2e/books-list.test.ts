import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readSheet } from 'read-excel-file/node';
import writeXlsxFile from 'write-excel-file/node';
import { expect, test } from 'vitest';
import { makeDigitalInvoice } from '../samples/digital/make-invoice.ts';
import { writeEInvoice } from '../samples/digital/write-einvoice.ts';
import { seededRandom } from '../samples/random.ts';
import { freshHome } from '../helpers/app-fixtures/running-app.ts';
import { violations } from '../helpers/interface/axe.ts';
import { eventually } from '../helpers/interface/steps.ts';
import { downloadAfter } from '../helpers/interface/page-events.ts';
import { sharedApp } from '../helpers/interface/shared-app.ts';

const shared = sharedApp();

const invoiceOf = (seed: number) => ({
  ...makeDigitalInvoice(seededRandom(seed), { lines: 1, isRed: false, hasSpecialCharacters: false }),
  issueDate: '2025-03-12',
});
const [first, second] = [invoiceOf(81), invoiceOf(82)];

const rowOf = (...cells: readonly (string | null)[]) => cells.map((value) => ({ value: value ?? '' }));

/** A deduction list of the tax bureau with two title rows above its columns. */
const deductionList = async (path: string): Promise<void> => {
  const headers = ['序号', '勾选状态', '数电发票号码', '开票日期', '金额', '税额', '发票状态'];
  const data = [
    rowOf('用途确认信息'),
    rowOf('抵扣勾选'),
    rowOf(...headers),
    rowOf('1', '未勾选', first.number, first.issueDate, '0.01', first.taxTotal, '正常'),
    rowOf('2', '已勾选', '25332000000000000009', '2025-03-13', '1.00', '0.06', '已作废'),
    rowOf('3', '已勾选', '25332000000000000010', '2025-03-11', '1.00', '0.06', '正常'),
  ];
  writeFileSync(path, await writeXlsxFile([{ sheet: '发票', data }]).toBuffer());
};

test('compares, groups, opens and exports a list of the tax bureau', async () => {
  const home = freshHome();
  const app = await shared();
  const { page } = app;
  const files = [first, second].map((invoice, index) => {
    const path = join(home, `${index}.xml`);
    writeFileSync(path, writeEInvoice(invoice));
    return path;
  });
  await app.drop(files);
  await eventually(() => page.getByRole('row', { name: /Recognized/ }).count()).toBe(2);

  // A list among the added files is no document, but leads to its import.
  const list = join(home, 'list.xlsx');
  await deductionList(list);
  await app.drop([list]);
  await page.getByRole('row', { name: /list\.xlsx.*This is a spreadsheet/u }).click();
  await page.getByText('Compare a list of the tax bureau with “Books › Import a tax bureau list…”').waitFor();
  expect(await violations(app)).toEqual([]);
  await page.getByRole('button', { name: 'Import a tax bureau list…' }).click();

  const openDialog = async () => {
    await page.getByRole('button', { name: 'Books' }).click();
    await page.getByRole('menuitem', { name: 'Import a tax bureau list…' }).click();
    return page.getByRole('dialog', { name: 'Tax bureau list' });
  };
  const dialog = page.getByRole('dialog', { name: 'Tax bureau list' });
  const choose = (path: string): Promise<void> =>
    app.choose([path], () => dialog.getByRole('button', { name: 'Choose a file…' }).click());
  const other = join(home, 'other.xlsx');
  writeFileSync(other, await writeXlsxFile([{ sheet: '1', data: [[{ value: 'a' }]] }]).toBuffer());
  // It is not asked for again.
  const compared = dialog.getByText(/^list\.xlsx: deduction list, .* 1 matched$/);
  await compared.waitFor();
  await dialog.getByRole('button', { name: 'Another list…' }).click();
  await choose(other);
  await dialog.getByRole('alert').filter({ hasText: 'This is not a tax bureau list' }).waitFor();

  await choose(list);
  await compared.waitFor();
  const groups = await dialog
    .getByRole('radio')
    .evaluateAll((all) => all.map((one) => one.parentElement?.parentElement?.textContent));
  expect(groups).toEqual([
    'Only in the list 2',
    'Only in the ledger 1',
    'Differs 1',
    'Not ticked 1',
    'Voided 1',
  ]);
  expect(await violations(app)).toEqual([]);
  await dialog.getByText('Differs 1').click();
  await dialog.getByRole('cell', { name: '0.01' }).waitFor();
  expect(await dialog.getByRole('cell', { name: first.total ?? '' }).count()).toBe(1);

  const download = await downloadAfter(page, () =>
    dialog.getByRole('button', { name: 'Export workbook' }).click(),
  );
  const sheet = await readSheet(await download.path(), 'Only in the list');
  expect(sheet.slice(1).map((row) => row[1])).toEqual(['25332000000000000009', '25332000000000000010']);

  // A row opens its invoice.
  const again = await openDialog();
  await app.choose([list], () => again.getByRole('button', { name: 'Choose a file…' }).click());
  await again.getByText('Only in the ledger 1').click();
  await again.getByRole('button', { name: `Show invoice ${second.number}` }).click();
  await page.locator('.panel .pane-head').getByText('1.xml').waitFor();
});
