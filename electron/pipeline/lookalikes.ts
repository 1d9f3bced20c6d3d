import { isDemo } from '../../shared/books/gate.ts';
import type { Invoice } from '../../shared/invoice/model.ts';
import type { ReviewState } from '../../shared/review/replay.ts';
import type { ReadStore } from '../store/port.ts';
import type { ComparedFigures, PageRow } from '../store/records/page.ts';
import { lookalikeName, mostAlike, type AlikeQuestion, type Lookalike } from '../store/records/review.ts';

/** The header of a similar invoice, for the check of duplicates. */
export const headerOf = (other: Lookalike) => ({
  label: other.name,
  code: other.code,
  number: other.number,
  issueDate: other.issueDate,
  sellerName: other.seller,
  sellerTaxId: other.sellerTaxId,
  grossTotal: other.grossTotal,
});

/** An invoice whose figures are not stored yet. */
export type FreshInvoice = {
  readonly row: PageRow;
  readonly key: ComparedFigures;
  readonly review: ReviewState;
};

/** What an invoice is compared by. */
export const comparedOf = ({ code, number, issueDate, seller, grossTotal }: Invoice): ComparedFigures => ({
  code,
  number,
  issueDate,
  seller: seller.name,
  sellerTaxId: seller.taxId,
  grossTotal,
});

const lookalikeOf = ({ row, key }: FreshInvoice): Lookalike => ({
  ...key,
  pageId: row.id,
  name: lookalikeName(row.name, row),
  originalSha256: row.originalSha256,
});

/** The first ones as the store orders them: the close ones, then the oldest. */
const nearest = (
  found: readonly Lookalike[],
  isClose: (other: Lookalike) => boolean,
  limit: number,
): readonly Lookalike[] => {
  const ordered = found.toSorted(
    (one, other) => Number(isClose(other)) - Number(isClose(one)) || one.pageId - other.pageId,
  );
  return limit < 0 ? ordered : ordered.slice(0, limit);
};

const nearestTo = (
  { code, number, issueDate, seller, sellerTaxId, grossTotal }: ComparedFigures,
  found: readonly Lookalike[],
  limit: number,
): readonly Lookalike[] => {
  const sameNumber = found.filter((other) => number !== null && other.number === number);
  const sameAmount = found.filter(
    (other) =>
      grossTotal !== null &&
      issueDate !== null &&
      other.grossTotal === grossTotal &&
      other.issueDate === issueDate,
  );
  const isSameSeller = (other: Lookalike): boolean =>
    other.seller === seller || (sellerTaxId !== null && other.sellerTaxId === sellerTaxId);
  const near = new Set([
    ...nearest(sameNumber, (other) => other.code === code, limit),
    ...nearest(sameAmount, isSameSeller, limit),
  ]);
  return [...near].toSorted((one, other) => one.pageId - other.pageId);
};

/**
 * The lookalikes of each question, as if the figures of some invoices were stored already. So the figures of a page and
 * of its duplicates are computed from each other, and stored together.
 */
export const lookalikesWith = async (
  reads: Pick<ReadStore, 'lookalikes'>,
  questions: readonly AlikeQuestion[],
  fresh: readonly FreshInvoice[],
  limit = mostAlike,
): Promise<ReadonlyMap<AlikeQuestion, readonly Lookalike[]>> => {
  if (questions.length === 0) return new Map();
  // What is stored of a fresh invoice may take a place.
  const stored = await reads.lookalikes(questions, limit < 0 ? limit : limit + fresh.length);
  const ids = new Set(fresh.map(({ row }) => row.id));
  const found = questions.map((question, index) => {
    const { page, demo, key } = question;
    const others = fresh.flatMap((own) =>
      own.row.id !== page && isDemo(own.row) === demo && own.review !== 'aside' ? [lookalikeOf(own)] : [],
    );
    const unchanged = (stored[index] ?? []).filter(({ pageId }) => !ids.has(pageId));
    return [question, nearestTo(key, [...unchanged, ...others], limit)] as const;
  });
  return new Map(found);
};
