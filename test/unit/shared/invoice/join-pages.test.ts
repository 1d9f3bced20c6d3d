import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkInvoice } from '../../../../shared/invoice/check-invoice.ts';
import {
  arePagesOfOne,
  joinPages,
  pagesAddingUp,
  type InvoicePage,
} from '../../../../shared/invoice/join-pages.ts';
import type { Invoice } from '../../../../shared/invoice/model.ts';
import { rowFindingTexts } from '../../../../shared/texts/findings.ts';
import { readerFindingTexts } from '../../../../shared/texts/reader-findings.ts';
import { goods, invoiceOfLines, spread } from '../../../helpers/joined-pages.ts';

const page = (invoice: Invoice, over: Partial<InvoicePage> = {}): InvoicePage => ({
  invoice,
  origins: Object.fromEntries(
    invoice.lines.map((line, index) => [
      `lines.${index}.amount`,
      { raw: line.amount ?? '', score: 0.99, quad: null, steps: [] },
    ]),
  ),
  findings: [],
  corrected: new Set(),
  ...over,
});
const join = (invoices: readonly Invoice[], main = 0) =>
  joinPages(
    invoices.map((one) => page(one)),
    main,
  );

const lines = fc
  .uniqueArray(fc.integer({ min: 100, max: 9_000_000 }), { minLength: 1, maxLength: 40 })
  .map((cents) => cents.map((each, index) => goods(`*货物*第${index + 1}项`, each)));
const cuts = fc.array(fc.nat(40), { maxLength: 4 });

const sizesOf = (count: number, at: readonly number[]): readonly number[] => {
  const edges = [...new Set([0, ...at.map((cut) => cut % (count + 1)), count])].toSorted((a, b) => a - b);
  return edges.slice(1).map((edge, index) => edge - (edges[index] ?? 0));
};

test('gives an invoice on one to five pages the values of one page, whichever page represents it', () => {
  fc.assert(
    fc.property(lines, cuts, fc.nat(4), (all, at, main) => {
      const invoice = invoiceOfLines(all);
      const pages = spread(invoice, sizesOf(all.length, at));
      const joined = join(pages, main % pages.length);
      expect(joined.invoice).toEqual(invoice);
      // Each line leads to its own page.
      for (const [index, { page: on, index: own }] of joined.lines.entries()) {
        expect(pages[on]?.lines[own]).toEqual(invoice.lines[index]);
        const { raw, part } = joined.origins[`lines.${index}.amount`] ?? {};
        expect(raw).toBe(invoice.lines[index]?.amount);
        expect(part ?? (main % pages.length) + 1).toBe(on + 1);
      }
    }),
  );
});

const failed = (one: Invoice) =>
  checkInvoice(
    { invoice: one, ticket: null, origins: {}, findings: [] },
    { today: '2026-01-01', confidenceLimit: 0.9, ownCompanies: [], qr: null, others: [] },
  )
    .filter(({ level }) => level === 'error')
    .map(({ id }) => id);

test('runs the checks over all lines', () => {
  const invoice = invoiceOfLines([goods('*纸*甲', 10_000), goods('*纸*乙', 20_000), goods('*纸*丙', 30_000)]);
  const pages = spread(invoice, [2, 1]);
  for (const one of pages)
    expect(failed(one)).toEqual(expect.arrayContaining(['lines-sum-to-total', 'taxes-sum-to-tax-total']));
  expect(failed(join(pages).invoice)).not.toContain('lines-sum-to-total');
  expect(failed(join(pages).invoice)).not.toContain('taxes-sum-to-tax-total');
});

test('uses the value of another page if it is missing, unless the user emptied it', () => {
  const invoice = invoiceOfLines([goods('*纸*甲', 10_000), goods('*纸*乙', 20_000)]);
  const [one, two] = spread(invoice, [1, 1]);
  if (!one || !two) throw new Error('two pages');
  const first = { ...one, total: null, buyer: { ...one.buyer, name: null } };
  expect(join([first, two]).invoice).toEqual(invoice);
  const emptied = joinPages([page(first, { corrected: new Set(['total']) }), page(two)], 0);
  expect(emptied.invoice.total).toBeNull();
  expect(emptied.filled.get('buyer.name')).toBe(1);
});

test('replaces a line that refers to the goods list, and ignores its sums', () => {
  const list = [goods('*纸*甲', 10_000), goods('*纸*乙', 20_000)];
  const invoice = invoiceOfLines(list);
  const main = { ...invoice, lines: [goods('（详见销货清单）', 30_000)] };
  const second = { ...invoice, lines: [...list, { ...goods('合计', 30_000) }] };
  const joined = join([main, second]);
  expect(joined.invoice.lines).toEqual(list);
  expect(joined.lines).toEqual([
    { page: 1, index: 0 },
    { page: 1, index: 1 },
  ]);
  expect(join([main, main]).invoice.lines).toHaveLength(2);
});

test('reports no finding of the whole invoice for a value that only one page lacks', () => {
  const invoice = invoiceOfLines([goods('*纸*甲', 10_000), goods('*纸*乙', 20_000)]);
  const [one, two] = spread(invoice, [1, 1]);
  if (!one || !two) throw new Error('two pages');
  const off = { id: 'rows-settled', fields: ['lines.0.amount'], message: rowFindingTexts['amounts-off'] };
  const gap = { id: 'rows-settled', fields: ['lines.0.name'], message: rowFindingTexts.gap };
  const { findings } = joinPages([page(one), page(two, { findings: [off, gap] })], 0);
  expect(findings).toEqual([{ ...gap, fields: ['lines.1.name'] }]);
});

describe('pages of one invoice with certainty', () => {
  const invoice = invoiceOfLines([
    goods('*纸*甲', 10_000),
    goods('*纸*乙', 20_000),
    goods('*纸*丙', 30_000),
    goods('*纸*丁', 40_000),
  ]);
  const [one, two] = spread(invoice, [2, 2]);
  if (!one || !two) throw new Error('two pages');

  test('have number and totals in common, and other lines', () => {
    expect(arePagesOfOne(one, two)).toBe(true);
    expect(arePagesOfOne(two, one)).toBe(true);
    expect(arePagesOfOne(join([one, two]).invoice, one)).toBe(false);
  });

  test('do not include two scans of one page, even if one was misread', () => {
    expect(arePagesOfOne(one, one)).toBe(false);
    const misread = {
      ...one,
      lines: one.lines.map((line, at) => (at === 0 ? { ...line, amount: '1.00' } : line)),
    };
    expect(arePagesOfOne(one, misread)).toBe(false);
    // A whole invoice needs no other page, however its copy was read.
    const other = { ...invoice, lines: [goods('*纸*戊', 77)] };
    expect(arePagesOfOne(invoice, other)).toBe(false);
  });

  test('never have different numbers or totals', () => {
    expect(arePagesOfOne(one, { ...two, number: '24312000000012345679' })).toBe(false);
    expect(arePagesOfOne(one, { ...two, grossTotal: '1.00' })).toBe(false);
    const noTotals = { total: null, taxTotal: null, grossTotal: null };
    expect(arePagesOfOne({ ...one, ...noTotals }, { ...two, ...noTotals })).toBe(false);
    expect(arePagesOfOne(one, { ...two, lines: [] })).toBe(false);
  });
});

describe('pages of a file that go on without a number', () => {
  const whole = invoiceOfLines([
    goods('甲', 10_000),
    goods('乙', 20_000),
    goods('丙', 33_300),
    goods('丁', 4_400),
  ]);
  const without = { issueDate: null, total: null, taxTotal: null, grossTotal: null } as const;
  const numberless = { code: null, number: null, issueDate: null } as const;
  const [one, two, three] = spread(whole, [2, 1, 1]);
  if (!one || !two || !three) throw new Error('Three pages');
  const first = { ...one, ...without };
  const second = { ...two, ...without, ...numberless };
  const third = { ...three, ...numberless };

  test('are one invoice once their lines add up to its total, and not before', () => {
    expect(pagesAddingUp([first, second, third])).toBe(3);
    expect(pagesAddingUp([first, second])).toBe(0);
    expect(pagesAddingUp([first, second, third, second])).toBe(3);
  });

  test.each([
    ['a line is missing', [first, { ...second, lines: [] }, third]],
    ['an amount was misread', [first, { ...second, lines: [goods('丙', 33_301)] }, third]],
    [
      'an amount can’t be read',
      [first, { ...second, lines: [{ ...goods('丙', 33_300), amount: null }] }, third],
    ],
    ['taxes differ', [first, { ...second, lines: [{ ...goods('丙', 33_300), tax: '99.00' }] }, third]],
    ['a page comes twice', [first, first, second, third]],
    ['another number stands between them', [first, { ...second, number: '87654320' }, third]],
    ['the first page has no number', [{ ...first, number: null }, second, third]],
    ['the first page is whole', [whole, second, third]],
    ['two pages print other totals', [{ ...first, total: '1.00' }, second, third]],
  ])('are not, if %s', (_, pages) => {
    expect(pagesAddingUp(pages)).toBe(0);
  });

  test('have no finding about what another page has', () => {
    const lacking = {
      id: 'text-incomplete',
      fields: ['grossTotal', 'lines.0.unit'],
      message: readerFindingTexts.textMissing,
    };
    const lost = { id: 'rows-settled', fields: ['lines.0.amount'], message: readerFindingTexts.lineLost };
    const later = { ...lacking, fields: ['number', 'lines.0.tax'] };
    const { findings } = joinPages(
      [
        page(first, { findings: [lacking] }),
        page(second, { findings: [later] }),
        page(third, { findings: [lost] }),
      ],
      0,
    );
    expect(findings.map(({ fields }) => fields)).toEqual([['lines.0.unit'], ['lines.2.tax']]);
  });
});
