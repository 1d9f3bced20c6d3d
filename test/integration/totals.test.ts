import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { totalsGroupings } from '../../shared/review/totals.ts';
import { backendWithSamples, plainExport } from '../helpers/exports.ts';

const copied = fileURLToPath(new URL('../../samples/special-paper.jpg', import.meta.url));
/** An invoice without tax has `***` in the column. */
const cents = (text: string | undefined): number =>
  /^-?\d+\.\d\d$/.test(text ?? '') ? Math.round(Number(text) * 100) : 0;
const records = z.array(z.record(z.string(), z.string()));
const amounts = ['合计金额', '合计税额', '价税合计（小写）'] as const;

/** Includes duplicates, a red invoice and one that was set aside. */
const withEveryCase = async () => {
  const started = await backendWithSamples('vat-invoice');
  const { ask, ended, added, backend } = started;
  const { added: copies } = await ask('pages.add', {
    service: 'vat-invoice',
    files: ['copy one.jpg', 'copy two.jpg'].map((name) => ({ kind: 'bytes' as const, name, bytes })),
    sandbox: true,
  });
  await ended(copies);
  const [aside = 0, red = 0] = added;
  await ask('pages.review', { id: aside, mark: 'aside' });
  for (const [field, value] of [
    ['total', '-100.00'],
    ['taxTotal', '-13.00'],
    ['grossTotal', '-113.00'],
  ] as const)
    await ask('pages.correct', { id: red, field, value });
  await ask('batch.tag', { ids: [red, added[2] ?? 0], add: ['差旅', '五月'], remove: [] });
  const rowsOf = async (input: 'pages.export' | 'history.exportTotals', more: object = {}) => {
    const exported =
      input === 'pages.export'
        ? await ask(input, { ...plainExport, service: 'vat-invoice' })
        : await ask(input, { filter: {}, by: 'seller', format: 'csv', language: 'zh', ...more });
    if (exported.kind !== 'download') throw new Error(exported.kind);
    const { bytes: written } = (await backend.takeDownload(exported.id)) ?? { bytes: Buffer.from('') };
    return records.parse(parse(written.toString('utf8'), { bom: true, columns: true }));
  };
  return { ...started, rowsOf };
};
const bytes = await readFile(copied);

test('totals equal an independent sum over the exported table', async () => {
  const { ask, rowsOf } = await withEveryCase();
  const seen = new Set<string>();
  const counted = (await rowsOf('pages.export')).filter((row) => {
    const key = `${row['发票代码'] ?? ''} ${row['发票号码'] ?? ''}`;
    if (row['核对状态'] === '已搁置' || seen.has(key)) return false;
    seen.add(key);
    return true;
  });
  const sums = amounts.map((name) => counted.reduce((sum, row) => sum + cents(row[name]), 0));
  expect(sums.every((sum) => sum > 0)).toBe(true);
  for (const by of totalsGroupings) {
    const { sum, rows, duplicates, aside } = await ask('history.totals', { filter: {}, by });
    expect([sum.total, sum.taxTotal, sum.grossTotal].map(cents), by).toEqual(sums);
    expect({ invoices: sum.invoices, duplicates, aside }, by).toEqual({
      invoices: counted.length,
      duplicates: 2,
      aside: 1,
    });
    // Only an invoice with several tags is in several rows.
    const inRows = rows.reduce((all, { grossTotal }) => all + cents(grossTotal), 0);
    if (by === 'tag') expect(inRows).not.toBe(sums[2]);
    else expect(inRows, by).toBe(sums[2]);
  }
  // Each month of the table is the sum of that month's rows.
  const { rows } = await ask('history.totals', { filter: {}, by: 'month' });
  for (const { key, grossTotal } of rows) {
    const own = counted.filter((row) => row['开票日期']?.startsWith(key ?? '-'));
    expect(
      own.reduce((sum, row) => sum + cents(row['价税合计（小写）']), 0),
      key ?? '',
    ).toBe(cents(grossTotal));
  }
});

test('opens the invoices of a row, filters by a period, and exports the table as shown', async () => {
  const { ask, rowsOf } = await withEveryCase();
  const { rows } = await ask('history.totals', { filter: {}, by: 'tag' });
  const travel = rows.find(({ key }) => key === '差旅');
  const { pages } = await ask('history.totalled', { filter: {}, by: 'tag', key: '差旅', limit: 10 });
  expect(pages).toHaveLength(travel?.invoices ?? 0);
  expect(pages.every(({ tags }) => tags.includes('差旅'))).toBe(true);

  const filter = { dayFrom: '2022-01-01', dayTo: '2022-12-31' };
  const year = await ask('history.totals', { filter, by: 'month' });
  expect(year.rows.every(({ key }) => key?.startsWith('2022-'))).toBe(true);
  const table = await rowsOf('history.exportTotals', { filter, by: 'month' });
  expect(table.map((row) => [row['月份'], row['价税合计']])).toEqual([
    ...year.rows.map(({ key, grossTotal }) => [key, grossTotal]),
    ['合计', year.sum.grossTotal],
  ]);
});
