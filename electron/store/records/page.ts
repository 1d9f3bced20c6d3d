import type { z } from 'zod';
import type { InvoiceSide } from '../../../shared/books/side.ts';
import type { PairRole } from '../../../shared/review/pairing.ts';
import type { StoredBusiness } from '../../../shared/invoice/business.ts';
import type { BooksState } from '../../../shared/books/books-state.ts';
import type { MailHead } from '../../../shared/contract/mail-head.ts';
import type { Sent } from '../../../shared/contract/page.ts';
import type { Preparation, Treatment } from '../../../shared/contract/preparation.ts';
import type { CheckGroup } from '../../../shared/invoice/check-groups.ts';
import type { Paper } from '../../../shared/invoice/paper.ts';
import type { OpenFinding } from '../../../shared/review/export-summary.ts';
import type { RateShare } from '../../../shared/review/totals.ts';
import type { ReviewState } from '../../../shared/review/replay.ts';
import type { ServiceId } from '../../../shared/services/service.ts';
import type { callOptionsSchema, ownColumns, ValuesOf } from './page-columns.ts';

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
  /** The side seen from the own companies, and the input tax that is deducted by law, in cents; null until derived. */
  readonly side?: InvoiceSide | null;
  readonly deductible?: number | null;
  /** What was traded; null until derived. */
  readonly business?: StoredBusiness | null;
  /** By what a paper is paired with its invoice: see shared/review/pairing.ts. */
  readonly pairRole?: PairRole | null;
  readonly pairDay?: string | null;
  readonly pairCents?: number | null;
  readonly pairWith?: number | null;
  /** What a paper that is no invoice is and states; null for any other page. */
  readonly paper?: Paper | null;
  /** Net amount and tax by the rate of the lines; absent if there are none. */
  readonly rates?: readonly RateShare[];
  readonly faces: number | null;
  readonly warnings: number;
  readonly errors: number;
  /** Absent if the user has not marked the page. */
  readonly review?: ReviewState;
  readonly tags?: readonly string[];
  readonly note?: string | null;
  /** Of the data that a confirmation is about; null until it is derived. */
  readonly digest?: string | null;
  /** Absent if no check failed. */
  readonly failedGroups?: readonly CheckGroup[];
  /** For the summary of an export; absent if there are none. */
  readonly openFindings?: readonly OpenFinding[];
  /** The document's name; looked up if absent. */
  readonly name?: string;
  /** More search words for the page. */
  readonly words?: readonly string[];
};

/** A page as lists, the queue and the pipeline know it. Most members are columns, described in their list. */
export type PageRow = ValuesOf<typeof ownColumns> & {
  readonly picture: Sent | null;
  /** Text of the QR code in the picture; null if there is none, undefined if it was not searched for. */
  readonly qr: string | null | undefined;
  /** `qr` was found since the row was loaded: it is not stored yet. */
  readonly hasNewQr?: true;
  readonly treatment: Treatment;
  readonly figures: ResultFigures | null;
  /** How its invoice was verified, booked and archived. */
  readonly books: BooksState;
  /** It was rotated, cropped or masked. Its earlier picture and extraction are kept until the new result arrives. */
  readonly hasEarlier: boolean;
  /** The extraction that is kept until then; null if there is none. */
  readonly earlier: { readonly extractionId: number | null; readonly callId: number | null } | null;
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
  /** Which of several invoices on the page it is, from 1; 0, the default, for the whole page. */
  readonly part?: number;
  /** Is not sent before the user approves. */
  readonly held?: boolean;
  /** Who hands it in. */
  readonly author: string;
  /** The mail that it came with. */
  readonly mail?: MailHead | null | undefined;
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

/** Unreviewed pages before a document; before the recent ones if that is null. */
export type OlderQuestion = {
  readonly service: ServiceId;
  readonly before: number | null;
  readonly documents: number;
  readonly pages: number;
};

/** Recognized pages that still need review, of documents before a given one. */
export type OlderOpen = {
  readonly rows: readonly PageRow[];
  /** The oldest document in this list, and the number of such pages in documents before it. */
  readonly before: number;
  readonly left: number;
};

/** Pages in the bin, and how many there are. */
export type BinList = { readonly pages: readonly PageRow[]; readonly count: number };

/** Pages of the same bytes count as the same only for these. */
export type ContentQuestion = Pick<NewPage, 'service' | 'sandbox'>;

export type DroppedPicture = Pick<Sent, 'sha256' | 'encoding'>;
