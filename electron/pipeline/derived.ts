import type { PageId, ReviewedInvoice } from '../../shared/contract/page.ts';
import type { ReviewedFaces } from '../../shared/face/review.ts';
import type { Invoice } from '../../shared/invoice/model.ts';
import type { InvoiceRead } from '../../shared/invoice/read-invoice.ts';
import type { InvoiceEvent, ReviewEvent } from '../../shared/review/event.ts';
import type { ReviewState } from '../../shared/review/replay.ts';
import type { Lookalike } from '../store/records/review.ts';
import { qrObjections } from '../../shared/invoice/checks/qr.ts';
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

type Confirmed = Pick<
  DerivedInvoice,
  'value' | 'ticket' | 'journeys' | 'special' | 'paper' | 'findings' | 'qr'
>;

const byPage: ReadonlySet<string> = new Set(['page-shows-other', 'text-not-visible']);

/** What the page and its code say against the values; null if they say nothing. */
const objectionsTo = ({ value, findings, qr }: Confirmed): readonly unknown[] | null => {
  const ofPage = findings.filter(({ id }) => byPage.has(id)).map(({ id, fields }) => [id, fields]);
  const ofCode = qrObjections(value, qr).map(({ id, fields }) => [id, fields]);
  return ofPage.length + ofCode.length === 0 ? null : [...ofPage, ...ofCode];
};

/**
 * The digest of everything that the window shows as data of an invoice, and of what its page says against it: a
 * confirmation does not include an objection that came later.
 */
export const invoiceDigest = (confirmed: Confirmed): string => {
  const { value, ticket, journeys, special, paper } = confirmed;
  return digestOf({ value, ticket, journeys, special, paper, objections: objectionsTo(confirmed) });
};

/** The same for a photo. Its faces may be many, so this is the digest of what they come from. */
export const facesDigest = (extractionId: number | null, standing: readonly ReviewEvent[]): string =>
  digestOf([
    extractionId,
    standing.flatMap(({ change }) => (change.kind === 'edit-faces' ? [change.edit] : [])),
  ]);
