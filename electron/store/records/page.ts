import type { BooksState } from '../../../shared/books/books-state.ts';
import { z } from 'zod';
import type { PageState, Sent } from '../../../shared/contract/page.ts';
import type { Preparation, Treatment } from '../../../shared/contract/preparation.ts';
import type { CheckGroup } from '../../../shared/invoice/check-groups.ts';
import type { ReaderId, Seal } from '../../../shared/invoice/extraction.ts';
import type { OpenFinding } from '../../../shared/review/export-summary.ts';
import type { RateShare } from '../../../shared/review/totals.ts';
import type { ReviewState } from '../../../shared/review/replay.ts';
import type { Failure } from '../../../shared/services/failure.ts';
import type { ServiceId } from '../../../shared/services/service.ts';

/** The options of a call besides the picture: two switches for face-detect, none for vat-invoice. */
export const callOptionsSchema = z.object({
  points: z.boolean().exactOptional(),
  attributes: z.boolean().exactOptional(),
});
export type CallOptions = z.infer<typeof callOptionsSchema>;

/** The figures by which invoices are compared. */
export type ComparedFigures = {
  readonly code: string | null;
  readonly number: string | null;
  readonly issueDate: string | null;
  readonly seller: string | null;
  readonly sellerTaxId: string | null;
  readonly grossTotal: string | null;
};

/** The figures of a result that lists and comparisons need. */
export type ResultFigures = ComparedFigures & {
  readonly kind: string | null;
  readonly buyer?: string | null;
  readonly buyerTaxId?: string | null;
  readonly total?: string | null;
  readonly taxTotal?: string | null;
  /** Net amount and tax by the rate of the lines; absent if there are none. */
  readonly rates?: readonly RateShare[];
  readonly faces: number | null;
  readonly warnings: number;
  readonly errors: number;
  /** Absent if the user has not marked the page. */
  readonly review?: ReviewState;
  readonly tags?: readonly string[];
  readonly note?: string | null;
  /** Absent if no check failed. */
  readonly failedGroups?: readonly CheckGroup[];
  /** For the summary of an export; absent if there are none. */
  readonly openFindings?: readonly OpenFinding[];
  /** The document's name; looked up if absent. */
  readonly name?: string;
  /** More search words for the page. */
  readonly words?: readonly string[];
};

export type PageRow = {
  readonly id: number;
  /** Shared by the pages of one file. */
  readonly document: number;
  readonly service: ServiceId;
  readonly name: string;
  /** The path as given, or the file's name if there was no path. */
  readonly source: string;
  /** Where the file can be read again; null if only its bytes arrived. */
  readonly path: string | null;
  readonly originalSha256: string | null;
  readonly originalBytes: number | null;
  readonly page: number;
  readonly pageCount: number;
  readonly sandbox: boolean;
  /** A call for the page may have been billed although its response was not saved. */
  readonly maybePaid: boolean;
  readonly options: CallOptions;
  readonly state: PageState;
  /** Why it failed; for a recognized page, why another attempt failed. */
  readonly failure: Failure | null;
  readonly picture: Sent | null;
  /** Text of the QR code in the picture; null if there is none, undefined if it was not searched for. */
  readonly qr: string | null | undefined;
  /** Waits for the user's approval before it is sent. */
  readonly held: boolean;
  readonly treatment: Treatment;
  /** How the picture was made from the file; null until it is made. */
  readonly preparation: Preparation | null;
  readonly callId: number | null;
  /** The shown extraction; null if there is none. */
  readonly extractionId: number | null;
  readonly extractionCount: number;
  /** The reader of the shown extraction. */
  readonly reader: ReaderId | null;
  /** The result of checking the document's signatures; null if they were not checked. */
  readonly seal: Seal | null;
  /** Only a call after this one may provide its response, because the user requested a new one; 0 for any. */
  readonly afterCall: number;
  readonly sid: string | null;
  readonly reused: boolean;
  readonly addedAt: string;
  readonly finishedAt: string | null;
  /** When the shown response arrived; earlier than the end if it came from another call. */
  readonly answeredAt: string | null;
  /** When it was last in an export. */
  readonly exportedAt: string | null;
  readonly figures: ResultFigures | null;
  /** How its invoice was verified, booked and archived. */
  readonly books: BooksState;
  /** Number of its review events. */
  readonly version: number;
  /** It was rotated or masked, and its earlier picture and extraction are kept until the new result arrives. */
  readonly hasEarlier: boolean;
  /** The extraction that is kept until then; null if there is none. */
  readonly earlier: { readonly extractionId: number | null; readonly callId: number | null } | null;
  /** The page that represents its invoice, which may be itself; null if it is not joined with other pages. */
  readonly joinedTo: number | null;
  /** All pages of its joined invoice in their order, itself included; empty if it is not joined. */
  readonly joined: readonly number[];
};

export type JoinedPlace = {
  /** The page that represents the invoice. */
  readonly to: number;
  /** From 0. */
  readonly place: number;
};

/** A new file, which waits for recognition. */
export type NewPage = {
  readonly service: ServiceId;
  readonly name: string;
  readonly source: string;
  readonly path: string | null;
  readonly sandbox: boolean;
  readonly options: CallOptions;
  /** Number of the page from 1, and an existing page of the same file. */
  readonly page?: number;
  readonly beside?: number | null;
  /** Is not sent before the user approves. */
  readonly held?: boolean;
  /** The known properties of its bytes; null until it is read. */
  readonly prepared: Prepared | null;
};

export type Prepared = {
  readonly originalSha256: string;
  readonly originalBytes: number;
  readonly picture: Sent;
  readonly pageCount: number;
  readonly preparation: Preparation;
};

/** Recognized pages that still need review, of documents before a given one. */
export type OlderOpen = {
  readonly rows: readonly PageRow[];
  /** The oldest document in this list, and the number of such pages in documents before it. */
  readonly before: number;
  readonly left: number;
};

export type DroppedPicture = Pick<Sent, 'sha256' | 'encoding'>;
