import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import type { HistoryFilter, HistoryPlace, RecentBatch } from '../../../shared/contract/history.ts';
import type { Totals, TotalsGrouping } from '../../../shared/review/totals.ts';
import { searchForm, wordsOf } from '../search/search-form.ts';
import { searchTerms, searchedCents, type Term } from '../search/search-terms.ts';
import {
  storedTotals,
  totalledQuestion,
  totalsQuestion,
  type JsonLists,
  type TotalsQuestion,
} from '../search/totals-question.ts';
import { pageIdRow, placeRow } from '../records/rows.ts';
import { binnedPages, isNotInBin, isOwnInvoice } from '../records/page-row.ts';
import { isListable, isListedRow, listedColumns, type ListedRow } from '../search/listed.ts';
import type { Period } from '../../../shared/books/period.ts';
import type { ServiceId } from '../../../shared/services/service.ts';
import type { z } from 'zod';
import { batchesOf, documentRow } from '../records/batches.ts';

type Found = { readonly ids: readonly number[]; readonly next: HistoryPlace | null };

/** Searches all pages that were ever added. */
export type History = {
  /** The pages of a service from an id on that a typed text finds, in no order. */
  readonly matching: (text: string, service: ServiceId, from: number) => readonly number[];
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
  /** Recognized invoices with one of these numbers, or issued in the period, oldest first. */
  readonly listed: (numbers: readonly string[], period: Period | null) => readonly ListedRow[];
};

type Condition = { readonly sql: string; readonly values: readonly SQLInputValue[] };

/**
 * `instr` scans text at memory speed. An index of words or trigrams would not be better: it can't find a
 * single Chinese character.
 */
const contains = (column: string, text: string | undefined): readonly Condition[] =>
  wordsOf(searchForm(text ?? '')).map((word) => ({ sql: `instr(${column}, ?) > 0`, values: [word] }));

const contained = ({ notIn }: { readonly notIn: string | null }): string =>
  notIn === null ? 'instr(text, ?) > 0' : `instr(replace(text, ?, ''), ?) > 0`;

const termCondition = (term: Term): Condition => {
  if (term.kind === 'gross') {
    const ends = [
      ...(term.from === null ? [] : [{ sql: 'abs(cents) >= ?', value: term.from }]),
      ...(term.to === null ? [] : [{ sql: 'abs(cents) <= ?', value: term.to }]),
    ];
    return { sql: ends.map(({ sql }) => sql).join(' AND '), values: ends.map(({ value }) => value) };
  }
  const ways = term.ways.map((way) => way.map(contained).join(' AND '));
  const values = term.ways.flatMap((way) =>
    way.flatMap(({ word, notIn }) => (notIn === null ? [word] : [notIn, word])),
  );
  if (term.month === null) return { sql: `(${ways.join(' OR ')})`, values };
  // The day of an invoice without a date is the day on which it was added: its text does not contain it.
  const ofMonth = `substr(day, 6, 2) = ? AND instr(text, day) > 0`;
  return { sql: `(${[...ways, ofMonth].join(' OR ')})`, values: [...values, term.month] };
};

/** The same for a text that may contain dates, amounts and limits. */
const containsTerms = (text: string | undefined): readonly Condition[] =>
  searchTerms(text ?? '').map(termCondition);

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
  ...compared(
    'EXISTS (SELECT 1 FROM results WHERE results.page = search.page AND results.business = ?)',
    filter.business,
  ),
  ...compared('state = ?', filter.state),
  ...compared('service = ?', filter.service),
  ...compared('sandbox = ?', filter.sandbox === undefined ? undefined : Number(filter.sandbox)),
  ...compared(
    `EXISTS (SELECT 1 FROM pages JOIN extractions ON extractions.id = pages.extraction
       WHERE pages.id = search.page AND extractions.reader = ?)`,
    filter.reader,
  ),
  ...containsTerms(filter.text),
  ...contains('coalesce(seller_form, lower(seller))', filter.seller),
  ...contains('coalesce(buyer_form, lower(buyer))', filter.buyer),
  ...contains('coalesce(number_form, lower(number))', filter.number),
];

/**
 * Searches don't find further pages of joined invoices: the page that represents the invoice has their words. Nor do
 * they find what is in the bin.
 */
const isFindable: Condition = {
  sql: `page NOT IN (SELECT id FROM pages WHERE joined_to IS NOT NULL AND joined_to <> id)
    AND page NOT IN ${binnedPages}`,
  values: [],
};

const where = (conditions: readonly Condition[]): string =>
  conditions.length === 0 ? '' : `WHERE ${conditions.map(({ sql }) => sql).join(' AND ')}`;

const valuesOf = (conditions: readonly Condition[]): SQLInputValue[] =>
  conditions.flatMap(({ values }) => [...values]);

/** A list that the disk has damaged is empty: one page must not prevent the totals of all others. */
const lists: JsonLists = {
  elements: (column) =>
    `LEFT JOIN json_each(CASE WHEN json_valid(${column}) THEN ${column} ELSE '[]' END) AS each ON true`,
  text: 'value',
};

const totalling =
  (db: DatabaseSync) =>
  (filter: HistoryFilter, { before, after }: TotalsQuestion, row = '', values: SQLInputValue[] = []) => {
    const conditions = conditionsOf(filter);
    const among =
      conditions.length === 0 ? '' : `AND results.page IN (SELECT page FROM search ${where(conditions)})`;
    return db.prepare(`${before} ${among} ${after} ${row}`).all(...valuesOf(conditions), ...values);
  };

export const openHistory = (db: DatabaseSync): History => ({
  matching: (text, service, from) => {
    // Reading all rows in their order is faster than finding each by its id.
    const conditions = [
      ...conditionsOf({ text, service }),
      isFindable,
      { sql: '+page >= ?', values: [from] },
    ];
    const select = db.prepare(`SELECT page FROM search ${where(conditions)}`);
    // A frequent word finds most of a large ledger: no schema reads each row.
    select.setReturnArrays(true);
    const rows: readonly unknown[] = select.all(...valuesOf(conditions));
    return rows.flatMap((row) => (Array.isArray(row) && typeof row[0] === 'number' ? [row[0]] : []));
  },
  search: (filter, after, limit) => {
    const conditions = [
      ...conditionsOf(filter),
      isFindable,
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
  totals: (filter, by) => storedTotals(totalling(db)(filter, totalsQuestion(by, lists)), by),
  totalled: (filter, by, key, limit) =>
    totalling(db)(
      filter,
      totalledQuestion(by, lists),
      'WHERE key IS NOT DISTINCT FROM ? ORDER BY page LIMIT ?',
      [key, limit],
    ).map((row) => pageIdRow.parse(row).page),
  listed: (numbers, period) => {
    const select = db.prepare(
      `SELECT ${listedColumns} FROM results JOIN pages ON pages.id = results.page
       WHERE ${isListable} AND ${isOwnInvoice}
         AND (results.issue_date BETWEEN ?1 AND ?2 OR results.number IN (SELECT value FROM json_each(?3)))
       ORDER BY results.page`,
    );
    select.setReturnArrays(true);
    const rows: readonly unknown[] = select.all(
      period?.from ?? null,
      period?.to ?? null,
      JSON.stringify(numbers),
    );
    return rows.filter(isListedRow);
  },
});

/**
 * Limits the rows to read: a batch of many thousands is separated from the next one without reading all of
 * it.
 */
const mostRead = 20_000;

/** Skips the documents of a damaged row; the others are unchanged. */
const documentsIn = (row: unknown): readonly z.infer<typeof documentRow>[] => {
  const { data } = documentRow.safeParse(row);
  return data ? [data] : [];
};

export const openBatches = (db: DatabaseSync): ((limit: number) => readonly RecentBatch[]) => {
  const select = db.prepare(
    `SELECT documents.added_at AS addedAt, documents.name, pages.service, min(pages.id) AS page
     FROM documents JOIN pages ON pages.document = documents.id WHERE ${isNotInBin}
     GROUP BY documents.id ORDER BY documents.id DESC LIMIT ?`,
  );
  return (limit) =>
    batchesOf(
      select.iterate(mostRead).flatMap((row) => documentsIn(row)),
      limit,
    );
};
