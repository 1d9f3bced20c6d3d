import type { PageId, ReviewedInvoice } from '../../shared/contract/page.ts';
import type { ReviewedFaces } from '../../shared/face/review.ts';
import type { Invoice } from '../../shared/invoice/model.ts';
import type { InvoiceRead } from '../../shared/invoice/read-invoice.ts';
import type { InvoiceEvent, ReviewEvent } from '../../shared/review/event.ts';
import type { ReviewState } from '../../shared/review/replay.ts';
import type { Lookalike } from '../store/records/review.ts';
import { sha256Of } from '../infra/bytes.ts';
import type { Shown } from './shown-extraction.ts';

export type ReviewedPage = { readonly digest: Derived['digest'] } & (
  | {
      readonly service: 'vat-invoice';
      readonly invoice: ReviewedInvoice;
      /** Invoices that look alike. */
      readonly others: readonly Lookalike[];
    }
  | { readonly service: 'face-detect'; readonly faces: ReviewedFaces }
);

/** An invoice with its events applied, before any check. */
export type DerivedInvoice = Omit<ReviewedInvoice, 'checks'> & {
  readonly findings: InvoiceRead['findings'];
  readonly asRead: Invoice;
  readonly qr: string | null;
  readonly codeInFile: string | null;
  readonly responseSize: Shown['responseSize'];
  /** Of a joined invoice: the page and the index there of each line. Empty for an invoice on one page. */
  readonly places: readonly LineOfPage[];
  /** Pages of a joined invoice that have no data. */
  readonly unread: readonly string[];
};

/** The page and the index there of a line of a joined invoice. */
export type LineOfPage = { readonly page: PageId; readonly index: number };

/**
 * The result of a page's extraction and events. It depends on nothing else, so it is computed once and
 * cached.
 */
export type Derived = {
  readonly events: readonly ReviewEvent[];
  /** The events that still apply after undo and redo. */
  readonly standing: readonly ReviewEvent[];
  readonly review: ReviewState;
  /** Of the data that a confirmation is about. */
  readonly digest: string;
} & (
  | {
      readonly service: 'vat-invoice';
      readonly invoice: DerivedInvoice;
      /** The events that settle findings, or open them again. */
      readonly settling: readonly InvoiceEvent[];
    }
  | { readonly service: 'face-detect'; readonly faces: ReviewedFaces }
);

export type DerivedPage = Extract<Derived, { service: 'vat-invoice' }>;

/** A value in one form only: sorted names, and without what is absent, so that a new empty member changes nothing. */
const canonical = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(canonical);
  if (typeof value !== 'object' || value === null) return value;
  return Object.entries(value)
    .filter(([, member]) => member !== null && member !== undefined)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, member]) => [name, canonical(member)]);
};

/** 128 bits are enough: the digest notices changes, and guards against nobody. */
const digestLength = 32;

const digestOf = (data: unknown): string => sha256Of(JSON.stringify(canonical(data))).slice(0, digestLength);

/** The digest of everything that the window shows as data of an invoice. */
export const invoiceDigest = ({
  value,
  ticket,
  journeys,
  special,
  paper,
}: Pick<DerivedInvoice, 'value' | 'ticket' | 'journeys' | 'special' | 'paper'>): string =>
  digestOf({ value, ticket, journeys, special, paper });

/** The same for a photo. Its faces may be many, so this is the digest of what they come from. */
export const facesDigest = (extractionId: number | null, standing: readonly ReviewEvent[]): string =>
  digestOf([
    extractionId,
    standing.flatMap(({ change }) => (change.kind === 'edit-faces' ? [change.edit] : [])),
  ]);
