import { z } from 'zod';
import type { ReadStore } from '../port.ts';
import { mostAlike, type AlikeQuestion, type Lookalike } from '../records/review.ts';
import { otherRow } from '../records/rows.ts';
import { byCount, columnList, givenRows, inChunks, type GivenColumns } from './given-rows.ts';
import { all, lock, type SqlValue, type SqlSteps, type StepsOf } from './steps.ts';

/** The columns of `asked`: one row a question. */
const askedColumns = {
  place: 'bigint',
  page: 'bigint',
  sandbox: 'bigint',
  code: 'text',
  number: 'text',
  issue_date: 'text',
  seller: 'text',
  seller_tax_id: 'text',
  gross_total: 'text',
} as const satisfies GivenColumns;

const valuesOf = ({ page, sandbox, key }: AlikeQuestion, place: number): readonly SqlValue[] => {
  const { code, number, issueDate, seller, sellerTaxId, grossTotal } = key;
  return [place, page, Number(sandbox), code, number, issueDate, seller, sellerTaxId, grossTotal];
};

const textOf = (count: number, near: string): string => `
  WITH asked (${columnList(askedColumns)}) AS (VALUES ${givenRows(count, askedColumns, 2)})
  SELECT asked.place, pages.id AS "pageId", documents.name, pages.number AS page,
    documents.page_count AS "pageCount", documents.sha256 AS "originalSha256", results.code, results.number, results.issue_date AS "issueDate", results.seller, results.seller_tax_id AS "sellerTaxId",
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
