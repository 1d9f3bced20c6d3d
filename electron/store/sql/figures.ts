import { z } from 'zod';
import type { ReadStore, WriteStore } from '../port.ts';
import { mostAlike, type AlikeQuestion, type Lookalike } from '../records/review.ts';
import { isDemoPage, isNotInBin, isOwnInvoice } from '../records/page-row.ts';
import { otherRow } from '../records/rows.ts';
import {
  byCount,
  columnList,
  givenRows,
  inChunks,
  type GivenColumns,
  type GivenTable,
  all,
  lock,
  type SqlValue,
  type SqlSteps,
  type StepsOf,
  change,
} from './steps.ts';
import type { PageId } from '../../../shared/contract/page.ts';
import { paperKeys } from '../../../shared/invoice/paper.ts';
import { mostPairable, pairableDays, pairRoles, withNone } from '../../../shared/review/pairing.ts';
import { totalledColumns } from '../../../shared/review/totals.ts';
import type { ResultFigures } from '../records/page.ts';
import { formIfOther, searchText } from '../search/search-form.ts';
import { isDay, searchedCents } from '../search/search-terms.ts';

/** The columns of `asked`: one row a question. */
const askedColumns = {
  place: 'bigint',
  page: 'bigint',
  demo: 'bigint',
  code: 'text',
  number: 'text',
  issue_date: 'text',
  seller: 'text',
  seller_tax_id: 'text',
  gross_total: 'text',
} as const satisfies GivenColumns;

const valuesOf = ({ page, demo, key }: AlikeQuestion, place: number): readonly SqlValue[] => {
  const { code, number, issueDate, seller, sellerTaxId, grossTotal } = key;
  return [place, page, Number(demo), code, number, issueDate, seller, sellerTaxId, grossTotal];
};

const textOf = (count: number, near: string): string => `
  WITH asked (${columnList(askedColumns)}) AS (VALUES ${givenRows(count, askedColumns, 2)})
  SELECT asked.place, pages.id AS "pageId", documents.name, pages.number AS page,
    documents.page_count AS "pageCount", pages.part, documents.sha256 AS "originalSha256", results.code, results.number, results.issue_date AS "issueDate", results.seller, results.seller_tax_id AS "sellerTaxId",
    results.gross_total AS "grossTotal"
  FROM ${near}
  ORDER BY asked.place, pages.id`;

/**
 * Units that derive invoices with the same number, or the same day and total, run one after the other. Otherwise
 * neither would see the other's invoice, and both would miss the finding.
 */
function* lockAlike(questions: readonly AlikeQuestion[]): SqlSteps<void> {
  const keys = questions.flatMap(({ key: { number, grossTotal, issueDate } }) => [
    ...(number === null ? [] : [`number ${number}`]),
    ...(grossTotal === null || issueDate === null ? [] : [`total ${issueDate} ${grossTotal}`]),
  ]);
  if (keys.length > 0)
    yield* lock(
      `SELECT pg_advisory_xact_lock(hashtextextended(key, 2))
       FROM unnest($1::text[]) WITH ORDINALITY AS keys (key, place) ORDER BY place`,
      [...new Set(keys)].toSorted(),
    );
}

const placeRow = z.object({ place: z.int() });

/**
 * @param near `asked`, and for each of its rows the `results`, `pages` and `documents` of the nearest invoices, at most
 *   `$1` for each reason; each engine has its own way to follow an index a few rows far
 */
export const lookalikeReads = (near: string) => {
  const question = byCount((count) => textOf(count, near));
  return {
    *lookalikes(questions, limit = mostAlike) {
      yield* lockAlike(questions);
      const found: Lookalike[][] = questions.map(() => []);
      for (const some of inChunks([...questions.entries()])) {
        const values = some.flatMap(([place, one]) => valuesOf(one, place));
        for (const row of yield* all(question(some.length), limit, ...values))
          found[placeRow.parse(row).place]?.push(otherRow.parse(row));
      }
      return found;
    },
  } satisfies StepsOf<Pick<ReadStore, 'lookalikes'>>;
};

const selectPairable = `
  WITH certain (page) AS (
    SELECT page FROM results WHERE page = ANY($2::bigint[])
    UNION SELECT page FROM results WHERE pair_with = ANY($2::bigint[])
    UNION SELECT coalesce(joined_to, id) FROM pages WHERE id = CAST($3 AS bigint)),
  near (page) AS (
    SELECT page FROM results WHERE pair_cents = CAST($1 AS bigint)
      AND (pair_day IS NULL OR pair_day BETWEEN $4::text AND $5::text))
  SELECT results.page, results.pair_role AS role, results.pair_day AS day, results.pair_cents AS cents,
    CASE WHEN results.pair_with = ${withNone} THEN ${withNone} WHEN shown.review <> 'aside' AND chosen.removed_at IS NULL
      THEN shown.page END AS chosen,
    results.code, results.number
  FROM results JOIN pages ON pages.id = results.page
    LEFT JOIN pages AS chosen ON chosen.id = results.pair_with
    LEFT JOIN results AS shown ON shown.page = coalesce(chosen.joined_to, chosen.id)
  WHERE results.page IN (
      SELECT page FROM certain UNION SELECT page FROM near
      UNION SELECT page FROM results WHERE pair_with IN (SELECT page FROM near))
    AND results.pair_role IS NOT NULL AND results.review <> 'aside' AND pages.state = 'recognized'
    AND ${isOwnInvoice} AND ${isNotInBin} AND NOT ${isDemoPage}
  ORDER BY CASE WHEN results.page IN (SELECT page FROM certain) THEN 0 ELSE 1 END, results.page
  LIMIT ${mostPairable}`;

const pairableRow = z.object({
  page: z.int(),
  role: z.enum(pairRoles),
  day: z.string().nullable(),
  cents: z.int().nullable(),
  chosen: z.int().nullable(),
  code: z.string().nullable(),
  number: z.string().nullable(),
});

export const pairReads = {
  *pairable({ cents, day, pages, chosen }) {
    const { from, to } = pairableDays(day);
    const rows = yield* all(selectPairable, cents, pages, chosen, from, to);
    return rows.map((row) => pairableRow.parse(row)).toSorted((one, other) => one.page - other.page);
  },
} satisfies StepsOf<Pick<ReadStore, 'pairable'>>;

const resultColumns = {
  page: 'bigint',
  kind: 'text',
  code: 'text',
  number: 'text',
  issue_date: 'text',
  seller: 'text',
  seller_tax_id: 'text',
  buyer: 'text',
  buyer_tax_id: 'text',
  total: 'text',
  tax_total: 'text',
  gross_total: 'text',
  faces: 'bigint',
  warnings: 'bigint',
  errors: 'bigint',
  review: 'text',
  failed_groups: 'text',
  tags: 'text',
  note: 'text',
  open_findings: 'text',
  digest: 'text',
  rates: 'text',
  net_cents: 'bigint',
  tax_cents: 'bigint',
  gross_cents: 'bigint',
  counted_key: 'text',
  side: 'text',
  deductible_cents: 'bigint',
  business: 'text',
  pair_role: 'text',
  pair_day: 'text',
  pair_cents: 'bigint',
  pair_with: 'bigint',
  paper: 'text',
} as const satisfies GivenTable<'results'>;

const searchColumns = {
  page: 'bigint',
  day: 'text',
  kind: 'text',
  number: 'text',
  seller: 'text',
  buyer: 'text',
  cents: 'bigint',
  text: 'text',
  seller_form: 'text',
  buyer_form: 'text',
  number_form: 'text',
  form: 'bigint',
} as const satisfies Omit<GivenTable<'search'>, 'service' | 'sandbox' | 'state'>;

/** The rules by which the words of a page are stored. A row of earlier rules is stored again at the next start. */
const wordsForm = 1;

/** The values of a row in the order of its columns. */
const valuesIn = <Columns extends GivenColumns>(
  columns: Columns,
  row: { readonly [Name in keyof Columns]: SqlValue },
): readonly SqlValue[] => Object.keys(columns).map((name) => row[name] ?? null);

const resultValues = (page: PageId, figures: ResultFigures): readonly SqlValue[] =>
  valuesIn(resultColumns, {
    page,
    kind: figures.kind,
    code: figures.code,
    number: figures.number,
    issue_date: figures.issueDate,
    seller: figures.seller,
    seller_tax_id: figures.sellerTaxId,
    buyer: figures.buyer ?? null,
    buyer_tax_id: figures.buyerTaxId ?? null,
    total: figures.total ?? null,
    tax_total: figures.taxTotal ?? null,
    gross_total: figures.grossTotal,
    faces: figures.faces,
    warnings: figures.warnings,
    errors: figures.errors,
    review: figures.review ?? 'open',
    failed_groups: JSON.stringify(figures.failedGroups ?? []),
    tags: JSON.stringify(figures.tags ?? []),
    note: figures.note ?? null,
    open_findings: JSON.stringify(figures.openFindings ?? []),
    digest: figures.digest ?? null,
    side: figures.side ?? null,
    deductible_cents: figures.deductible ?? null,
    business: figures.business ?? null,
    pair_role: figures.pairRole ?? null,
    pair_day: figures.pairDay ?? null,
    pair_cents: figures.pairCents ?? null,
    pair_with: figures.pairWith ?? null,
    paper: figures.paper ? JSON.stringify(figures.paper) : null,
    ...totalledColumns(figures),
  });

const searchValues = (
  page: PageId,
  figures: ResultFigures,
  names: readonly string[],
): readonly SqlValue[] => {
  const { kind, code, number, issueDate, seller, sellerTaxId, grossTotal, buyer = null, paper } = figures;
  const shown = [seller, sellerTaxId, buyer, number, code, issueDate, grossTotal];
  const amounts = [figures.total, figures.taxTotal];
  const added = [...(figures.words ?? []), ...(figures.tags ?? []), figures.note];
  const stated = paper ? paperKeys.map((key) => paper[key]) : [];
  const words = [...names, ...shown, ...stated, ...amounts, ...added];
  const day = issueDate ?? paper?.date ?? null;
  return valuesIn(searchColumns, {
    page,
    day: isDay(day) ? day : null,
    kind,
    number: number ?? paper?.number ?? null,
    seller,
    buyer,
    cents: searchedCents(grossTotal ?? paper?.amount ?? null),
    text: searchText(words.filter((word) => typeof word === 'string')),
    seller_form: formIfOther(seller),
    buyer_form: formIfOther(buyer),
    number_form: formIfOther(number ?? paper?.number ?? null),
    form: wordsForm,
  });
};

const changedOf = (columns: GivenColumns): readonly string[] =>
  Object.keys(columns).filter((name) => name !== 'page');

const storeResults = byCount(
  (count) => `
  INSERT INTO results (${columnList(resultColumns)}) VALUES ${givenRows(count, resultColumns)}
  ON CONFLICT (page) DO UPDATE SET ${changedOf(resultColumns)
    .map((name) => `${name} = excluded.${name}`)
    .join(', ')}`,
);

/** A page without a date keeps the day it was added. */
const searched = changedOf(searchColumns).map(
  (name) => [name, name === 'day' ? 'coalesce(given.day, search.day)' : `given.${name}`] as const,
);

/** A row that would stay the same is not written: its place in the index of texts costs more than the rest. */
const storeSearch = byCount(
  (count) => `
  WITH given (${columnList(searchColumns)}) AS (VALUES ${givenRows(count, searchColumns)})
  UPDATE search SET ${searched.map(([name, value]) => `${name} = ${value}`).join(', ')}
  FROM given WHERE search.page = given.page
    AND (${searched.map(([name]) => `search.${name}`).join(', ')})
      IS DISTINCT FROM (${searched.map(([, value]) => value).join(', ')})`,
);

/**
 * The names of the files of a page and of the pages joined to it: their own, those with the same invoice, and those with
 * the same bytes.
 */
const selectNames = `
  WITH files (id, document) AS (
    SELECT id, document FROM pages WHERE id = ANY($1::bigint[])
    UNION SELECT joined_to, document FROM pages WHERE joined_to = ANY($1::bigint[]))
  SELECT files.id, documents.name FROM files JOIN documents ON documents.id = files.document
  UNION ALL SELECT files.id, renditions.name FROM files JOIN renditions ON renditions.document = files.document
  UNION ALL SELECT files.id, other_names.name FROM files JOIN other_names ON other_names.document = files.document`;

const nameRow = z.object({ id: z.int(), name: z.string() });

/** A rendition has a path for a name. */
const fileName = (path: string): string => path.split(/[/\\]/u).findLast((part) => part !== '') ?? path;

const insertOtherName = `
  INSERT INTO other_names (document, name)
    SELECT documents.id, $2::text FROM pages JOIN documents ON documents.id = pages.document
    WHERE pages.id = $1 AND documents.name <> $2::text
  ON CONFLICT DO NOTHING`;

const appendWords = `
  UPDATE search SET text = text || $2::text
  WHERE page IN (
      SELECT coalesce(joined_to, id) FROM pages WHERE document = (SELECT document FROM pages WHERE id = $1))
    AND strpos(text, $3::text) = 0`;

const copyOtherNames = `
  INSERT INTO other_names (document, name)
    SELECT documents.id, other_names.name FROM other_names JOIN documents ON documents.id <> other_names.document
    WHERE other_names.document = (SELECT document FROM pages WHERE id = $1)
      AND documents.id = (SELECT document FROM pages WHERE id = $2) AND documents.name <> other_names.name
  ON CONFLICT DO NOTHING`;

const appendName = `
  UPDATE search SET text = text || $2::text WHERE page = $1 AND strpos(text, $3::text) = 0`;

function* namesOf(pages: readonly PageId[]): SqlSteps<ReadonlyMap<PageId, readonly string[]>> {
  const rows = pages.length === 0 ? [] : yield* all(selectNames, pages);
  const names = new Map<PageId, string[]>();
  for (const { id, name } of rows.map((row) => nameRow.parse(row)))
    names.set(id, [...(names.get(id) ?? []), fileName(name)]);
  return names;
}

function* storeWords(figures: ReadonlyMap<PageId, ResultFigures>): SqlSteps<void> {
  const names = yield* namesOf([...figures.keys()]);
  for (const some of inChunks([...figures]))
    yield* change(
      storeSearch(some.length),
      ...some.flatMap(([page, own]) =>
        searchValues(page, own, [...(own.name === undefined ? [] : [own.name]), ...(names.get(page) ?? [])]),
      ),
    );
}

/** A page without data is found by the names of its file; words that it has stay. */
function* storeNames(pages: readonly PageId[]): SqlSteps<void> {
  for (const [page, names] of yield* namesOf(pages)) {
    for (const words of names.map((name) => searchText([name])))
      yield* change(appendName, page, `\n${words}`, words);
    yield* change('UPDATE search SET form = $2 WHERE page = $1', page, wordsForm);
  }
}

export const figureWrites = {
  *putSummaries(figures) {
    for (const some of inChunks([...figures]))
      yield* change(storeResults(some.length), ...some.flatMap((row) => resultValues(...row)));
    yield* storeWords(figures);
  },
  *putWords(figures) {
    const read = new Map<PageId, ResultFigures>();
    for (const [page, own] of figures) if (own) read.set(page, own);
    yield* storeWords(read);
    yield* storeNames([...figures.keys()].filter((page) => !read.has(page)));
  },
  *addName(page, name) {
    const words = searchText([fileName(name)]);
    yield* change(insertOtherName, page, fileName(name));
    yield* change(appendWords, page, `\n${words}`, words);
  },
  *copyNames(from, to) {
    yield* change(copyOtherNames, from, to);
  },
} satisfies StepsOf<Pick<WriteStore, 'putSummaries' | 'putWords' | 'addName' | 'copyNames'>>;
