import type { Booking } from '../../shared/books/books-state.ts';
import type { InvoiceSide } from '../../shared/books/side.ts';
import type { Verification } from '../../shared/books/verification.ts';
import type { Face } from '../../shared/face/model.ts';
import type { FaceNote } from '../../shared/face/review.ts';
import type { ReaderId, Seal } from '../../shared/invoice/extraction.ts';
import type { PageDetail, PageSummary, ReviewedInvoice, Sent } from '../../shared/contract/page.ts';
import { isSaidNoInvoice } from '../../shared/invoice/checks/no-invoice.ts';
import { isOpenFinding, type Finding } from '../../shared/invoice/finding.ts';
import type { Failure } from '../../shared/services/failure.ts';
import { dirname, isAbsolute, relative, resolve, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Immutable } from '../../shared/members.ts';

/** Members that a page has in exports as in the window. */
const pageMembers = [
  'page',
  'part',
  'service',
  'sid',
  'reused',
  'answeredAt',
  'sandbox',
  'demo',
  'maybePaid',
] as const;

/** `answeredAt` is the time of the response that the page shows; null if it shows none. */
export type PageMembers = Immutable<
  Pick<PageSummary & Pick<PageDetail, 'sid'>, (typeof pageMembers)[number]>
>;

const arePageMembers = (members: object): members is PageMembers =>
  pageMembers.every((name) => name in members);

/** The members that an export takes from a page as they are. */
export const pageMembersOf = (page: PageMembers): PageMembers => {
  const members = Object.fromEntries(pageMembers.map((name) => [name, page[name]]));
  if (!arePageMembers(members)) throw new Error('A member of the page is missing');
  return members;
};

/** A page for exports: its final state, recognized, failed or waiting. */
export type ExportPage = PageMembers & {
  /** The path as given, or the file name if there was no path. */
  readonly source: string;
  /** The reader of the data. For a page without data, the reader that was or would be asked. */
  readonly reader: ReaderId;
  /** Result of the signature check of a digital invoice; null if not signed. */
  readonly seal: Seal | null;
  /** Paths, as given, of other files with the same invoice. */
  readonly renditions: readonly string[];
  readonly sent: Sent | null;
  /** Null if recognized or not sent yet. */
  readonly failure: Failure | null;
  /** The user confirmed the page, so it has no open findings. */
  readonly confirmed?: true;
  /** The user set the page aside because of an open question. */
  readonly aside?: true;
  /** The user's tags; absent if there are none. */
  readonly tags?: readonly string[];
  readonly note?: string;
  /** How the invoice was booked; absent if it was not. */
  readonly booking?: Booking;
  /** The result of the tax authority's platform; absent if the invoice was not verified. */
  readonly verification?: Pick<Verification, 'result' | 'day'>;
  /** A URI of the original. Only in files that stay on this computer. */
  readonly link?: string;
  /** The page was not sent: it waits, or its batch was stopped before. */
  readonly waiting?: true;
  /** The user cancelled a waiting page. */
  readonly cancelled?: true;
  /** The side of an invoice as the own companies decide it; null for other pages. */
  readonly side: InvoiceSide | null;
  /** Includes the user's corrections. */
  readonly invoice: ExportedInvoice | null;
  readonly faces: readonly Face[] | null;
  /** Findings about the faces as a whole; absent if there are none. */
  readonly faceChecks?: readonly Finding[];
  /** The user's changes to faces, by ordinal; unchanged faces have no entry. */
  readonly faceNotes: ReadonlyMap<number, FaceNote>;
};

/** Members of a reviewed invoice that only the window shows. */
type OnlyInWindow = 'corrections' | 'conflicts' | 'linesConflict' | 'linesEdited' | 'linePages';
/** Absent if they are empty. */
type PerhapsEmpty = 'journeys' | 'special' | 'pages';

export type ExportedInvoice = Omit<ReviewedInvoice, OnlyInWindow | PerhapsEmpty> &
  Partial<Pick<ReviewedInvoice, PerhapsEmpty>>;

/**
 * A page with its values, its open findings and what says that it is no invoice, for books of ten thousand invoices: its
 * places and regions take fifty times as much memory.
 */
export const withoutPlaces = (page: ExportPage): ExportPage =>
  page.invoice
    ? {
        ...page,
        invoice: {
          ...page.invoice,
          origins: {},
          regions: [],
          checks: page.invoice.checks.filter((check) => isOpenFinding(check) || isSaidNoInvoice([check])),
        },
      }
    : page;

/** Excel reports a workbook with a longer link as damaged. */
const maxLength = 2_000;

/** Every segment is encoded: a name can't become a scheme, a host or the end of an attribute. */
const asAddress = (path: string): string => path.split(sep).map(encodeURIComponent).join('/');

/**
 * The link from a workbook to an original on the same computer; null if none is possible. It is relative to
 * the workbook if both are on one drive: it then survives moving the folder and reveals little about the
 * computer.
 * @param workbook path of the future workbook
 */
export const originalLink = (original: string | null, workbook: string): string | null => {
  if (original === null) return null;
  const path = resolve(original);
  const way = relative(dirname(resolve(workbook)), path);
  const link = way === '' || isAbsolute(way) ? pathToFileURL(path).href : asAddress(way);
  return link.length > maxLength ? null : link;
};

/** Adds the link from a workbook to the page's original; none if the workbook has no path on this computer. */
export const withLink = (page: ExportPage, original: string | null, workbook: string | null): ExportPage => {
  const link = workbook === null ? null : originalLink(original, workbook);
  return link === null ? page : { ...page, link };
};
