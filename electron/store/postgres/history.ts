import { sql, type RawBuilder } from 'kysely';
import type { HistoryFilter } from '../../../shared/contract/history.ts';
import { totalsOf, type TotalledInvoice } from '../../../shared/review/totals.ts';
import type { ReadStore } from '../port.ts';
import { searchTerms } from '../search/search-terms.ts';
import { searchedCents, comparable } from '../search/search-text.ts';
import { pagesTotalled, totalledColumns, totalledInvoice } from '../search/totalled.ts';
import { placeRow } from '../sqlite/history.ts';
import type { Reach } from './page-questions.ts';

export type HistoryQuestions = Pick<ReadStore, 'search' | 'totals' | 'totalled'>;

type Condition = RawBuilder<unknown>;

const has = (column: Condition, word: string): Condition => sql`position(${word} in ${column}) > 0`;

const joined = (conditions: readonly Condition[], by: string): Condition =>
  sql`(${sql.join(conditions, sql.raw(` ${by} `))})`;

const contains = (column: Condition, text: string | undefined): readonly Condition[] =>
  comparable(text ?? '')
    .split(/\s+/u)
    .filter((word) => word !== '')
    .map((word) => has(column, word));

/** The same for a text in which dates and amounts may stand as they are shown. */
const containsTerms = (text: string | undefined): readonly Condition[] =>
  searchTerms(text ?? '').map((term) =>
    joined(
      term.map((way) =>
        joined(
          way.map((word) => has(sql`text`, word)),
          'AND',
        ),
      ),
      'OR',
    ),
  );

const given = <Value>(value: Value | null | undefined, condition: (known: Value) => Condition) =>
  value === undefined || value === null ? [] : [condition(value)];

const cents = (amount: string | undefined): number | null =>
  amount === undefined ? null : searchedCents(amount);

const conditionsOf = (filter: HistoryFilter): readonly Condition[] => [
  ...given(filter.dayFrom, (day) => sql`day >= ${day}`),
  ...given(filter.dayTo, (day) => sql`day <= ${day}`),
  ...given(cents(filter.amountFrom), (least) => sql`cents >= ${least}`),
  ...given(cents(filter.amountTo), (most) => sql`cents <= ${most}`),
  ...given(filter.kind, (kind) => sql`kind = ${kind}`),
  ...given(filter.state, (state) => sql`state = ${state}`),
  ...given(filter.service, (service) => sql`service = ${service}`),
  ...given(filter.sandbox, (sandbox) => sql`sandbox = ${Number(sandbox)}`),
  ...given(
    filter.reader,
    (reader) => sql`EXISTS (SELECT 1 FROM pages JOIN extractions ON extractions.id = pages.extraction
      WHERE pages.id = search.page AND extractions.reader = ${reader})`,
  ),
  ...containsTerms(filter.text),
  ...contains(sql`coalesce(seller_form, lower(seller))`, filter.seller),
  ...contains(sql`coalesce(buyer_form, lower(buyer))`, filter.buyer),
  ...contains(sql`coalesce(number_form, lower(number))`, filter.number),
];

const where = (conditions: readonly Condition[]): Condition =>
  conditions.length === 0 ? sql`` : sql`WHERE ${sql.join([...conditions], sql` AND `)}`;

/** The recognized invoices of a filter, in the order of their pages: the first of an invoice counts. */
const totalledBy = async (db: Reach['db'], filter: HistoryFilter): Promise<readonly TotalledInvoice[]> => {
  const conditions = [...conditionsOf(filter), sql`state = 'recognized' AND service = 'vat-invoice'`];
  const found = await sql`
    SELECT ${sql.raw(totalledColumns)}
    FROM (SELECT page FROM search ${where(conditions)}) AS found
    JOIN results ON results.page = found.page JOIN pages ON pages.id = found.page
    ORDER BY results.page`.execute(db);
  return found.rows.map(totalledInvoice);
};

export const historyQuestions = ({ db }: Reach, { pages }: Pick<ReadStore, 'pages'>): HistoryQuestions => ({
  search: async (filter, after, limit) => {
    const conditions = [
      ...conditionsOf(filter),
      ...(after ? [sql`(day, page) < (${after.day}, ${after.id})`] : []),
    ];
    const found = await sql`
      SELECT day, page FROM search ${where(conditions)} ORDER BY day DESC, page DESC LIMIT ${limit}`.execute(
      db,
    );
    const places = found.rows.map((row) => placeRow.parse(row));
    const last = places.at(-1);
    return {
      pages: await pages(places.map(({ page }) => page)),
      next: last && places.length === limit ? { day: last.day, id: last.page } : null,
    };
  },
  totals: async (filter, by) => totalsOf(await totalledBy(db, filter), by),
  totalled: async (filter, by, key, limit) =>
    pages(pagesTotalled(await totalledBy(db, filter), by, key, limit)),
});
