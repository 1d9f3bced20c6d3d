import { guardCell } from '../../shared/formula-guard.ts';
import { type PlacedColumn, type Table, countedRows, faceRows } from './rows.ts';
import iconv from 'iconv-lite';
import type { Layout } from '../../shared/contract/export/exported.ts';
import type { Language } from '../../shared/language.ts';
import type { ExportPage } from './export-page.ts';
import { faceColumns, type FaceTableOptions } from './face-columns.ts';
import { invoiceColumnsFor, lineColumnsFor, rowsIn } from './layouts.ts';
import type { ExportFacts, PageEncoder } from './page-encoder.ts';

const needsQuotes = /[",;\t\r\n]/u;

/** A cell in CSV syntax (RFC 4180). */
export const quoteCell = (text: string): string =>
  needsQuotes.test(text) ? `"${text.replaceAll('"', '""')}"` : text;

/* Numbers of 20 digits and leading zeros are written unchanged. When Excel opens a CSV by double click, it
 * rounds the long numbers and drops the zeros. An apostrophe or a tab before them would prevent that, but
 * would be part of the value for every program that reads the file correctly, including Excel's own text import.
 * The spreadsheet export is the format for Excel. */
/** A row of cells in CSV, safe to open in a spreadsheet. */
export const csvRecord = (cells: readonly string[]): string =>
  `${cells.map((cell) => quoteCell(guardCell(cell))).join(',')}\r\n`;

/** utf8: with byte-order mark, which Excel needs to read Chinese; gb18030: for older programs. */
type CsvEncoding = 'utf8' | 'gb18030';
type CsvOptions = { readonly language: Language; readonly encoding: CsvEncoding };

/** Text is encoded in pieces of about this many characters, so that a long table is never in memory twice. */
const pieceLength = 1 << 16;

const encode = (text: string, encoding: CsvEncoding): Buffer =>
  encoding === 'utf8' ? Buffer.from(text, 'utf8') : iconv.encode(text, 'gb18030');

/** A table as CSV (RFC 4180): comma, CRLF, quotes if needed, every cell safe to open in a spreadsheet. */
export const tableToCsv = function* <Row>(
  { columns, rows }: Table<Row>,
  options: CsvOptions,
): Generator<Uint8Array, void, undefined> {
  const writer = startCsv(columns, options);
  for (const row of rows) {
    const piece = writer.add([row]);
    if (piece) yield piece;
  }
  yield* writer.end();
};

const startCsv = <Row>(columns: readonly PlacedColumn<Row>[], { language, encoding }: CsvOptions) => {
  let piece = encoding === 'utf8' ? '\ufeff' : '';
  piece += csvRecord(columns.map(({ header }) => header));
  const take = (): Uint8Array => {
    const bytes = encode(piece, encoding);
    piece = '';
    return bytes;
  };
  return {
    add: (rows: Iterable<Row>): Uint8Array | null => {
      for (const row of rows)
        piece += csvRecord(columns.map(({ column }) => column.value(row, language) ?? ''));
      return piece.length >= pieceLength ? take() : null;
    },
    end: (): readonly Uint8Array[] => (piece === '' ? [] : [take()]),
  };
};

const csvEncoder = <Row>(
  columns: readonly PlacedColumn<Row>[],
  rowsOf: (page: ExportPage) => Iterable<Row>,
  options: CsvOptions,
): PageEncoder => {
  const { add, end } = startCsv(columns, options);
  return { add: (page) => add(rowsOf(page)), end };
};

type InvoiceCsvOptions = CsvOptions & { readonly layout?: Layout };

/** One row per invoice (in Vouch's own layout and most others). Failed pages have a row with their error. */
export const invoiceCsvEncoder = (
  facts: ExportFacts,
  { layout = 'vouch', ...options }: InvoiceCsvOptions,
): PageEncoder => csvEncoder(invoiceColumnsFor(layout, facts, options.language), rowsIn(layout), options);

/** One row per line item. */
export const lineCsvEncoder = (options: CsvOptions): PageEncoder =>
  csvEncoder(lineColumnsFor(options.language), countedRows(true), options);

/** One row per face. */
export const faceCsvEncoder = (facts: ExportFacts, options: CsvOptions & FaceTableOptions): PageEncoder =>
  csvEncoder(faceColumns(facts, options), (page) => faceRows([page]), options);
