import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ExportPage } from '../../../../electron/export/export-page.ts';
import { paperExtraction } from '../../../../shared/invoice/checks/no-invoice.ts';
import type { Finding } from '../../../../shared/invoice/finding.ts';
import { failedPage, invoice, invoicePage, line } from './pages.ts';
import { readXlsx, recordsOf, type ReadSheet } from './read-xlsx.ts';
import { invoicesToCsv, invoicesToXlsx } from '../../../helpers/exported.ts';

const workbook = (
  pages: readonly ExportPage[],
  options: Partial<Parameters<typeof invoicesToXlsx>[1]> = {},
) => readXlsx(invoicesToXlsx(pages, { language: 'zh', ...options }));

/** The cells below the table, by header. */
const below = ({ cells, filter }: ReadSheet, after: number) => {
  const last = Number(/(\d+)$/u.exec(filter ?? '')?.[1]);
  return Object.fromEntries(
    [...cells].flatMap(([address, cell]) => {
      const [, column, row] = /^([A-Z]+)(\d+)$/u.exec(address) ?? [];
      return Number(row) === last + after ? [[cells.get(`${column ?? ''}1`)?.value ?? '', cell]] : [];
    }),
  );
};
const valueOf = (cell: { readonly value: string | null } | undefined) =>
  Math.round(Number(cell?.value) * 100);
const numbered = (number: number, changes: Parameters<typeof invoice>[0] = {}) =>
  invoice({ number: String(10_000_000 + number), ...changes });

const error = (id: string): Finding => ({ id, level: 'error', fields: [], message: { zh: id, en: id } });
const withChecks = (page: ExportPage, checks: readonly Finding[]): ExportPage => ({
  ...page,
  invoice: page.invoice && { ...page.invoice, checks },
});

describe('sums in the workbook', () => {
  it('are below the filtered range and follow the filter', () => {
    const red = numbered(2, { total: '-50.10', taxTotal: '-6.51', grossTotal: '-56.61' });
    const [invoices, lines] = workbook([invoicePage(numbered(1)), invoicePage(red), failedPage()]);
    expect(invoices!.filter).toMatch(/4$/u);
    const sums = below(invoices!, 1);
    expect(sums.文件).toMatchObject({ value: '合计' });
    expect(sums.合计金额).toMatchObject({ value: '149.9', format: '#,##0.00' });
    expect(sums.合计金额?.formula).toMatch(/^SUBTOTAL\(109,([A-Z]+)2:\1(4)\)$/u);
    expect(sums['价税合计（小写）']?.value).toBe('169.39');
    // The last row says what counts, in the words of the window.
    expect(below(invoices!, 2).文件?.value).toBe(
      '计入：已识别、非演示、未搁置，每张发票一次；其中未确认 2 张，有错误 0 张。',
    );
    expect(below(invoices!, 3)).toEqual({});
    expect(below(lines!, 1)).toMatchObject({ 金额: { value: '400' }, 税额: { value: '52' } });
    expect(below(lines!, 1).单价).toBeUndefined();
  });

  it('have a second row that counts each invoice once and no page set aside', () => {
    const pages = [
      invoicePage(numbered(1)),
      invoicePage(numbered(1)),
      invoicePage(numbered(2), { aside: true }),
      invoicePage(numbered(2, { code: null })),
      invoicePage(numbered(2, { code: null })),
    ];
    const [invoices, lines] = workbook(pages, { language: 'en' });
    expect(recordsOf(invoices!).map((row) => row.Counted?.value)).toEqual(['yes', 'no', 'no', 'yes', 'yes']);
    expect(below(invoices!, 1)['Total without tax']?.value).toBe('1000');
    const once = below(invoices!, 2);
    expect(once.File?.value).toBe('Total of what counts');
    expect(once['Total without tax']).toMatchObject({ value: '600' });
    expect(once['Total without tax']?.formula).toMatch(/^SUMIFS\(([A-Z]+)2:\1(6),([A-Z]+)2:\3(6),"yes"\)$/u);
    expect(below(lines!, 2).Amount?.value).toBe('600');
    expect(below(invoices!, 3).File?.value).toMatch(/; 3 of them not confirmed, 0 with errors\.$/u);
  });

  it('count no paper and no demo data, no error that was confirmed, and errors that only name copies for the copy', () => {
    const { invoice: paper, findings } = paperExtraction('pdf', {
      type: 'hotel-bill',
      number: null,
      date: null,
      amount: '80.00',
      payer: null,
      payee: null,
    });
    const pages = [
      withChecks(invoicePage(numbered(1)), [error('duplicate')]),
      withChecks(invoicePage(numbered(2), { confirmed: true }), [error('line-tax')]),
      withChecks(invoicePage(numbered(3)), [error('line-tax')]),
      invoicePage(numbered(4), { demo: true }),
      withChecks(
        invoicePage(paper),
        findings.map(({ id, fields, message }) => ({ id, fields, message, level: 'info' })),
      ),
    ];
    const [invoices] = workbook(pages, { language: 'en' });
    expect(recordsOf(invoices!).map((row) => row.Counted?.value)).toEqual(['yes', 'yes', 'yes', 'no', 'no']);
    expect(below(invoices!, 3).File?.value).toMatch(/; 2 of them not confirmed, 1 with errors\.$/u);
    expect(recordsOf(workbook(pages, { layout: 'deduction' })[0]!)).toHaveLength(3);
    expect(recordsOf(workbook(pages, { layout: 'tax-bureau' })[0]!)).toHaveLength(6);
  });

  it('say what counts only if the layout has a column for it', () => {
    const pages = [
      invoicePage(numbered(1)),
      invoicePage(numbered(1)),
      invoicePage(numbered(2), { demo: true }),
    ];
    const columns = [{ column: 'number' }, { column: 'total' }] as const;
    const sheetWith = (...more: readonly { readonly column: 'counted' }[]) =>
      workbook(pages, { layout: { name: 'own', rows: 'invoice', columns: [...columns, ...more] } })[0]!;
    // All rows are summed, so the sentence would be false.
    expect(below(sheetWith(), 1)).toMatchObject({ 合计金额: { value: '600' } });
    expect(below(sheetWith(), 2)).toEqual({});
    const counted = sheetWith({ column: 'counted' });
    expect(below(counted, 2)).toMatchObject({ 合计金额: { value: '200' } });
    expect(below(counted, 3).发票号码?.value).toMatch(/^计入：/u);
  });

  it('equal those of the CSV to the cent', () => {
    const cents = fc.integer({ min: -1_000_000_00, max: 1_000_000_00 });
    const page = fc.record({ number: fc.integer({ min: 0, max: 5 }), cents, aside: fc.boolean() });
    fc.assert(
      fc.property(fc.array(page, { minLength: 1, maxLength: 12 }), (given) => {
        const pages = given.map(({ number, cents: amount, aside }) =>
          invoicePage(
            numbered(number, { total: (amount / 100).toFixed(2), cipherArea: null }),
            aside ? { aside: true } : {},
          ),
        );
        const csv = Buffer.concat([...invoicesToCsv(pages, { language: 'en', encoding: 'utf8' })]).toString();
        const [head = [], ...rows] = csv
          .slice(1)
          .trimEnd()
          .split('\r\n')
          .map((record) => record.split(','));
        const at = (name: string) => head.indexOf(name);
        const sum = (some: readonly string[][]) =>
          some.reduce((all, row) => all + Math.round(Number(row[at('Total without tax')]) * 100), 0);
        const [sheet] = workbook(pages, { language: 'en' });
        expect(valueOf(below(sheet!, 1)['Total without tax'])).toBe(sum(rows));
        const counted = rows.filter((row) => row.at(-3) === 'yes');
        const second = below(sheet!, 2)['Total without tax'] ?? below(sheet!, 1)['Total without tax'];
        expect(valueOf(second)).toBe(sum(counted));
      }),
      { numRuns: 20 },
    );
  });

  it('skip text, and columns that repeat the invoice in each line', () => {
    const [invoices] = workbook([invoicePage(numbered(1, { total: '1.O0' })), invoicePage(numbered(2))]);
    expect(below(invoices!, 1).合计金额?.value).toBe('200');
    const columns = [{ column: 'total' }, { column: 'line-amount' }] as const;
    const [own] = workbook([invoicePage(invoice({ lines: [line(), line()] }))], {
      layout: { name: 'own', rows: 'line', columns: [...columns] },
    });
    expect(below(own!, 1)).toMatchObject({ 合计金额: { value: '合计' }, 金额: { value: '500' } });
  });

  it.each(['tax-bureau', 'deduction'] as const)(
    'are not in the %s list, which other programs import',
    (layout) => {
      const [list] = workbook([invoicePage()], { layout });
      expect(below(list!, 1)).toEqual({});
      expect(below(workbook([], {})[0]!, 1)).toEqual({});
    },
  );
});
