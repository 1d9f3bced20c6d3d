import type { ConfirmedPair } from '../../shared/invoice/evidence/identities.ts';
import type { CallRecord, HistoryFilter, HistoryPlace, RecentBatch } from '../../shared/contract/history.ts';
import type { Period } from '../../shared/books/period.ts';
import type { Pairable } from '../../shared/review/pairing.ts';
import type { Totals, TotalsGrouping } from '../../shared/review/totals.ts';
import type { PageId, PageState } from '../../shared/contract/page.ts';
import type { Treatment } from '../../shared/contract/preparation.ts';
import type { DrawnLook } from '../../shared/invoice/drawn-look.ts';
import type { Seal } from '../../shared/invoice/extraction.ts';
import type { Result } from '../../shared/result.ts';
import type { ReviewChange, ReviewEvent } from '../../shared/review/event.ts';
import type { Failure } from '../../shared/services/failure.ts';
import type { ServiceId } from '../../shared/services/service.ts';
import type { CallEnd, CallIdentity, CallStart, KeptResponse, NotBegun } from './records/call.ts';
import type {
  BookFile,
  NewBookFile,
  PageVoucher,
  ReservedVoucher,
  VoucherNumber,
} from './records/book-file.ts';
import type { Drop, DroppedFile, NewDrop } from './records/drop.ts';
import type { NewRendition, PageFile, Rendition } from './records/document.ts';
import type { FilesAndExports, NewExport, StoredSummary } from './records/export.ts';
import type { Extraction, NewExtraction } from './records/extraction.ts';
import type { ListedRow } from './search/listed.ts';
import type {
  BinList,
  CallOptions,
  ContentQuestion,
  JoinedPlace,
  PageRow,
  ResultFigures,
  DroppedPicture,
  NewPage,
  OlderOpen,
  OlderQuestion,
  Prepared,
} from './records/page.ts';
import type { SeenMail } from './records/seen-mail.ts';
import type { WatchedFile } from './records/watched-file.ts';
import type {
  AlikeQuestion,
  Lookalike,
  PageReview,
  PairQuestion,
  VersionConflict,
} from './records/review.ts';

export type DocumentId = number;
export type CallId = number;
type ExtractionId = number;

/** The owner of a task, by a name that is never reused, and the instant until which no other may take it over. */
export type Lease = { readonly owner: string; readonly until: string };

/** A page with its events, from one snapshot. */
export type PageSources = {
  readonly row: PageRow;
  /** All events of the page, oldest first. */
  readonly events: readonly ReviewEvent[];
};

/** All read methods of the ledger. They never change it. */
export interface ReadStore {
  readonly page: (id: PageId) => Promise<PageRow | null>;
  /** The existing ones of the pages, in the order of the ids. */
  readonly pages: (ids: readonly PageId[]) => Promise<readonly PageRow[]>;
  readonly pagesOf: (service: ServiceId) => Promise<readonly PageRow[]>;
  /** The ids of all pages of a service, by document and number. */
  readonly pageIds: (service: ServiceId) => Promise<readonly PageId[]>;
  /** The existing ones of the pages with their events, in the order of the ids. */
  readonly sources: (ids: readonly PageId[]) => Promise<readonly PageSources[]>;
  readonly pagesInState: (state: PageState) => Promise<readonly PageRow[]>;
  /** The pages of the newest documents, and all unfinished pages. */
  readonly recent: (service: ServiceId, documents: number) => Promise<readonly PageRow[]>;
  readonly older: (question: OlderQuestion) => Promise<OlderOpen>;
  /** The recognized pages, oldest first, without further pages of joined invoices. */
  readonly recognized: (service: ServiceId) => Promise<readonly PageId[]>;
  /** Recognized pages without figures (or those of an older version), picture or QR search, whose ids are in a range (lower bound excluded). */
  readonly unfinished: (after: PageId, upTo: PageId) => Promise<readonly PageId[]>;
  /** Pages in the same range whose words for searches an older version stored, or a newer one by name only. */
  readonly unformed: (after: PageId, upTo: PageId) => Promise<readonly PageId[]>;
  /**
   * Waiting pages that no process holds and that no worker takes: without a picture, or of the sandbox. Their server
   * may have died. Oldest first.
   */
  readonly unheld: (limit: number) => Promise<readonly PageId[]>;
  readonly newestPage: () => Promise<number>;
  /** Number of pages by state. */
  readonly counts: () => Promise<Readonly<Record<string, number>>>;
  /**
   * The same page of a file with the same content, for the same service, or a page of that path that was refused
   * before its file was known. With null, only a refused page. A page in the bin comes last.
   */
  readonly samePage: (page: NewPage, originalSha256: string | null) => Promise<PageRow | null>;
  /** Those of the pages that are in the bin, oldest first. */
  readonly binned: (ids: readonly PageId[]) => Promise<readonly PageRow[]>;
  /** The invoices in the bin, or the photos; the last removed one first. And how many there are. */
  readonly bin: (service: ServiceId, limit: number) => Promise<BinList>;
  /** Pages in the bin whose file has these bytes, oldest first. */
  readonly binnedContent: (page: ContentQuestion, sha256: string) => Promise<readonly PageId[]>;
  readonly events: (page: PageId) => Promise<readonly ReviewEvent[]>;
  /** The events of several pages, each page's oldest first. */
  readonly eventsOf: (pages: readonly PageId[]) => Promise<ReadonlyMap<PageId, readonly ReviewEvent[]>>;
  /** The pages of the newest events, newest first, each with the id of its newest event. */
  readonly lastEdited: (events: number) => Promise<readonly { readonly page: PageId; readonly id: number }[]>;
  /** Pages with an event of that instant. */
  readonly editedAt: (at: string) => Promise<readonly PageId[]>;
  /** The companies of confirmed invoices; those of the newest ones if there are many. */
  readonly confirmedParties: () => Promise<readonly ConfirmedPair[]>;
  readonly bookFile: (id: number) => Promise<BookFile | null>;
  /** Files that are being written, or that a crash has left so, oldest first. */
  readonly unsettledBookFiles: () => Promise<readonly BookFile[]>;
  /** The written archives of exactly this period, oldest first; and those with this digest. */
  readonly archivesOf: (period: Period) => Promise<readonly BookFile[]>;
  readonly archivesWithDigest: (digest: string) => Promise<readonly BookFile[]>;
  /** What to note on the invoices when the file is settled, as JSON; null if it is not known yet. */
  readonly bookFileChanges: (id: number) => Promise<string | null>;
  /** The vouchers of pages, whatever their state. */
  readonly vouchersOf: (pages: readonly PageId[]) => Promise<readonly PageVoucher[]>;
  readonly vouchersIn: (file: number) => Promise<readonly VoucherNumber[]>;
  /** Numbers that were reserved and never written, and that are not the last of their month. */
  readonly voidVouchers: () => Promise<readonly VoucherNumber[]>;
  /** The highest voucher number of a word in a period (`2024-05`) on other pages than these; 0 if there is none. */
  readonly lastVoucher: (word: string, period: string, without: readonly PageId[]) => Promise<number>;
  readonly extraction: (id: ExtractionId) => Promise<Extraction | null>;
  /** All extractions of a page, oldest first. */
  readonly extractionsOf: (page: PageId) => Promise<readonly Extraction[]>;
  /**
   * For each question the recognized invoices with the same number, or with the same amount and date, by page. A joined
   * invoice is one. Limited for each of the two: first those with the same code or seller, then the oldest.
   */
  readonly lookalikes: (
    questions: readonly AlikeQuestion[],
    limit?: number,
  ) => Promise<readonly (readonly Lookalike[])[]>;
  /**
   * Some pages, the papers that a user paired with them, the chosen page, the papers and invoices of an amount on
   * `pairableDays` of a day, and the papers that a user paired with these; at most `mostPairable`, by page. Without demo
   * data and what is set aside.
   */
  readonly pairable: (question: PairQuestion) => Promise<readonly Pairable[]>;
  /** The response of a call as stored; a large one is compressed by Brotli. */
  readonly response: (call: CallId) => Promise<KeptResponse | null>;
  /** The newest response to an equal call: the same picture, options and account. */
  readonly answeredCall: (
    call: CallIdentity,
    after: CallId,
  ) => Promise<{ readonly id: CallId; readonly sid: string | null } | null>;
  readonly newestCall: () => Promise<number>;
  readonly pictureOfCall: (call: CallId) => Promise<string | null>;
  readonly lastSid: (page: PageId) => Promise<string | null>;
  readonly callsOf: (page: PageId) => Promise<readonly CallRecord[]>;
  /** What a window shows beside a page: the files of its invoice, oldest first, and its exports, newest first. */
  readonly filesAndExports: (page: PageId, mostExports: number) => Promise<FilesAndExports>;
  /** The summary of an export of some pages, or of all pages of a service if that is null. */
  readonly summarizeExport: (service: ServiceId, ids: readonly PageId[] | null) => Promise<StoredSummary>;
  readonly renditions: (document: DocumentId) => Promise<readonly Rendition[]>;
  readonly pagesWithContent: (sha256: string) => Promise<readonly PageFile[]>;
  /** A page of the same bytes, which were read from a file, or wait at this path; null if there is none. */
  readonly pageWithContent: (
    page: ContentQuestion,
    content: { readonly sha256: string; readonly path: string },
  ) => Promise<PageId | null>;
  /** All pages of documents that have these bytes as one of their files, by document, page and part. */
  readonly pagesOfFile: (page: ContentQuestion, sha256: string) => Promise<readonly PageId[]>;
  /** The drops of a user of which files are missing, oldest first; and the missing files of one. */
  readonly drops: (author: string) => Promise<readonly Drop[]>;
  readonly droppedFiles: (drop: string) => Promise<readonly DroppedFile[]>;
  readonly pagesOfDocument: (document: DocumentId) => Promise<readonly PageId[]>;
  /** The files of a watched folder that were seen before; null if it was never watched. */
  readonly watchedFiles: (folder: string) => Promise<readonly WatchedFile[] | null>;
  /** The UIDs of a folder of a mailbox that are settled. */
  readonly knownMails: (mailbox: string, folder: string, validity: string) => Promise<readonly number[]>;
  /** Pages on which local readers found an invoice with this number, oldest first. */
  readonly digitalPages: (number: string) => Promise<readonly PageId[]>;
  readonly folders: (atMost: number) => Promise<readonly string[]>;
  /** Whether a verification of any page has the saved result with this digest. */
  readonly hasAttachment: (sha256: string) => Promise<boolean>;
  /** Whether a document has our copy of a content, at this path or, in an office, at that of another computer. */
  readonly usesCopy: (sha256: string, path: string) => Promise<boolean>;
  /** The pages of a service from an id on that a typed text finds, as `search` does. */
  readonly matching: (text: string, service: ServiceId, from: PageId) => Promise<readonly PageId[]>;
  readonly search: (
    filter: HistoryFilter,
    after: HistoryPlace | null,
    limit: number,
  ) => Promise<{ readonly pages: readonly PageRow[]; readonly next: HistoryPlace | null }>;
  readonly totals: (filter: HistoryFilter, by: TotalsGrouping) => Promise<Totals>;
  /** The pages in one row of the totals, oldest first. */
  readonly totalled: (
    filter: HistoryFilter,
    by: TotalsGrouping,
    key: string | null,
    limit: number,
  ) => Promise<readonly PageRow[]>;
  /** Invoices with one of these numbers, or issued in the period, that are not set aside. Oldest first. */
  readonly listed: (numbers: readonly string[], period: Period | null) => Promise<readonly ListedRow[]>;
  readonly batches: (limit: number) => Promise<readonly RecentBatch[]>;
}

/** One unit of work: it sees its own writes; others see all of them or none. */
export interface WriteStore extends ReadStore {
  readonly addPages: (pages: readonly NewPage[]) => Promise<readonly PageId[]>;
  readonly addRest: (page: PageId, pageCount: number) => Promise<readonly PageId[]>;
  /** Makes the page the first of its parts, and adds the others. Returns those that it added. */
  readonly addParts: (page: PageId, parts: number) => Promise<readonly PageId[]>;
  /** Which of several invoices on its page it is, from 1; 0 for the whole page. */
  readonly setPart: (page: PageId, part: number) => Promise<void>;
  /**
   * Puts pages into the bin: until they are taken from there, `binned`, `bin` and `binnedContent` give them out, and
   * `samePage` if no other page is the same.
   */
  readonly putInBin: (pages: readonly PageId[], by: string) => Promise<void>;
  readonly takeFromBin: (pages: readonly PageId[]) => Promise<void>;
  /** Deletes pages for good, with all that belongs to them. */
  readonly removePages: (pages: readonly PageId[]) => Promise<readonly DroppedPicture[]>;
  readonly setPrepared: (page: PageId, prepared: Prepared) => Promise<boolean>;
  readonly setState: (
    pages: readonly PageId[],
    state: Exclude<PageState, 'recognized' | 'failed'>,
  ) => Promise<void>;
  /** The same for those of the pages that have one of some states now, which it returns. */
  readonly setStateFrom: (
    pages: readonly PageId[],
    from: readonly PageState[],
    state: Exclude<PageState, 'recognized' | 'failed'>,
  ) => Promise<readonly PageId[]>;
  /**
   * Leaves out pages with a running call, which would be paid twice.
   * @param by the new author; null leaves the one it has
   * @param leavesWaiting whether pages that wait for their turn are left out, too
   * @returns the pages that are read again
   */
  readonly askAgain: (
    pages: readonly PageId[],
    by: string | null,
    leavesWaiting?: boolean,
  ) => Promise<readonly PageId[]>;
  /** @param by the new author; null leaves the one it has */
  readonly setTreatment: (page: PageId, treatment: Treatment, by: string | null) => Promise<void>;
  /** Keeps what the drawn page shows at the places of the values of its file. */
  readonly setDrawn: (page: PageId, look: DrawnLook) => Promise<void>;
  readonly setHeld: (pages: readonly PageId[], held: boolean) => Promise<void>;
  readonly setOptions: (pages: readonly PageId[], options: CallOptions) => Promise<void>;
  readonly refuse: (page: PageId, failure: Failure) => Promise<void>;
  /** The response that the page shows is damaged: the page has failed, and its call may have been billed in vain. */
  readonly lose: (page: PageId, failure: Failure) => Promise<void>;
  /** Ends the running calls of a page as interrupted; false if there were none. */
  readonly interruptCalls: (page: PageId) => Promise<boolean>;
  /** Deletes the row of an unused picture. Returns whether its files can be deleted, also if there was no row. */
  readonly forgetPicture: (sha256: string) => Promise<boolean>;
  readonly forgetFile: (page: PageId) => Promise<boolean>;
  /**
   * While this unit runs, no other unit that holds the same stored file can run, in any process. So a file is never
   * deleted while an equal one is recorded.
   */
  readonly holdFile: (sha256: string) => Promise<void>;
  /** Until this unit ends, no other one changes these pages: what is read of them now still holds when they change. */
  readonly lockPages: (pages: readonly PageId[]) => Promise<void>;
  readonly moveFile: (sha256: string, from: string, to: string) => Promise<void>;
  /** Forgets a folder that is no longer watched, with the files that were seen there. */
  readonly forgetWatched: (folder: string) => Promise<void>;
  /** Stores the state of files of a watched folder. A file keeps its document if none is given. */
  readonly keepWatched: (folder: string, files: readonly WatchedFile[]) => Promise<void>;
  /**
   * Reserves a mail before it is fetched. False if it is known: it is settled, or another process reserved it at
   * `staleBefore` (ISO instant) or later, or the server has numbered the folder's mails again and a mail of this id and
   * length is known.
   */
  readonly reserveMail: (mail: SeenMail, staleBefore: string) => Promise<boolean>;
  /** Records that a mail was taken, or left out for good. */
  readonly settleMail: (mail: SeenMail, state: 'taken' | 'left') => Promise<void>;
  /**
   * Records what a user hands in, before the first file is taken; in parts, if it is much. False for a part that does
   * not continue the list: it is listed already, or an earlier part is missing, or the drop is another user's.
   */
  readonly addDrop: (drop: NewDrop, files: readonly DroppedFile[]) => Promise<boolean>;
  /** These files of a user's drop are in the list. The last one ends the drop, once all are recorded. */
  readonly takeDropped: (drop: string, author: string, places: readonly number[]) => Promise<void>;
  /** The user does not want the missing files. */
  readonly endDrop: (drop: string, author: string) => Promise<void>;
  /** The bytes of a page's file were handed in once more, under this name: searches find the page by it, too. */
  readonly addName: (page: PageId, name: string) => Promise<void>;
  /** A page takes over the other names of another page's file; its words follow with its next figures. */
  readonly copyNames: (from: PageId, to: PageId) => Promise<void>;
  readonly addRendition: (document: DocumentId, rendition: NewRendition) => Promise<void>;
  /** Stores the digest of a document's file before any picture is made from it. */
  readonly setContent: (
    document: DocumentId,
    content: { readonly sha256: string; readonly bytes: number },
    pageCount: number,
  ) => Promise<void>;
  readonly setSeal: (document: DocumentId, seal: Seal | null) => Promise<void>;
  /** Stores and shows what a local reader extracted: the page is recognized. */
  readonly addExtraction: (page: PageId, extraction: NewExtraction) => Promise<ExtractionId>;
  /** Shows an existing extraction of a local reader. */
  readonly showExtraction: (page: PageId, extraction: ExtractionId) => Promise<void>;
  /** Appends events to a page that has the expected version (number of events); otherwise stores nothing. */
  readonly append: (
    page: PageId,
    expectedVersion: number,
    by: string,
    changes: readonly ReviewChange[],
  ) => Promise<Result<readonly ReviewEvent[], VersionConflict>>;
  /**
   * Appends changes to several pages without a check of versions. All events have the same instant, so that
   * together they are one undo step.
   */
  readonly appendAll: (changes: ReadonlyMap<PageId, readonly ReviewChange[]>, by: string) => Promise<void>;
  /** Stores what the user added to pages; the extractions stay unchanged. */
  readonly setReviews: (reviews: ReadonlyMap<PageId, PageReview>) => Promise<void>;
  /** Stores which pages are one invoice; null for a page that is its own. */
  readonly setJoined: (places: ReadonlyMap<PageId, JoinedPlace | null>) => Promise<void>;
  /** Stores the figures of pages, and their words for searches. */
  readonly putSummaries: (figures: ReadonlyMap<PageId, ResultFigures>) => Promise<void>;
  /** Stores the words alone; null for a page without data, whose words are the names of its file. */
  readonly putWords: (figures: ReadonlyMap<PageId, ResultFigures | null>) => Promise<void>;
  readonly setQr: (picture: string, text: string | null) => Promise<void>;
  /**
   * Committed before the request leaves. Only one call with a key runs at a time. If the same owner has another
   * call with this key, that call was given up and ends as interrupted.
   */
  readonly beginCall: (start: CallStart, lease: Lease) => Promise<Result<CallId, NotBegun>>;
  readonly endCall: (end: CallEnd) => Promise<void>;
  /** Deletes a call that was never sent; its page waits again. */
  readonly discardCall: (call: CallId, page: PageId) => Promise<void>;
  readonly reuseCall: (page: PageId, call: CallId) => Promise<void>;
  readonly shareFailure: (page: PageId, failure: Failure) => Promise<void>;
  /**
   * Waiting pages that no other owner holds, oldest documents first; they belong to the owner until the lease
   * ends. Pages that wait for the user's approval are left out, unless they are named.
   * @param among only these pages
   */
  readonly claim: (limit: number, lease: Lease, among?: readonly PageId[]) => Promise<readonly PageId[]>;
  /** Returns claimed pages. */
  readonly release: (pages: readonly PageId[], owner: string) => Promise<void>;
  /** Extends everything that an owner holds: pages and calls. */
  readonly extend: (lease: Lease) => Promise<void>;
  /**
   * Ends calls whose lease ended before an instant, because their result is unknown. Marks their pages as
   * interrupted and possibly billed. Returns these pages.
   */
  readonly interruptLost: (before: string) => Promise<readonly PageId[]>;
  readonly addExport: (written: NewExport) => Promise<string>;
  /** Until this unit ends, no other one that calls it goes on: of two that reserve, one sees what the other took. */
  readonly lockBooks: () => Promise<void>;
  /** Reserves a file with its voucher numbers, before it is written. */
  readonly reserveBookFile: (file: NewBookFile, vouchers: readonly ReservedVoucher[]) => Promise<number>;
  /**
   * Stores what a later process needs to settle the file, just before it is written. False if the file was settled
   * before.
   */
  readonly noteBookFile: (
    id: number,
    known: { readonly target: string | null; readonly digest: string; readonly changes: string },
  ) => Promise<boolean>;
  /**
   * Ends a reservation. A dropped number is free again if it was the last of its month, otherwise void. False if the
   * file was settled before.
   */
  readonly settleBookFile: (id: number, state: 'written' | 'dropped') => Promise<boolean>;
}

/**
 * The page that each user has open for review. A user has one page at a time, and keeps it for a minute after the
 * last message of the window. Claims are not part of the ledger: they need no unit of work, and change no page.
 */
export interface PageClaims {
  /** Takes a page, or extends its claim; false if another user has it. Releases the user's earlier page. */
  readonly take: (person: string, page: PageId) => Promise<boolean>;
  /**
   * Takes the first of these pages that no other user has, in one step; null if there is none. In an office,
   * pages that are already reviewed are skipped: the list of a window may be older than the last review.
   */
  readonly takeFirst: (person: string, pages: readonly PageId[]) => Promise<PageId | null>;
  readonly giveBack: (person: string) => Promise<void>;
  /** All claims, by page. */
  readonly all: () => Promise<readonly { readonly page: PageId; readonly person: string }[]>;
  /** Called when any process has taken or released a page. Returns a function that ends the listening. */
  readonly listen: (onChange: () => void) => () => void;
}

export interface Store extends ReadStore {
  readonly claims: PageClaims;
  /**
   * Runs a unit of work: everything is stored, or nothing if it rejects. Of two units that change one page, one
   * waits for the other. A unit may run again if the office's server failed before the commit, so its other side
   * effects must be repeatable.
   */
  readonly transact: <Value>(work: (unit: WriteStore) => Promise<Value>) => Promise<Value>;
  /**
   * Listens for the pages that a unit has changed, after its commit.
   * @param onChange `by` is `this` for a unit of this store object, and `other` for one of another process
   * @param onGap called if changes of other processes may have been missed
   * @returns a function that ends the listening
   */
  readonly listen: (
    onChange: (pages: readonly PageId[], by: 'this' | 'other') => void,
    onGap?: () => void,
  ) => () => void;
  /** Written by a newer program: it is read-only, and every unit of work rejects. */
  readonly readOnly: boolean;
  /** Resolves when everything that was committed before is on the disk. */
  readonly durable: () => Promise<void>;
  readonly close: () => Promise<void>;
}
