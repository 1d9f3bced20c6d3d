import type { Face } from '../../shared/face/model.ts';
import type { Invoice, InvoiceLine } from '../../shared/invoice/model.ts';
import type { ExportPage } from './export-page.ts';
import { createCountedOnce as createRule } from '../../shared/review/counted-once.ts';

/** Whether a page's amounts are part of the totals. Must be called once per page, in order. */
type ExportCountedOnce = (page: ExportPage) => boolean;

/** Applies the rule for totals to the pages of an export. */
const createExportCountedOnce = (): ExportCountedOnce => {
  const counts = createRule();
  return ({ invoice, aside, sandbox }) =>
    counts({
      isInvoice: invoice !== null,
      isAside: aside === true,
      isSandbox: sandbox,
      code: invoice?.value.code ?? null,
      number: invoice?.value.number ?? null,
    });
};

/** A row of an invoice table: an invoice, one of its lines, or a failed page. */
export type InvoiceRow = {
  readonly page: ExportPage;
  /** Row number, from 1. */
  readonly ordinal: number;
  /** Whether its amounts are part of the totals: an invoice counts once. */
  readonly isCounted: boolean;
  /** Null for a failed page. */
  readonly invoice: Invoice | null;
  /** Null if the row represents the whole invoice. */
  readonly line: { readonly value: InvoiceLine; readonly index: number } | null;
};

/** A row of a face table: a face, or a page that failed or has no faces. */
export type FaceRow = { readonly page: ExportPage; readonly face: Face | null };

/** One row per page: an invoice or a failure. */
export const invoiceRows = function* (
  pages: Iterable<ExportPage>,
  counts = createExportCountedOnce(),
): Generator<InvoiceRow> {
  let ordinal = 0;
  for (const page of pages) {
    ordinal += 1;
    const invoice = page.invoice?.value ?? null;
    yield { page, ordinal, isCounted: counts(page), invoice, line: null };
  }
};

/** One row per line item. An invoice without lines and a failed page have one row. */
export const lineRows = function* (
  pages: Iterable<ExportPage>,
  counts = createExportCountedOnce(),
): Generator<InvoiceRow> {
  let ordinal = 0;
  for (const page of pages) {
    const invoice = page.invoice?.value ?? null;
    const isCounted = counts(page);
    if (invoice === null || invoice.lines.length === 0) {
      ordinal += 1;
      yield { page, ordinal, isCounted, invoice, line: null };
      continue;
    }
    for (const [index, value] of invoice.lines.entries()) {
      ordinal += 1;
      yield { page, ordinal, isCounted, invoice, line: { value, index } };
    }
  }
};

/** The rows of all pages in order, numbered. */
export const countedRows = (
  rowsOf: (pages: Iterable<ExportPage>, counts: ExportCountedOnce) => Iterable<InvoiceRow>,
): ((page: ExportPage) => readonly InvoiceRow[]) => {
  let before = 0;
  const counts = createExportCountedOnce();
  return (page) => {
    const rows: InvoiceRow[] = [];
    for (const row of rowsOf([page], counts)) rows.push({ ...row, ordinal: before + row.ordinal });
    before += rows.length;
    return rows;
  };
};

/** One row per face. A picture without faces has one row, so that no picture is missing. */
export const faceRows = function* (pages: Iterable<ExportPage>): Generator<FaceRow> {
  for (const page of pages) {
    const faces = page.faces ?? [];
    if (faces.length === 0) yield { page, face: null };
    for (const face of faces) yield { page, face };
  }
};
