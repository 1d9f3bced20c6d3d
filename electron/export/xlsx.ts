import writeXlsxFile from 'write-excel-file/node';
import type { Layout } from '../../shared/contract/export/layout.ts';
import type { Bilingual, Language } from '../../shared/language.ts';
import { checkTable } from './check-columns.ts';
import type { ExportPage } from './export-page.ts';
import { faceTable, type FaceTableOptions } from './face-columns.ts';
import { invoiceTable, lineTable } from './layouts.ts';
import { filterFeature } from './xlsx-filter.ts';
import { notesFeature } from './xlsx-notes.ts';
import { buildSheets, type BuiltSheet } from './xlsx-sheets.ts';

const sheetNames = {
  invoices: { zh: '发票', en: 'Invoices' },
  lines: { zh: '明细', en: 'Lines' },
  checks: { zh: '校验', en: 'Checks' },
  faces: { zh: '人脸', en: 'Faces' },
} as const satisfies Record<string, Bilingual>;

const writeWorkbook = (sheets: readonly BuiltSheet[]): Promise<Buffer> =>
  writeXlsxFile(
    sheets.map(({ sheet }) => sheet),
    {
      features: [
        filterFeature(sheets.map(({ size }) => size)),
        notesFeature(sheets.map(({ notes }) => notes)),
      ],
    },
  ).toBuffer();

const hasRowsOfLines = (layout: Layout): boolean =>
  layout === 'tax-bureau' || (typeof layout === 'object' && layout.rows === 'line');

export type InvoiceXlsxOptions = { readonly language: Language; readonly layout?: Layout };

/** The sheets of a workbook of invoices, ready to be written. */
export const invoiceSheets = (
  pages: readonly ExportPage[],
  { language, layout = 'vouch' }: InvoiceXlsxOptions,
): readonly BuiltSheet[] => [
  ...buildSheets(sheetNames.invoices[language], invoiceTable(pages, layout, language), language),
  ...(hasRowsOfLines(layout)
    ? []
    : buildSheets(sheetNames.lines[language], lineTable(pages, language), language)),
  ...buildSheets(sheetNames.checks[language], checkTable(pages, language), language),
];

/**
 * Invoices as a workbook: a sheet of invoices in the layout asked for, one of goods lines where that has a row an invoice,
 * and one of checks. Ids are text, amounts numbers, dates dates; doubtful cells are tinted and say why in a note.
 */
export const invoicesToXlsx = (pages: readonly ExportPage[], options: InvoiceXlsxOptions): Promise<Buffer> =>
  writeWorkbook(invoiceSheets(pages, options));

/** A sheet ends with the column XFD. */
const mostColumns = 16_384;

/** Faces as a workbook, one row a face; of more points than a sheet has columns for, how many there are. */
export const facesToXlsx = (pages: readonly ExportPage[], options: FaceTableOptions): Promise<Buffer> => {
  const table = faceTable(pages, { ...options, mostColumns });
  return writeWorkbook(buildSheets(sheetNames.faces[options.language], table, options.language));
};
