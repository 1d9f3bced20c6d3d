import type { InvoiceColumnId } from '../../shared/contract/export/columns.ts';
import type { CustomLayout, Layout } from '../../shared/contract/export/layout.ts';
import type { Language } from '../../shared/language.ts';
import { deductionColumns, taxBureauColumns } from './fixed-layouts.ts';
import { invoiceColumns } from './invoice-columns.ts';
import type { ExportFacts } from './page-encoder.ts';
import { ownInvoiceColumns, ownLineColumns } from './own-layouts.ts';
import type { InvoiceRow } from './rows.ts';
import { place, type PlacedColumn } from './table.ts';

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

/**
 * Adds the columns that mark sandbox data and errors, if any page needs them, even if the user did not choose
 * them.
 */
const withNeededMarks = (
  columns: readonly PlacedColumn<InvoiceRow>[],
  { sandbox, incomplete }: ExportFacts,
  language: Language,
): readonly PlacedColumn<InvoiceRow>[] => {
  const needed: InvoiceColumnId[] = [];
  if (sandbox) needed.push('sandbox');
  if (incomplete) needed.push('source', 'page', 'error');
  const missing = needed.filter((columnId) => !columns.some(({ column }) => column.id === columnId));
  return [...columns, ...placeOwn(missing, language)];
};

/** Whether a row of a layout represents an invoice or one of its line items. */
export const rowsOfLayout = (layout: Layout): 'invoice' | 'line' => {
  if (layout === 'tax-bureau') return 'line';
  return typeof layout === 'object' && layout.rows === 'line' ? 'line' : 'invoice';
};

/** The columns of a table of invoices; some depend on facts about all pages. */
export const invoiceColumnsFor = (
  layout: Layout,
  facts: ExportFacts,
  language: Language,
): readonly PlacedColumn<InvoiceRow>[] => {
  if (layout === 'vouch') return placeOwn(ownInvoiceColumns, language);
  if (layout === 'tax-bureau') return taxBureauColumns;
  if (layout === 'deduction') return deductionColumns;
  return withNeededMarks(placeCustom(layout, language), facts, language);
};

/** The columns of Vouch's own table of line items. */
export const lineColumnsFor = (language: Language): readonly PlacedColumn<InvoiceRow>[] =>
  placeOwn(ownLineColumns, language);
