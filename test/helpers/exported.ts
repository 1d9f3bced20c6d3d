import type { Layout } from '../../shared/contract/export/exported.ts';
import type { Language } from '../../shared/language.ts';
import { faceCsvEncoder, invoiceCsvEncoder, lineCsvEncoder } from '../../electron/export/csv.ts';
import type { ExportPage } from '../../electron/export/export-page.ts';
import { jsonEncoder } from '../../electron/export/json.ts';
import { invoiceColumnsFor, lineColumnsFor, rowsIn } from '../../electron/export/layouts.ts';
import {
  encodeAll,
  exportFactsOf,
  type ExportFacts,
  type PageEncoder,
} from '../../electron/export/page-encoder.ts';
import { countedRows, type InvoiceRow, type Table } from '../../electron/export/rows.ts';
import { faceXlsxEncoder, invoiceXlsxEncoder } from '../../electron/export/xlsx.ts';

/** Exports of a list of pages, with the facts about them. */
const exported =
  <Options>(encoder: (facts: ExportFacts, options: Options) => PageEncoder) =>
  (pages: readonly ExportPage[], options: Options): Generator<Uint8Array, void, undefined> =>
    encodeAll(pages, encoder(exportFactsOf(pages), options));

const whole =
  <Options>(encoder: (facts: ExportFacts, options: Options) => PageEncoder) =>
  (pages: readonly ExportPage[], options: Options): Buffer =>
    Buffer.concat([...exported(encoder)(pages, options)]);

export const invoicesToCsv = exported(invoiceCsvEncoder);
export const linesToCsv = exported((_, options: Parameters<typeof lineCsvEncoder>[0]) =>
  lineCsvEncoder(options),
);
export const facesToCsv = exported(faceCsvEncoder);
export const invoicesToXlsx = whole(invoiceXlsxEncoder);
export const facesToXlsx = whole(faceXlsxEncoder);
export const pagesToJson = (pages: readonly ExportPage[], language: Language): string =>
  whole((_, chosen: Language) => jsonEncoder(chosen))(pages, language).toString('utf8');

/** A table with one row per invoice, or per line item if the layout requires it. */
export const invoiceTable = (
  pages: readonly ExportPage[],
  layout: Layout,
  language: Language,
): Table<InvoiceRow> => ({
  columns: invoiceColumnsFor(layout, exportFactsOf(pages), language),
  rows: pages.flatMap(rowsIn(layout)),
});

/** Vouch's own table of line items. */
export const lineTable = (pages: readonly ExportPage[], language: Language): Table<InvoiceRow> => ({
  columns: lineColumnsFor(language),
  rows: pages.flatMap(countedRows(true)),
});
