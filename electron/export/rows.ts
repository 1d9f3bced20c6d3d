import type { FieldPath, Invoice, InvoiceLine } from '../../shared/invoice/model.ts';
import type { Bilingual, Language } from '../../shared/language.ts';
import type { Face } from '../../shared/face/model.ts';
import type { ExportPage } from './export-page.ts';
import { createCountedOnce as createRule, isInvoiceShown } from '../../shared/invoice/counted-once.ts';
import { isOpenFinding } from '../../shared/invoice/finding.ts';

/**
 * The type of a cell, which each format writes in its own way. Values are passed as text. A value that does
 * not match its column's type is written as text.
 *
 * - text: unchanged
 * - id: digits that are a name and not a number
 * - amount: decimal with two digits
 * - price: decimal with at least two digits
 * - number: any decimal
 * - date: ISO 8601 calendar date
 */
export type CellType = 'text' | 'id' | 'amount' | 'price' | 'number' | 'date';

export type Column<Row> = {
  readonly id: string;
  readonly header: Bilingual;
  readonly type: CellType;
  /** In characters, for formats with column widths. */
  readonly width: number;
  /** Null leaves the cell empty. */
  readonly value: (row: Row, language: Language) => string | null;
  /** The fields that the cell shows: their findings also apply to the cell. */
  readonly fields?: (row: Row) => readonly FieldPath[];
  /** A note that readers of a filled cell need, or null; for formats with notes. */
  readonly remark?: (row: Row) => Bilingual | null;
  /** The URI that a filled cell links to, or null; for formats with links. */
  readonly link?: (row: Row) => string | null;
};

/** A column with its header, which the user may have renamed. */
export type PlacedColumn<Row> = { readonly header: string; readonly column: Column<Row> };

export type Table<Row> = {
  readonly columns: readonly PlacedColumn<Row>[];
  readonly rows: Iterable<Row>;
};

/** A filter that is active when the table is opened, for formats with filters. */
export type RowFilter<Row> = {
  readonly columnId: string;
  /** Values of that column in the visible rows. */
  readonly shown: readonly string[];
  readonly isShown: (row: Row) => boolean;
};

/** Columns with their default headers. */
export const place = <Row>(columns: readonly Column<Row>[], language: Language): PlacedColumn<Row>[] =>
  columns.map((column) => ({ header: column.header[language], column }));

/** Whether a page's amounts are part of the totals. Must be called once per page, in order. */
type ExportCountedOnce = (page: ExportPage) => boolean;

/** Applies the rule for totals to the pages of an export. */
const createExportCountedOnce = (): ExportCountedOnce => {
  const counts = createRule();
  return ({ invoice, aside, demo }) =>
    counts({
      isInvoice: invoice !== null && isInvoiceShown(invoice.value),
      isAside: aside === true,
      isDemo: demo,
      code: invoice?.value.code ?? null,
      number: invoice?.value.number ?? null,
    });
};

/** The numbers of the sentence that says what counts. */
export type Counted = {
  readonly invoices: number;
  readonly unconfirmed: number;
  readonly withErrors: number;
};

/** Whether a page has errors that nobody has settled. Whoever confirms an invoice has seen its findings. */
export const hasOpenErrors = ({ invoice, confirmed }: ExportPage): boolean =>
  confirmed !== true &&
  // An error that only names copies counts for the copy.
  (invoice?.checks ?? []).some(
    (check) => check.level === 'error' && check.id !== 'duplicate' && isOpenFinding(check),
  );

/** Counts the invoices of an export, whose pages are passed in order. */
export const createCountedTally = () => {
  const counts = createExportCountedOnce();
  let [invoices, unconfirmed, withErrors] = [0, 0, 0];
  return {
    see: (page: ExportPage): void => {
      if (!counts(page)) return;
      invoices += 1;
      if (page.confirmed !== true) unconfirmed += 1;
      if (hasOpenErrors(page)) withErrors += 1;
    },
    counted: (): Counted => ({ invoices, unconfirmed, withErrors }),
  };
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

/** The rows of one page, without their number. */
type RowsOf = (page: ExportPage) => readonly Pick<InvoiceRow, 'invoice' | 'line'>[];

const invoiceRow: RowsOf = ({ invoice }) => [{ invoice: invoice?.value ?? null, line: null }];

/** A row per line item. An invoice without lines and a failed page have one row. */
const lineRow: RowsOf = (page) => {
  const invoice = page.invoice?.value ?? null;
  if (invoice === null || invoice.lines.length === 0) return invoiceRow(page);
  return invoice.lines.map((value, index) => ({ invoice, line: { value, index } }));
};

/** The rows of pages that are passed in order: one per line item, or one per page. */
export const countedRows = (perLine: boolean): ((page: ExportPage) => readonly InvoiceRow[]) => {
  const rowsOf = perLine ? lineRow : invoiceRow;
  const counts = createExportCountedOnce();
  let ordinal = 0;
  return (page) => {
    const isCounted = counts(page);
    return rowsOf(page).map(({ invoice, line }) => {
      ordinal += 1;
      return { page, ordinal, isCounted, invoice, line };
    });
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
