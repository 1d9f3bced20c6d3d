import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { z } from 'zod';
import type { HistoryFilter, HistoryPlace, HistoryTotal } from '../../../shared/contract/history.ts';
import { searchTerms } from '../search/search-terms.ts';
import { amountOf, centsOf, comparable } from '../search/search-text.ts';

export type Found = { readonly ids: readonly number[]; readonly next: HistoryPlace | null };

/** Looks through all pages that were ever taken in. */
export type History = {
  /** Newest day first. */
  readonly search: (filter: HistoryFilter, after: HistoryPlace | null, limit: number) => Found;
  /** Recognized invoices by month and seller, newest month and largest sum first. */
  readonly totals: (filter: HistoryFilter) => readonly HistoryTotal[];
};

type Condition = { readonly sql: string; readonly values: readonly SQLInputValue[] };

/** More rows than these say nothing to anybody. */
export const mostTotals = 2_000;

const words = (text: string): readonly string[] =>
  comparable(text)
    .split(/\s+/)
    .filter((word) => word !== '');

/**
 * `instr` reads a text at the speed of memory, which an index of words or of three letters does not make up for: it
 * would know nothing of a single Chinese character.
 */
const contains = (column: string, text: string | undefined): readonly Condition[] =>
  words(text ?? '').map((word) => ({ sql: `instr(${column}, ?) > 0`, values: [word] }));

/** The same for a text in which dates and amounts may stand as they are shown. */
const containsTerms = (column: string, text: string | undefined): readonly Condition[] =>
  searchTerms(text ?? '').map((term) => ({
    sql: `(${term.map((way) => way.map(() => `instr(${column}, ?) > 0`).join(' AND ')).join(' OR ')})`,
    values: term.flat(),
  }));

const compared = (sql: string, value: SQLInputValue | undefined): readonly Condition[] =>
  value === undefined ? [] : [{ sql, values: [value] }];

const cents = (amount: string | undefined): number | undefined =>
  amount === undefined ? undefined : (centsOf(amount) ?? undefined);

const conditionsOf = (filter: HistoryFilter): readonly Condition[] => [
  ...compared('day >= ?', filter.dayFrom),
  ...compared('day <= ?', filter.dayTo),
  ...compared('cents >= ?', cents(filter.amountFrom)),
  ...compared('cents <= ?', cents(filter.amountTo)),
  ...compared('kind = ?', filter.kind),
  ...compared('state = ?', filter.state),
  ...compared('service = ?', filter.service),
  ...compared('sandbox = ?', filter.sandbox === undefined ? undefined : Number(filter.sandbox)),
  ...compared(
    `EXISTS (SELECT 1 FROM pages JOIN extractions ON extractions.id = pages.extraction
       WHERE pages.id = search.page AND extractions.reader = ?)`,
    filter.reader,
  ),
  ...containsTerms('text', filter.text),
  ...contains('coalesce(seller_form, lower(seller))', filter.seller),
  ...contains('coalesce(buyer_form, lower(buyer))', filter.buyer),
  ...contains('coalesce(number_form, lower(number))', filter.number),
];

const where = (conditions: readonly Condition[]): string =>
  conditions.length === 0 ? '' : `WHERE ${conditions.map(({ sql }) => sql).join(' AND ')}`;

const valuesOf = (conditions: readonly Condition[]): SQLInputValue[] =>
  conditions.flatMap(({ values }) => [...values]);

export const placeRow = z.object({ day: z.string(), page: z.int() });
const totalRow = z.object({
  month: z.string(),
  seller: z.string().nullable(),
  sandbox: z.int(),
  invoices: z.int(),
  cents: z.int(),
});

/** Reads a row of totals, of either engine. */
export const totalOf = (row: unknown): HistoryTotal => {
  const { month, seller, invoices, cents: sum, sandbox } = totalRow.parse(row);
  return { month, seller, invoices, grossTotal: amountOf(sum), sandbox: sandbox === 1 };
};

export const openHistory = (db: DatabaseSync): History => ({
  search: (filter, after, limit) => {
    const conditions = [
      ...conditionsOf(filter),
      ...(after ? [{ sql: '(day, page) < (?, ?)', values: [after.day, after.id] }] : []),
    ];
    const rows = db
      .prepare(`SELECT day, page FROM search ${where(conditions)} ORDER BY day DESC, page DESC LIMIT ?`)
      .all(...valuesOf(conditions), limit)
      .map((row) => placeRow.parse(row));
    const last = rows.at(-1);
    return {
      ids: rows.map(({ page }) => page),
      next: last && rows.length === limit ? { day: last.day, id: last.page } : null,
    };
  },
  totals: (filter) => {
    const conditions = [
      ...conditionsOf(filter),
      { sql: `state = 'recognized' AND service = 'vat-invoice'`, values: [] },
    ];
    return db
      .prepare(
        `SELECT substr(day, 1, 7) AS month, seller, sandbox, count(*) AS invoices,
           coalesce(sum(cents), 0) AS cents
         FROM search ${where(conditions)} GROUP BY month, seller, sandbox
         ORDER BY month DESC, sandbox, cents DESC LIMIT ${mostTotals}`,
      )
      .all(...valuesOf(conditions))
      .map(totalOf);
  },
});
