import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import type { HistoryFilter, HistoryPlace } from '../../../shared/contract/history.ts';
import type { Totals, TotalsGrouping } from '../../../shared/contract/totals.ts';
import { totalsOf, type TotalledInvoice } from '../../../shared/review/totals.ts';
import { isOwnInvoice } from '../records/page-row.ts';
import { searchTerms } from '../search/search-terms.ts';
import { searchedCents, comparable } from '../search/search-text.ts';
import { pagesTotalled, totalledColumns, totalledInvoice } from '../search/totalled.ts';
import { placeRow } from '../records/rows.ts';

export type Found = { readonly ids: readonly number[]; readonly next: HistoryPlace | null };

/** Searches all pages that were ever added. */
export type History = {
  /** Newest day first. */
  readonly search: (filter: HistoryFilter, after: HistoryPlace | null, limit: number) => Found;
  /** The totals of recognized invoices, by one grouping. */
  readonly totals: (filter: HistoryFilter, by: TotalsGrouping) => Totals;
  /** The pages in one row of the totals, oldest first. */
  readonly totalled: (
    filter: HistoryFilter,
    by: TotalsGrouping,
    key: string | null,
    limit: number,
  ) => readonly number[];
};

type Condition = { readonly sql: string; readonly values: readonly SQLInputValue[] };

const words = (text: string): readonly string[] =>
  comparable(text)
    .split(/\s+/)
    .filter((word) => word !== '');

/**
 * `instr` scans text at memory speed. An index of words or trigrams would not be better: it can't find a
 * single Chinese character.
 */
const contains = (column: string, text: string | undefined): readonly Condition[] =>
  words(text ?? '').map((word) => ({ sql: `instr(${column}, ?) > 0`, values: [word] }));

/** The same for a text that may contain dates and amounts as they are displayed. */
const containsTerms = (column: string, text: string | undefined): readonly Condition[] =>
  searchTerms(text ?? '').map((term) => ({
    sql: `(${term.map((way) => way.map(() => `instr(${column}, ?) > 0`).join(' AND ')).join(' OR ')})`,
    values: term.flat(),
  }));

const compared = (sql: string, value: SQLInputValue | undefined): readonly Condition[] =>
  value === undefined ? [] : [{ sql, values: [value] }];

const cents = (amount: string | undefined): number | undefined =>
  amount === undefined ? undefined : (searchedCents(amount) ?? undefined);

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

/** Searches don't find further pages of joined invoices: the page that represents the invoice has their words. */
const ofOwnInvoice: Condition = {
  sql: 'page NOT IN (SELECT id FROM pages WHERE joined_to IS NOT NULL AND joined_to <> id)',
  values: [],
};

const where = (conditions: readonly Condition[]): string =>
  conditions.length === 0 ? '' : `WHERE ${conditions.map(({ sql }) => sql).join(' AND ')}`;

const valuesOf = (conditions: readonly Condition[]): SQLInputValue[] =>
  conditions.flatMap(({ values }) => [...values]);

/** The recognized invoices of a filter, in the order of their pages: the first page of an invoice counts. */
const openTotalled =
  (db: DatabaseSync) =>
  (filter: HistoryFilter, by: TotalsGrouping): readonly TotalledInvoice[] => {
    const conditions = [
      ...conditionsOf(filter),
      { sql: `state = 'recognized' AND service = 'vat-invoice'`, values: [] },
    ];
    return db
      .prepare(
        `SELECT ${totalledColumns(by)}
         FROM (SELECT page FROM search ${where(conditions)}) AS found
         JOIN results ON results.page = found.page JOIN pages ON pages.id = found.page
         WHERE ${isOwnInvoice} ORDER BY results.page`,
      )
      .all(...valuesOf(conditions))
      .map(totalledInvoice);
  };

export const openHistory = (db: DatabaseSync): History => ({
  search: (filter, after, limit) => {
    const conditions = [
      ...conditionsOf(filter),
      ofOwnInvoice,
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
  totals: (filter, by) => totalsOf(openTotalled(db)(filter, by), by),
  totalled: (filter, by, key, limit) => pagesTotalled(openTotalled(db)(filter, by), by, key, limit),
});
