import type { InvoiceColumnId } from '../../shared/contract/export/columns.ts';
import type { CustomLayout, Layout } from '../../shared/contract/export/layout.ts';
import type { Language } from '../../shared/language.ts';
import type { ExportPage } from './export-page.ts';
import { deductionColumns, taxBureauColumns } from './fixed-layouts.ts';
import { invoiceColumns } from './invoice-columns.ts';
import { stateOf } from './page-words.ts';
import { ownInvoiceColumns, ownLineColumns } from './own-layouts.ts';
import { invoiceRows, lineRows, type InvoiceRow } from './rows.ts';
import { place, type PlacedColumn, type Table } from './table.ts';

const placeOwn = (ids: readonly InvoiceColumnId[], language: Language) =>
  place<InvoiceRow>(
    ids.map((columnId) => invoiceColumns[columnId]),
    language,
  );

const placeCustom = (layout: CustomLayout, language: Language): PlacedColumn<InvoiceRow>[] =>
  layout.columns.map(({ column: columnId, header }) => {
    const column = invoiceColumns[columnId];
    return { header: header ?? column.header[language], column };
  });

/** Sandbox data and errors are shown whether the user chose their columns or not, wherever there are any. */
const withNeededMarks = (
  columns: readonly PlacedColumn<InvoiceRow>[],
  pages: readonly ExportPage[],
  language: Language,
): readonly PlacedColumn<InvoiceRow>[] => {
  const needed: InvoiceColumnId[] = [];
  if (pages.some((page) => page.sandbox)) needed.push('sandbox');
  if (pages.some((page) => stateOf(page) !== 'recognized')) needed.push('source', 'page', 'error');
  const missing = needed.filter((columnId) => !columns.some(({ column }) => column.id === columnId));
  return [...columns, ...placeOwn(missing, language)];
};

/** A table of invoices, one row each, or of goods lines where the layout asks for them. */
export const invoiceTable = (
  pages: readonly ExportPage[],
  layout: Layout,
  language: Language,
): Table<InvoiceRow> => {
  if (layout === 'vouch') return { columns: placeOwn(ownInvoiceColumns, language), rows: invoiceRows(pages) };
  if (layout === 'tax-bureau') return { columns: taxBureauColumns, rows: lineRows(pages) };
  if (layout === 'deduction') return { columns: deductionColumns, rows: invoiceRows(pages) };
  return {
    columns: withNeededMarks(placeCustom(layout, language), pages, language),
    rows: layout.rows === 'line' ? lineRows(pages) : invoiceRows(pages),
  };
};

/** Vouch's own table of goods lines. */
export const lineTable = (pages: Iterable<ExportPage>, language: Language): Table<InvoiceRow> => ({
  columns: placeOwn(ownLineColumns, language),
  rows: lineRows(pages),
});
