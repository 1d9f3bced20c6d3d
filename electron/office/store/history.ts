import { sql, type RawBuilder } from 'kysely';
import { z } from 'zod';
import type { HistoryFilter, HistoryPlace } from '../../../shared/contract/history.ts';
import type { ReadStore } from '../../store/port.ts';
import { searchForm, wordsOf } from '../../store/search/search-form.ts';
import { searchTerms, searchedCents, type Term } from '../../store/search/search-terms.ts';
import {
  storedTotals,
  totalledQuestion,
  totalsQuestion,
  type JsonLists,
  type TotalsQuestion,
} from '../../store/search/totals-question.ts';
import { pageIdRow, placeRow } from '../../store/records/rows.ts';
import { binnedPages, isOwnInvoice } from '../../store/records/page-row.ts';
import { isListable, isListedRow, listedColumns } from '../../store/search/listed.ts';
import type { Reach } from './run-steps.ts';
import { plannedEachTime } from './prepared.ts';

// oxlint-disable-next-line no-control-regex -- the limit of ASCII
const beyondAscii = /[^\u0000-\u007f]/u;

/**
 * The pieces of a searched word that the full-text index contains: pairs of characters if one of them is not
 * ASCII, otherwise groups of four, or a word of three as a whole. Empty if the index doesn't help.
 * PostgreSQL's own trigrams need an extension, ignore Chinese characters in the locale `C`, and can't find
 * words of two characters. The schema's function `grams` makes all pieces of a text, including these.
 */
export const gramsOf = (word: string): readonly string[] => {
  const letters = Array.from(word);
  const piece = (start: number, length: number): string => letters.slice(start, start + length).join('');
  if (letters.length === 3 && !beyondAscii.test(word)) return [word];
  const grams = letters.slice(1).flatMap((_, start) => {
    const pair = piece(start, 2);
    if (beyondAscii.test(pair)) return [pair];
    return start + 4 <= letters.length ? [piece(start, 4)] : [];
  });
  return [...new Set(grams)];
};

type HistoryQuestions = Pick<ReadStore, 'matching' | 'search' | 'totals' | 'totalled' | 'listed'>;

type Condition = RawBuilder<unknown>;

const nearRow = z.object({ rows: z.int(), page: z.int().nullable() });

/** The best way to run a filter depends on the number of rows that it finds. */
const eachTime = sql.raw(plannedEachTime);

/**
 * Whether a column contains a word. All searched columns are part of `text`, so its index finds the rows.
 * Evaluating the index's expression for every row would be slow, so only queries that use the index contain
 * it.
 */
const has = (column: Condition, word: string, isIndexed: boolean): Condition => {
  const contained = sql`position(${word} in ${column}) > 0`;
  const grams = isIndexed ? gramsOf(word) : [];
  return grams.length === 0 ? contained : sql`(${contained} AND grams(text) @> ${[...grams]}::text[])`;
};

const joined = (conditions: readonly Condition[], by: string): Condition =>
  sql`(${sql.join(conditions, sql.raw(` ${by} `))})`;

const contains = (column: Condition, text: string | undefined, isIndexed: boolean): readonly Condition[] =>
  wordsOf(searchForm(text ?? '')).map((word) => has(column, word, isIndexed));

type Words = Extract<Term, { readonly kind: 'words' }>;
type Gross = Extract<Term, { readonly kind: 'gross' }>;

const hasWord = ({ word, notIn }: Words['ways'][number][number], isIndexed: boolean): Condition => {
  const contained = has(sql`text`, word, isIndexed);
  if (notIn === null) return contained;
  return sql`(${contained} AND position(${word} in replace(text, ${notIn}, '')) > 0)`;
};

const termCondition = ({ ways, month }: Words, isIndexed: boolean): Condition =>
  joined(
    [
      ...ways.map((way) =>
        joined(
          way.map((word) => hasWord(word, isIndexed)),
          'AND',
        ),
      ),
      // The day of an invoice without a date is the day on which it was added: its text does not contain it.
      ...(month === null ? [] : [sql`(substr(day, 6, 2) = ${month} AND position(day in text) > 0)`]),
    ],
    'OR',
  );

/** The gross total without its sign, by the index of amounts. */
const grossCondition = ({ from, to }: Gross): Condition => {
  if (from === null) return sql`(cents >= ${-(to ?? 0)} AND cents <= ${to})`;
  if (to === null) return sql`(cents >= ${from} OR cents <= ${-from})`;
  return sql`((cents >= ${from} AND cents <= ${to}) OR (cents >= ${-to} AND cents <= ${-from}))`;
};

/** The same for a text that may contain dates, amounts and limits. The limits are among the amounts of a filter. */
const containsTerms = (terms: readonly Term[], isIndexed: boolean): readonly Condition[] =>
  terms.flatMap((term) => (term.kind === 'words' ? [termCondition(term, isIndexed)] : []));

/**
 * The terms of a text, apart for the words and for the month of its first `7月`. Each has an index of its own. Of both in
 * one condition, PostgreSQL takes one, and then makes the pieces of each text that it finds, which is slow.
 */
const alternativesOf = (terms: readonly Term[]): readonly (readonly Term[])[] => {
  const at = terms.findIndex((term) => term.kind === 'words' && term.month !== null);
  const term = terms[at];
  if (term?.kind !== 'words') return [terms];
  return [terms.with(at, { ...term, month: null }), terms.with(at, { ...term, ways: [] })];
};

const limitsIn = (text: string | undefined): readonly Condition[] =>
  searchTerms(text ?? '').flatMap((term) => (term.kind === 'gross' ? [grossCondition(term)] : []));

const given = <Value>(value: Value | null | undefined, condition: (known: Value) => Condition) =>
  value === undefined || value === null ? [] : [condition(value)];

const cents = (amount: string | undefined): number | null =>
  amount === undefined ? null : searchedCents(amount);

const daysOf = (filter: HistoryFilter): readonly Condition[] => [
  ...given(filter.dayFrom, (day) => sql`day >= ${day}`),
  ...given(filter.dayTo, (day) => sql`day <= ${day}`),
];

const amountsOf = (filter: HistoryFilter): readonly Condition[] => [
  ...given(cents(filter.amountFrom), (least) => sql`cents >= ${least}`),
  ...given(cents(filter.amountTo), (most) => sql`cents <= ${most}`),
  ...limitsIn(filter.text),
];

/** The conditions of a filter, except for its dates. */
const conditionsOf = (
  filter: HistoryFilter,
  isIndexed: boolean,
  terms: readonly Term[] = searchTerms(filter.text ?? ''),
): readonly Condition[] => [
  ...amountsOf(filter),
  ...given(filter.kind, (kind) => sql`kind = ${kind}`),
  ...given(
    filter.business,
    (business) => sql`EXISTS (SELECT 1 FROM results
      WHERE results.page = search.page AND results.business = ${business})`,
  ),
  ...given(filter.state, (state) =>
    isIndexed && state !== 'recognized'
      ? sql`page IN (SELECT id FROM pages WHERE pages.state = ${state})`
      : sql`state = ${state}`,
  ),
  ...given(filter.service, (service) => sql`service = ${service}`),
  ...given(filter.sandbox, (sandbox) => sql`sandbox = ${Number(sandbox)}`),
  ...given(
    filter.reader,
    (reader) => sql`EXISTS (SELECT 1 FROM pages JOIN extractions ON extractions.id = pages.extraction
      WHERE pages.id = search.page AND extractions.reader = ${reader})`,
  ),
  ...containsTerms(terms, isIndexed),
  ...contains(sql`coalesce(seller_form, lower(seller))`, filter.seller, isIndexed),
  ...contains(sql`coalesce(buyer_form, lower(buyer))`, filter.buyer, isIndexed),
  ...contains(sql`coalesce(number_form, lower(number))`, filter.number, isIndexed),
];

/**
 * Further pages of joined invoices are not found: the page that represents the invoice has their words. Nor is what is
 * in the bin.
 */
const isFindable = sql`page NOT IN (SELECT id FROM pages WHERE joined_to IS NOT NULL AND joined_to <> id)
  AND page NOT IN ${sql.raw(binnedPages)}`;

const where = (conditions: readonly Condition[]): Condition =>
  conditions.length === 0 ? sql`` : sql`WHERE ${sql.join([...conditions], sql` AND `)}`;

/** The rows of a filter and of other conditions, by the index of texts. */
const indexed = (columns: string, filter: HistoryFilter, others: readonly Condition[]): Condition =>
  sql.join(
    alternativesOf(searchTerms(filter.text ?? '')).map(
      (terms) =>
        sql`SELECT ${sql.raw(columns)} FROM search ${where([...others, ...conditionsOf(filter, true, terms)])}`,
    ),
    sql` UNION `,
  );

/** JSON in PostgreSQL can't give the text of a list with \u0000. */
const lists: JsonLists = {
  elements: (column) =>
    `LEFT JOIN LATERAL json_array_elements(replace(${column}, '\\u0000', '\\ufffd')::json) AS each (value) ON true`,
  text: `value #>> '{}'`,
};

const totalling = async (
  db: Reach['db'],
  filter: HistoryFilter,
  { before, after }: TotalsQuestion,
  row: Condition = sql``,
): Promise<readonly unknown[]> => {
  const isFiltered = [...daysOf(filter), ...conditionsOf(filter, true)].length > 0;
  // OFFSET keeps the search apart: joined row by row, PostgreSQL would make the pieces of every text.
  const among = isFiltered
    ? sql`AND results.page IN (SELECT page FROM (${indexed('page', filter, daysOf(filter))} OFFSET 0) AS among)`
    : sql``;
  const found = await sql`${eachTime} ${sql.raw(before)} ${among} ${sql.raw(after)} ${row}`.execute(db);
  return found.rows;
};

/** Number of newest rows that are searched before an index is used. */
const newestRows = 4_000;
/** Number of rows in a range of amounts that are read one by one, in place of the index of texts. */
const rowsOfAmounts = 8_000;

const places = (rows: readonly unknown[]): readonly HistoryPlace[] =>
  rows.map((row) => {
    const { day, page } = placeRow.parse(row);
    return { day, id: page };
  });

const newestFirst = sql`ORDER BY day DESC, page DESC`;

/**
 * The first results of a filter whose days and amounts leave few rows; null if they leave many, or if it asks for no
 * amount. The index of texts would first list every page with the text, in all years.
 */
const placesByAmount = async (
  db: Reach['db'],
  filter: HistoryFilter,
  range: readonly Condition[],
  limit: number,
): Promise<readonly HistoryPlace[] | null> => {
  const amounts = amountsOf(filter);
  if (amounts.length === 0) return null;
  const { rows } = await sql`
    ${eachTime} WITH near AS MATERIALIZED
      (SELECT * FROM search ${where([...range, ...amounts])} LIMIT ${rowsOfAmounts + 1})
    SELECT all_near.rows, found.day, found.page FROM (SELECT count(*) AS rows FROM near) AS all_near
      LEFT JOIN (SELECT day, page FROM near AS search ${where(conditionsOf(filter, false))}
        ${newestFirst} LIMIT ${limit}) AS found ON all_near.rows <= ${rowsOfAmounts}
    ${newestFirst}`.execute(db);
  if (nearRow.parse(rows[0]).rows > rowsOfAmounts) return null;
  return places(rows.filter((row) => nearRow.parse(row).page !== null));
};

/**
 * The first results of a filter, newest first. Frequent matches are soon found among the newest rows; rare
 * ones are found with an index and then sorted. PostgreSQL can't know in advance which case it is.
 */
const placesOf = async (
  db: Reach['db'],
  filter: HistoryFilter,
  after: HistoryPlace | null,
  limit: number,
): Promise<readonly HistoryPlace[]> => {
  const range = [
    isFindable,
    ...daysOf(filter),
    ...(after ? [sql`(day, page) < (${after.day}, ${after.id})`] : []),
  ];
  const newest = await sql`
    ${eachTime} SELECT day, page FROM (SELECT * FROM search ${where(range)} ${newestFirst} LIMIT ${newestRows})
      AS search ${where(conditionsOf(filter, false))} ${newestFirst} LIMIT ${limit}`.execute(db);
  if (newest.rows.length === limit) return places(newest.rows);
  const byAmount = await placesByAmount(db, filter, range, limit);
  if (byAmount) return byAmount;
  const { rows } = await sql`
    ${eachTime} WITH found AS MATERIALIZED (${indexed('day, page', filter, range)})
    SELECT day, page FROM found ${newestFirst} LIMIT ${limit}`.execute(db);
  return places(rows);
};

export const historyQuestions = ({ db }: Reach, { pages }: Pick<ReadStore, 'pages'>): HistoryQuestions => ({
  matching: async (text, service, from) => {
    const found = indexed('page', { text, service }, [isFindable, sql`page >= ${from}`]);
    const { rows } = await sql`${eachTime} ${found}`.execute(db);
    return rows.map((row) => pageIdRow.parse(row).page);
  },
  search: async (filter, after, limit) => {
    const found = await placesOf(db, filter, after, limit);
    const last = found.at(-1);
    return {
      pages: await pages(found.map(({ id }) => id)),
      next: last && found.length === limit ? last : null,
    };
  },
  listed: async (numbers, period) => {
    const inPeriod = period ? sql`results.issue_date BETWEEN ${period.from} AND ${period.to}` : sql`false`;
    const found = await sql<Record<string, unknown>>`
      SELECT ${sql.raw(listedColumns)} FROM results JOIN pages ON pages.id = results.page
      WHERE ${sql.raw(isListable)} AND ${sql.raw(isOwnInvoice)}
        AND (${inPeriod} OR results.number = ANY(${[...numbers]}::text[]))
      ORDER BY results.page`.execute(db);
    const rows: readonly unknown[] = found.rows.map((row) => Object.values(row));
    return rows.filter(isListedRow);
  },
  totals: async (filter, by) => storedTotals(await totalling(db, filter, totalsQuestion(by, lists)), by),
  totalled: async (filter, by, key, limit) =>
    pages(
      (
        await totalling(
          db,
          filter,
          totalledQuestion(by, lists),
          sql`WHERE key IS NOT DISTINCT FROM ${key}::text ORDER BY page LIMIT ${limit}`,
        )
      ).map((row) => pageIdRow.parse(row).page),
    ),
});
