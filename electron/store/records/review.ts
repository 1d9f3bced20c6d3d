import type { ComparedFigures, PageRow } from './page.ts';
import type { ReviewState } from '../../../shared/review/replay.ts';

/** Another invoice that could be the same one as a given invoice. */
export type Lookalike = ComparedFigures & {
  readonly pageId: number;
  readonly name: string;
  readonly originalSha256: string | null;
};

/** The file, with the page if the file has several, and the invoice if the page has several. */
export const lookalikeName = (
  name: string,
  { page, pageCount, part }: Pick<PageRow, 'page' | 'pageCount' | 'part'>,
): string => {
  const places = [...(pageCount > 1 ? [page] : []), ...(part > 0 ? [`#${part}`] : [])];
  return places.length === 0 ? name : `${name} (${places.join(' ')})`;
};

/** Asks for the invoices that could be the same one as a page's. */
export type AlikeQuestion = {
  readonly page: number;
  /** Demo data and real data are separate. */
  readonly demo: boolean;
  /** The figures to compare with, which need not be the stored ones. */
  readonly key: ComparedFigures;
};

/** Another user has changed the page since the version that a change was based on. */
export type VersionConflict = {
  /** The page's version now. */
  readonly version: number;
  /** The author of the last event. */
  readonly by: string | null;
};

/** What the user added to a page, besides its values. */
export type PageReview = {
  readonly review: ReviewState;
  readonly tags: readonly string[];
  readonly note: string | null;
};

/**
 * A few similar invoices prove a duplicate as well as a thousand: each invoice is compared with at most this
 * many.
 */
export const mostAlike = 8;
/** For `atMost`: all of them. */
export const allAlike = -1;

/** Which papers and invoices may belong together: see `pairable` of the store. */
export type PairQuestion = {
  readonly cents: number | null;
  readonly day: string | null;
  readonly pages: readonly number[];
  readonly chosen: number | null;
};
