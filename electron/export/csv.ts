import iconv from 'iconv-lite';
import type { Layout } from '../../shared/contract/export/layout.ts';
import type { Language } from '../../shared/language.ts';
import { guardCell, quoteCell } from './csv-cell.ts';
import type { ExportPage } from './export-page.ts';
import { faceTable, type FaceTableOptions } from './face-columns.ts';
import { invoiceTable, lineTable } from './layouts.ts';
import type { Table } from './table.ts';

/** utf8: with byte-order mark, without which Excel reads Chinese as noise; gb18030: for older programs. */
export type CsvEncoding = 'utf8' | 'gb18030';
export type CsvOptions = { readonly language: Language; readonly encoding: CsvEncoding };

/** Text is encoded in pieces of about this many characters, so that a long table is never held twice. */
const pieceLength = 1 << 16;

const encode = (text: string, encoding: CsvEncoding): Buffer =>
  encoding === 'utf8' ? Buffer.from(text, 'utf8') : iconv.encode(text, 'gb18030');

/*
 * Numbers of 20 digits and leading zeros stay as they are. Excel, opening a CSV by a double click, rounds the one
 * and drops the other; but an apostrophe or a tab in front of them would be part of the value for every program
 * that reads the file properly, Excel's own text import included. The spreadsheet export is made for Excel.
 */
const toRecord = (cells: readonly string[]): string =>
  `${cells.map((cell) => quoteCell(guardCell(cell))).join(',')}\r\n`;

/** A table as CSV (RFC 4180): comma, CRLF, quotes where needed, every cell safe to open in a spreadsheet. */
export const tableToCsv = function* <Row>(
  { columns, rows }: Table<Row>,
  { language, encoding }: CsvOptions,
): Generator<Buffer, void, undefined> {
  let piece = encoding === 'utf8' ? '\ufeff' : '';
  piece += toRecord(columns.map(({ header }) => header));
  for (const row of rows) {
    piece += toRecord(columns.map(({ column }) => column.value(row, language) ?? ''));
    if (piece.length >= pieceLength) {
      yield encode(piece, encoding);
      piece = '';
    }
  }
  if (piece !== '') yield encode(piece, encoding);
};

/** One row an invoice (in Vouch's own layout and most others). Pages that failed have a row with their error. */
export const invoicesToCsv = (
  pages: readonly ExportPage[],
  { layout = 'vouch', ...options }: CsvOptions & { readonly layout?: Layout },
): Generator<Buffer, void, undefined> => tableToCsv(invoiceTable(pages, layout, options.language), options);

/** One row a goods line. */
export const linesToCsv = (
  pages: readonly ExportPage[],
  options: CsvOptions,
): Generator<Buffer, void, undefined> => tableToCsv(lineTable(pages, options.language), options);

/** One row a face. */
export const facesToCsv = (
  pages: readonly ExportPage[],
  options: CsvOptions & FaceTableOptions,
): Generator<Buffer, void, undefined> => tableToCsv(faceTable(pages, options), options);
