import { z } from 'zod';
import {
  type Totals,
  type TotalsGrouping,
  totalsOf,
  type TotalsGroup,
  type TotalsPart,
} from '../../../shared/review/totals.ts';
import { demoFlag, isNotInBin, isOwnInvoice, showsInvoice } from '../records/page-row.ts';

/** The SQL around the condition of a filter, which starts with `AND` or is empty. */
export type TotalsQuestion = { readonly before: string; readonly after: string };

/** How an engine reads a JSON list in a column. */
export type JsonLists = {
  /** Joins its elements as `value`, null for an empty list. */
  readonly elements: (column: string) => string;
  /** The text of an element that is a string. */
  readonly text: string;
};

const keys: Readonly<Record<TotalsGrouping, string>> = {
  month: 'substr(results.issue_date, 1, 7)',
  seller: 'results.seller',
  kind: 'results.kind',
  tag: 'results.tags',
  rate: 'results.rates',
};

/**
 * The recognized invoices of a filter (`found`), and those that count (`counted`): see `counted-once.ts`. Demo data
 * counts only if there are no other invoices. Few invoices have duplicates, so only those are compared page by page.
 */
const beforeFilter = (by: TotalsGrouping): string => `
  WITH found AS (
    SELECT results.page, ${demoFlag} AS sandbox, CASE WHEN results.review = 'aside' THEN 1 ELSE 0 END AS aside,
      results.counted_key, results.net_cents, results.tax_cents, results.gross_cents, results.deductible_cents,
      coalesce(results.side, 'unknown') AS side, CASE WHEN results.review = 'open' THEN 1 ELSE 0 END AS unconfirmed,
      CASE WHEN results.review <> 'confirmed'
        AND replace(coalesce(results.open_findings, '[]'), '["error","duplicate"]', '') LIKE '%"error"%'
        THEN 1 ELSE 0 END AS failing, ${keys[by]} AS key
    FROM results JOIN pages ON pages.id = results.page
    WHERE pages.service = 'vat-invoice' AND pages.state = 'recognized' AND ${isOwnInvoice} AND ${isNotInBin}
      AND ${showsInvoice}`;

const afterFilter = `
  ), least AS MATERIALIZED (SELECT min(sandbox) AS sandbox FROM found
  ), doubled AS MATERIALIZED (
    SELECT counted_key FROM results WHERE counted_key IS NOT NULL GROUP BY counted_key HAVING count(*) > 1
  ), counted AS (
    SELECT page, key, coalesce(net_cents, 0) AS net, coalesce(tax_cents, 0) AS tax,
      coalesce(gross_cents, 0) AS gross, coalesce(deductible_cents, 0) AS deductible, side, unconfirmed, failing,
      -- An invoice without tax has the same amount with and without tax.
      CASE WHEN net_cents IS NULL OR gross_cents IS NULL OR (tax_cents IS NULL AND net_cents <> gross_cents)
        THEN 1 ELSE 0 END AS incomplete
    FROM found
    WHERE aside = 0 AND sandbox = (SELECT sandbox FROM least) AND (
      counted_key IS NULL OR counted_key NOT IN (SELECT counted_key FROM doubled) OR page IN (
        SELECT min(page) FROM found
        WHERE aside = 0 AND sandbox = (SELECT sandbox FROM least)
          AND counted_key IN (SELECT counted_key FROM doubled) GROUP BY counted_key))
  )`;

const sharesOf = (key: string, amounts: string, list: string): string =>
  `SELECT page, ${key} AS key, ${amounts}, incomplete, unconfirmed, failing, deductible FROM counted ${list}`;

/** An amount of one part of an invoice; that of the invoice if it has no parts. */
const partAmount = (at: number, name: string): string =>
  `coalesce(CAST(value ->> ${at} AS bigint), ${name}) AS ${name}`;
const partAmounts = [partAmount(1, 'net'), partAmount(2, 'tax'), partAmount(3, 'gross')].join(', ');

/** An invoice is in several groups if it has several tags or rates. */
const sharesBy = (by: TotalsGrouping, lists: JsonLists): string => {
  if (by === 'tag') return sharesOf(lists.text, 'net, tax, gross', lists.elements('counted.key'));
  if (by === 'rate') return sharesOf('value ->> 0', partAmounts, lists.elements('counted.key'));
  return sharesOf('key', 'net, tax, gross', '');
};

const sums = (part: TotalsPart, key: string): string =>
  `SELECT '${part}' AS part, ${key} AS key, count(*) AS invoices, CAST(sum(net) AS text) AS net,
     CAST(sum(tax) AS text) AS tax, CAST(sum(gross) AS text) AS gross, sum(incomplete) AS incomplete,
     0 AS sandbox, 0 AS aside, CAST(sum(deductible) AS text) AS deductible, sum(unconfirmed) AS unconfirmed,
     sum(failing) AS failing`;

/** Everything in the totals by a grouping, in the SQL of both engines. */
export const totalsQuestion = (by: TotalsGrouping, lists: JsonLists): TotalsQuestion => ({
  before: beforeFilter(by),
  after: `${afterFilter}
  ${sums('group', 'key')} FROM (${sharesBy(by, lists)}) AS shares GROUP BY key
  UNION ALL
  SELECT 'found', NULL, count(*), '0', '0', '0', 0, sandbox, aside, '0', 0, 0 FROM found GROUP BY sandbox, aside
  UNION ALL ${sums('side', 'side')} FROM counted GROUP BY side
  ${by === 'tag' || by === 'rate' ? `UNION ALL ${sums('sum', 'CAST(NULL AS text)')} FROM counted` : ''}`,
});

/** The pages of all rows of the totals. A condition on `key` and a limit follow. */
export const totalledQuestion = (by: TotalsGrouping, lists: JsonLists): TotalsQuestion => ({
  before: beforeFilter(by),
  after: `${afterFilter} SELECT DISTINCT page FROM (${sharesBy(by, lists)}) AS shares`,
});

const rowSchema = z.object({
  part: z.enum(['group', 'found', 'sum', 'side']),
  key: z.string().nullable(),
  invoices: z.int(),
  /** Null in the sum of no invoices. */
  net: z.string().nullable(),
  tax: z.string().nullable(),
  gross: z.string().nullable(),
  incomplete: z.int().nullable(),
  sandbox: z.int(),
  aside: z.int(),
  deductible: z.string().nullable(),
  unconfirmed: z.int().nullable(),
  failing: z.int().nullable(),
});

const groupOf = (value: unknown): TotalsGroup => {
  const { net, tax, gross, incomplete, sandbox, aside, deductible, unconfirmed, failing, ...row } =
    rowSchema.parse(value);
  return {
    ...row,
    net: BigInt(net ?? 0),
    tax: BigInt(tax ?? 0),
    gross: BigInt(gross ?? 0),
    incomplete: incomplete ?? 0,
    deductible: BigInt(deductible ?? 0),
    unconfirmed: unconfirmed ?? 0,
    failing: failing ?? 0,
    isSandbox: sandbox === 1,
    isAside: aside === 1,
  };
};

/** The totals from the rows of `totalsQuestion`. */
export const storedTotals = (rows: readonly unknown[], by: TotalsGrouping): Totals =>
  totalsOf(rows.map(groupOf), by);
