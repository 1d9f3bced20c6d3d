import type { PageId, ReviewedInvoice } from '../../shared/contract/page.ts';
import type { ReviewedFaces } from '../../shared/face/review.ts';
import type { Invoice } from '../../shared/invoice/model.ts';
import type { InvoiceRead } from '../../shared/invoice/read-invoice.ts';
import type { InvoiceEvent, ReviewEvent } from '../../shared/review/event.ts';
import type { ReviewState } from '../../shared/review/replay.ts';
import type { Lookalike } from '../store/records/review.ts';
import type { Shown } from './shown-extraction.ts';

export type ReviewedPage =
  | {
      readonly service: 'vat-invoice';
      readonly invoice: ReviewedInvoice;
      /** Invoices that look alike. */
      readonly others: readonly Lookalike[];
    }
  | { readonly service: 'face-detect'; readonly faces: ReviewedFaces };

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
