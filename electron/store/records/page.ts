import type { BooksState } from '../../../shared/books/books-state.ts';
import { z } from 'zod';
import type { PageState, Sent } from '../../../shared/contract/page.ts';
import type { Preparation, Treatment } from '../../../shared/contract/preparation.ts';
import type { CheckGroup } from '../../../shared/invoice/check-groups.ts';
import type { ReaderId, Seal } from '../../../shared/invoice/extraction.ts';
import type { RateShare } from '../../../shared/review/totals.ts';
import type { ReviewMark } from '../../../shared/review/replay.ts';
import type { Failure } from '../../../shared/services/failure.ts';
import type { ServiceId } from '../../../shared/services/service.ts';

/** What a call asks for beyond the picture; for face-detect the two switches, for vat-invoice nothing. */
export const callOptionsSchema = z.object({
  points: z.boolean().exactOptional(),
  attributes: z.boolean().exactOptional(),
});
export type CallOptions = z.infer<typeof callOptionsSchema>;

/** The figures of a result that lists and comparisons need. */
export type ResultFigures = {
  readonly kind: string | null;
  readonly code: string | null;
  readonly number: string | null;
  readonly issueDate: string | null;
  readonly seller: string | null;
  readonly sellerTaxId: string | null;
  readonly buyer?: string | null;
  readonly total?: string | null;
  readonly taxTotal?: string | null;
  readonly grossTotal: string | null;
  /** Net and tax by the rate of the lines; left out where there are none. */
  readonly rates?: readonly RateShare[];
  readonly faces: number | null;
  readonly warnings: number;
  readonly errors: number;
  /** Left out where the user has not marked the page. */
  readonly review?: ReviewMark;
  readonly tags?: readonly string[];
  readonly note?: string | null;
  /** Left out where no check failed. */
  readonly failedGroups?: readonly CheckGroup[];
  /** The document's name; left out, it is looked up. */
  readonly name?: string;
  /** Further words by which the page is found. */
  readonly words?: readonly string[];
};

/** A page as the ledger holds it. */
export type PageRow = {
  readonly id: number;
  /** Pages of one file have it in common. */
  readonly document: number;
  readonly service: ServiceId;
  readonly name: string;
  /** The path as given, or the file's name where there was no path. */
  readonly source: string;
  /** Where the file can be read again; null where only its bytes came. */
  readonly path: string | null;
  readonly originalSha256: string | null;
  readonly originalBytes: number | null;
  readonly page: number;
  readonly pageCount: number;
  readonly sandbox: boolean;
  /** A call for the page may have been billed although its answer was not kept. */
  readonly maybePaid: boolean;
  readonly options: CallOptions;
  readonly state: PageState;
  /** Why it failed; of a recognized page, why asking once more did. */
  readonly failure: Failure | null;
  readonly picture: Sent | null;
  /** Text of the QR code of the picture; null if there is none, undefined if it was not looked for. */
  readonly qr: string | null | undefined;
  /** Waits for the user's word before it is sent. */
  readonly held: boolean;
  readonly treatment: Treatment;
  /** How the picture came from the file; null until it was made. */
  readonly preparation: Preparation | null;
  readonly callId: number | null;
  /** The extraction that is shown; null if there is none. */
  readonly extractionId: number | null;
  /** How many extractions the page has. */
  readonly extractionCount: number;
  /** Who extracted what is shown. */
  readonly reader: ReaderId | null;
  /** The document's signatures as they were checked; null if they were not. */
  readonly seal: Seal | null;
  /** Only a call after this one may answer it, since the user has asked for a new one; 0 for any. */
  readonly afterCall: number;
  readonly sid: string | null;
  readonly reused: boolean;
  readonly addedAt: string;
  readonly finishedAt: string | null;
  /** When the answer that is shown came; earlier than the end where another call gave it. */
  readonly answeredAt: string | null;
  /** When it was last in an export. */
  readonly exportedAt: string | null;
  readonly figures: ResultFigures | null;
  /** How its invoice was verified, booked and archived. */
  readonly books: BooksState;
};

/** A file that is taken in; it waits to be recognized. */
export type NewPage = {
  readonly service: ServiceId;
  readonly name: string;
  readonly source: string;
  readonly path: string | null;
  readonly sandbox: boolean;
  readonly options: CallOptions;
  /** Number of the page from 1, and a page of the same file that is there already. */
  readonly page?: number;
  readonly beside?: number | null;
  /** Is not sent before the user says so. */
  readonly held?: boolean;
  /** What is known of its bytes already; null until it is read. */
  readonly prepared: Prepared | null;
};

export type Prepared = {
  readonly originalSha256: string;
  readonly originalBytes: number;
  readonly picture: Sent;
  readonly pageCount: number;
  readonly preparation: Preparation;
};

/** Recognized pages that the user has still to look at, of documents before one. */
export type OlderOpen = {
  readonly rows: readonly PageRow[];
  /** The oldest document that these go back to, and how many such pages are of documents before it. */
  readonly before: number;
  readonly left: number;
};

export type DroppedPicture = Pick<Sent, 'sha256' | 'encoding'>;
