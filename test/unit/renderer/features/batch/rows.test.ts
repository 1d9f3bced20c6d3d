import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { columns, type ColumnWords } from '../../../../../renderer/features/batch/columns.ts';
import {
  filterRows,
  keptAfter,
  placedAfter,
  shownValues,
  sortRows,
  valuesOf,
  type Kept,
  type Placed,
} from '../../../../../renderer/features/batch/rows.ts';
import { readText, textTable } from '../../../../../renderer/features/batch/table-clipboard.ts';
import { sumsOf } from '../../../../../renderer/features/batch/sums.ts';
import { columnIds, type ColumnFilters, type ColumnId } from '../../../../../renderer/state/batch-view.ts';
import { emptyList, withPages } from '../../../../../renderer/state/page-list.ts';
import { typedTags } from '../../../../../renderer/features/batch/tag-dialog.tsx';
import { decimalOf } from '../../../../../shared/invoice/money.ts';
import { en } from '../../../../../shared/texts/en.ts';
import { countedRule } from '../../../../../shared/texts/exports.ts';
import { kindNames, shortKindNames } from '../../../../../shared/texts/names.ts';
import { zh } from '../../../../../shared/texts/zh.ts';
import type { PageSummary } from '../../../../../shared/contract/page.ts';
import { noHeadline, summary } from '../../page-summaries.ts';

const words = {
  language: 'en',
  state: ({ state }: PageSummary) => state,
  findings: ({ findings }: PageSummary) => String(findings.error + findings.warn),
} as const;

const invoice = (id: number, change: Partial<PageSummary['headline']> = {}) =>
  summary({ id, headline: { ...noHeadline, ...change } });
const ids = (rows: readonly PageSummary[]) => rows.map(({ id }) => id);

test('a blank page is called so, and is no invoice of unknown kind', () => {
  const page = summary({ id: 1, failedGroups: ['blank'], headline: { ...noHeadline, kind: '99' } });
  expect(columns.kind.text(page, words)).toBe('Blank page');
  expect(columns.kind.short?.(page, words)).toBeNull();
  expect(columns.kind.code?.(page)).not.toBe(columns.kind.code?.(invoice(2, { kind: '99' })));
  expect(columns.state.code?.(page)).toBe('aside');
});

describe('the order of the table', () => {
  const rows = [
    invoice(1, { grossTotal: '1000.00', seller: '上海' }),
    invoice(2, { grossTotal: '-20.00', seller: null }),
    invoice(3, { grossTotal: null, seller: '北京' }),
    invoice(4, { grossTotal: '99.50', seller: '上海' }),
  ];

  test('sorts amounts as numbers, with empty ones last in both directions', () => {
    expect(ids(sortRows(rows, { by: 'grossTotal', isDescending: false }, words))).toEqual([2, 4, 1, 3]);
    expect(ids(sortRows(rows, { by: 'grossTotal', isDescending: true }, words))).toEqual([1, 4, 2, 3]);
  });

  test('sorts names by pinyin, and keeps the order of equal ones', () => {
    expect(ids(sortRows(rows, { by: 'seller', isDescending: false }, words))).toEqual([3, 1, 4, 2]);
    expect(ids(sortRows(rows, { by: 'seller', isDescending: true }, words))).toEqual([1, 4, 3, 2]);
  });

  test('agrees with a plain sort of the numbers', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -99_999, max: 99_999 }), { maxLength: 60 }), (cents) => {
        const some = cents.map((value, at) => invoice(at + 1, { total: decimalOf(value) }));
        const sorted = sortRows(some, { by: 'total', isDescending: false }, words);
        expect(sorted.map(({ headline }) => headline.total)).toEqual(
          cents.toSorted((a, b) => a - b).map(decimalOf),
        );
      }),
    );
  });

  test('is filtered by the values of several columns', () => {
    expect(valuesOf(rows, 'seller', words).map(({ text, count }) => [text, count])).toEqual([
      ['上海', 2],
      ['', 1],
      ['北京', 1],
    ]);
    expect(valuesOf(rows, 'grossTotal', words).map(({ text }) => text)).toEqual([
      '1,000.00',
      '99.50',
      '-20.00',
      '',
    ]);
    const days = ['2025-03-01', '2025-11-02', '2025-03-01', null].map((issueDate, at) =>
      invoice(at + 1, { issueDate }),
    );
    expect(valuesOf(days, 'issueDate', words).map(({ text, count }) => [text, count])).toEqual([
      ['2025-11-02', 1],
      ['2025-03-01', 2],
      ['', 1],
    ]);
    expect(
      ids(filterRows(rows, { seller: new Set(['上海']), grossTotal: new Set(['99.50']) }, words)),
    ).toEqual([4]);
  });
});

describe('a range of a column', () => {
  const rows = withPages(emptyList, [
    invoice(1, { issueDate: '2024-06-30', grossTotal: '500.00' }),
    invoice(2, { issueDate: '2024-07-01', grossTotal: '-1500.00' }),
    invoice(3, { issueDate: '2024-07-31', grossTotal: '2000.00' }),
    invoice(4, { issueDate: null, grossTotal: null }),
    invoice(5, { issueDate: '7月', grossTotal: '约 600' }),
  ]);
  const shown = (filters: ColumnFilters) =>
    filterRows([...rows.byId.values()], filters, words).map(({ id }) => id);

  const values = (id: ColumnId, filters: ColumnFilters) => {
    const all = shownValues([...rows.byId.values()], id, filters, words);
    return all && [...all];
  };

  test.each<readonly [ColumnFilters, readonly number[]]>([
    [{ issueDate: { from: '2024-07-01', to: '2024-07-31' } }, [2, 3]],
    [{ issueDate: { from: null, to: '2024-06-30' } }, [1]],
    // Without its sign, unless an end has one.
    [{ grossTotal: { from: '1000', to: null } }, [2, 3]],
    [{ grossTotal: { from: '500', to: '1500.00' } }, [1, 2]],
    [{ grossTotal: { from: '-2000', to: '0' } }, [2]],
    [{ issueDate: { from: '2024-07-01', to: null }, grossTotal: { from: '2000', to: null } }, [3]],
  ])('%j', (filters, found) => {
    expect(shown(filters)).toEqual(found);
  });

  test('tells which values it shows, as a choice of values does', () => {
    const july = { issueDate: { from: '2024-07-01', to: '2024-07-31' } };
    expect(values('issueDate', july)).toEqual(['2024-07-01', '2024-07-31']);
    expect(values('grossTotal', { grossTotal: { from: '1000', to: null } })).toEqual([
      '-1,500.00',
      '2,000.00',
    ]);
    expect(values('issueDate', { issueDate: new Set(['2024-06-30']) })).toEqual(['2024-06-30']);
    expect(values('issueDate', {})).toBeNull();
    // The filters of other columns do not count.
    expect(values('grossTotal', july)).toBeNull();
  });
});

describe('the sums of the table', () => {
  test('count an invoice once, and skip pages that are not invoices', () => {
    const first = invoice(1, {
      code: '3100220000',
      number: '11112222',
      total: '100.10',
      taxTotal: '6.01',
      grossTotal: '106.11',
    });
    const sums = sumsOf([
      { ...first, id: 6, review: 'aside' },
      first,
      { ...first, id: 2 },
      invoice(3, { number: '33334444', total: '-0.10', taxTotal: '***', grossTotal: '-0.10' }),
      summary({ id: 4, state: 'failed' }),
      summary({ id: 5, state: 'waiting' }),
    ]);
    expect(sums).toMatchObject({
      pages: 6,
      invoices: 2,
      unconfirmed: 2,
      withErrors: 0,
      demo: 0,
      total: '100.00',
      taxTotal: '6.01',
      grossTotal: '106.01',
    });
  });

  test('say of how many invoices an amount is unknown', () => {
    const amounts = [
      ['100.00', '6.00', '106.00'],
      ['100.00', '6.00', null],
      [null, '6.00', '106.00'],
      ['100.00', null, '106.00'],
      // Without tax.
      ['100.00', '***', '100.00'],
    ] as const;
    const rows = amounts.map(([total, taxTotal, grossTotal], at) =>
      invoice(at + 1, { number: `1111222${String(at)}`, total, taxTotal, grossTotal }),
    );
    expect(sumsOf(rows)).toMatchObject({ invoices: 5, incomplete: 3 });
  });

  test('count no paper, and errors that only name copies for the copy', () => {
    const first = invoice(1, { number: '11112222', grossTotal: '1.00' });
    const sums = sumsOf([
      { ...first, findings: { warn: 0, error: 1 }, failedGroups: ['duplicate'] },
      { ...invoice(2, { number: '11112223' }), findings: { warn: 0, error: 2 }, failedGroups: ['duplicate'] },
      invoice(3),
    ]);
    expect(sums).toMatchObject({ invoices: 2, withErrors: 1 });
  });

  test('say what counts in the words of the workbook and the command line', () => {
    for (const [language, { totals }] of [
      ['en', en],
      ['zh', zh],
    ] as const)
      expect(totals.counted.replace('{{unconfirmed}}', '3').replace('{{withErrors}}', '1')).toBe(
        countedRule(3, 1)[language],
      );
  });
});

test('pastes a copied table into a spreadsheet unchanged', () => {
  const cells = fc.array(fc.array(fc.string(), { minLength: 2, maxLength: 2 }), {
    minLength: 1,
    maxLength: 5,
  });
  fc.assert(
    fc.property(cells, (rows) => {
      const plain = rows.map((row) =>
        row.map((text) => `x${text.replaceAll('\r', '\n').replaceAll("'", '’')}`),
      );
      expect(
        readText(textTable(plain.map((row) => row.map((text) => ({ text, format: 'text' as const }))))),
      ).toEqual(plain);
    }),
  );
});

test('shows a kind by its short name, and copies and filters its whole name', () => {
  expect(Object.keys(shortKindNames).toSorted()).toEqual(Object.keys(kindNames).toSorted());
  for (const [kind, name] of Object.entries(kindNames)) {
    const page = invoice(1, { kind });
    expect(columns.kind.text(page, words)).toBe(name.en);
    expect(columns.kind.short?.(page, words)).toBe(shortKindNames[kind]?.en);
  }
  // A kind that Vouch does not know has no short name.
  expect(columns.kind.short?.(invoice(1, { kind: '77' }), words)).toBeNull();
});

const wordsOf = (language: 'zh' | 'en'): ColumnWords => ({
  language,
  state: ({ state, review }) => `${language} ${state} ${review}`,
  findings: ({ findings: { error } }) => (error > 0 ? `${language} ${String(error)}` : ''),
});

test('say of an invoice without findings whether its page is still being compared', () => {
  const [zhWords, enWords] = [wordsOf('zh'), wordsOf('en')];
  const compared = invoice(1, { kind: '04' });
  const page = { ...compared, id: 2, awaitsWitness: true };
  expect(columns.findings.text(page, zhWords)).toBe(zh.documents.filters.comparing);
  expect(columns.findings.text(page, enWords)).toBe(en.documents.filters.comparing);
  expect(columns.findings.text(compared, enWords)).toBe('');
  const found = { ...page, findings: { error: 1, warn: 0 } };
  expect(columns.findings.text(found, enWords)).toBe('en 1');
  expect(valuesOf([compared, page], 'findings', zhWords)).toHaveLength(2);
});

const verified = (result: 'voided' | 'consistent') => ({
  books: { booking: null, verification: { result, day: '2024-06-02' }, archivedAt: null, printedAt: null },
});

test('filters the same rows in both languages', () => {
  const [zhWords, enWords] = [wordsOf('zh'), wordsOf('en')];
  const paper = {
    type: 'bank-receipt',
    number: null,
    date: null,
    amount: null,
    payer: null,
    payee: null,
  } as const;
  const pages: readonly PageSummary[] = [
    {
      ...invoice(1, { kind: '01', side: 'purchase', business: 'toll' }),
      reader: 'local',
      ...verified('voided'),
    },
    { ...invoice(2, { kind: '04', side: 'sale' }), reader: 'xml', demo: true, review: 'confirmed' },
    { ...invoice(3, { kind: '77' }), findings: { error: 2, warn: 0 }, ...verified('consistent') },
    { ...invoice(4, { paper }), state: 'failed' },
    summary({ id: 5, state: 'waiting' }),
    { ...invoice(6, { kind: '04' }), awaitsWitness: true },
  ];
  for (const id of columnIds)
    for (const { value, text, count } of valuesOf(pages, id, zhWords)) {
      const found = filterRows(pages, { [id]: new Set([value]) }, enWords);
      expect(found.length, `${id}: ${text}`).toBe(count);
      expect(valuesOf(found, id, zhWords).map((own) => own.text)).toEqual([text]);
    }
  // Each is shown in the language of the window.
  const kinds = (all: ColumnWords) => valuesOf(pages.slice(0, 1), 'kind', all).map(({ text }) => text);
  expect([kinds(zhWords), kinds(enWords)]).toEqual([[kindNames['01']?.zh], [kindNames['01']?.en]]);
});

test('separates tags at the commas of both languages', () => {
  expect(typedTags(' 差旅，2026-05, 差旅 ;')).toEqual(['差旅', '2026-05']);
});

test('shows taxpayer IDs, rates, source, verification, voucher and days', () => {
  const page = {
    ...invoice(1, { code: '3100231130', sellerTaxId: '91310000MA1FL0000X', rates: ['13%', '6%'] }),
    reader: 'local' as const,
    demo: true,
    books: {
      booking: { word: '记', number: 12, date: '2024-05-31', period: '2024-05' },
      verification: { result: 'voided' as const, day: '2024-06-02' },
      archivedAt: null,
      printedAt: null,
    },
  };
  const text = (id: ColumnId) => columns[id].text(page, words);
  expect([text('code'), text('sellerTaxId'), text('buyerTaxId'), text('rate')]).toEqual([
    '3100231130',
    '91310000MA1FL0000X',
    '',
    '13%, 6%',
  ]);
  expect([text('source'), text('verification'), text('verified'), text('voucher'), text('booked')]).toEqual([
    'local recognition · demo',
    'voided',
    '2024-06-02',
    '记-12',
    '2024-05-31',
  ]);
  expect([text('archived'), text('printed'), text('added')]).toEqual(['', '', '2026-01-02']);
  const booked = (id: number, period: string, number: number) => ({
    ...invoice(id),
    books: { ...page.books, booking: { word: '记', number, date: `${period}-28`, period } },
  });
  const rows = [booked(1, '2024-06', 2), booked(2, '2024-05', 10), booked(3, '2024-05', 9), invoice(4)];
  expect(ids(sortRows(rows, { by: 'voucher', isDescending: false }, words))).toEqual([3, 2, 1, 4]);
});

test('an edited row stays until the filter is renewed, and one that changes by itself leaves', () => {
  const filters: ColumnFilters = { seller: new Set(['甲']) };
  const rows = [invoice(1, { seller: '甲' }), invoice(2, { seller: '甲' }), invoice(3, { seller: '乙' })];
  const after = (before: Kept | null, found: readonly PageSummary[], now = filters) =>
    keptAfter(
      before,
      Object.keys(now).length > 0 ? [now, 'all', ''] : null,
      found,
      filterRows(found, now, words),
    );
  const first = after(null, rows);
  expect(after(first, rows)).toBe(first);

  const edited = [{ ...invoice(1, { seller: '丙' }), version: 1 }, invoice(2, { seller: '丁' }), rows[2]!];
  const next = after(first, edited);
  expect([...(next?.stays ?? [])]).toEqual([1]);
  expect(after(next, edited)).toBe(next);
  // It stays through further edits, fits again, and leaves with other filters.
  const again = after(next, [{ ...edited[0]!, version: 2 }, ...edited.slice(1)]);
  expect([...(again?.stays ?? [])]).toEqual([1]);
  const back = after(again, [{ ...invoice(1, { seller: '甲' }), version: 3 }, ...edited.slice(1)]);
  expect([...(back?.stays ?? [])]).toEqual([]);
  expect([...(after(again, edited, { ...filters })?.stays ?? [])]).toEqual([]);
  expect(after(again, edited, {})).toBeNull();
});

const noFilters: ColumnFilters = {};

test('an edited row stays under the filter of the list, until that changes', () => {
  const [one, two] = [invoice(1), invoice(2)];
  const first = keptAfter(null, [noFilters, 'clean', ''], [one, two], [one, two]);
  const edited = { ...one, version: 1 };
  const next = keptAfter(first, [noFilters, 'clean', ''], [edited, two], [two]);
  expect([...(next?.stays ?? [])]).toEqual([1]);
  expect([...(keptAfter(next, [noFilters, 'open', ''], [edited, two], [two])?.stays ?? [])]).toEqual([]);
});

const byId = (some: readonly PageSummary[]) => new Map(some.map((page) => [page.id, page]));

test('an edited row keeps its place until the sorting is renewed', () => {
  const sort = { by: 'total', isDescending: false } as const;
  const rows = [invoice(1, { total: '1.00' }), invoice(2, { total: '2.00' }), invoice(3, { total: '3.00' })];
  const keyOf = (page: PageSummary) => columns.total.key(page, words);
  const placed = (some: readonly PageSummary[], before: Placed | null = null, by: object = sort) =>
    placedAfter(before, [by], byId(some), keyOf);
  const first = placed(rows);
  const edited = [{ ...invoice(1, { total: '9.00' }), version: 1 }, ...rows.slice(1)];
  const next = placed(edited, first);
  expect(ids(sortRows(edited, sort, words, next?.moved))).toEqual([1, 2, 3]);
  // A further edit leaves it there, too. A row that changes by itself goes to its place.
  const again = [
    { ...invoice(1, { total: '8.00' }), version: 2 },
    invoice(2, { total: '5.00' }),
    ...rows.slice(2),
  ];
  const later = placed(again, next);
  expect(ids(sortRows(again, sort, words, later?.moved))).toEqual([1, 3, 2]);
  expect(ids(sortRows(again, sort, words, placed(again, later, { ...sort })?.moved))).toEqual([3, 2, 1]);
  expect(placedAfter(later, null, byId(again), keyOf)).toBeNull();
});
