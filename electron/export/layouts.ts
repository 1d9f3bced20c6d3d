import type { InvoiceColumnId } from '../../shared/contract/export/column-ids.ts';
import type { CustomLayout, Layout } from '../../shared/contract/export/exported.ts';
import type { Language } from '../../shared/language.ts';
import { deductionColumns, taxBureauColumns } from './fixed-layouts.ts';
import { invoiceColumns } from './invoice-columns.ts';
import type { ExportFacts } from './page-encoder.ts';
import type { ExportPage } from './export-page.ts';
import { countedRows, type InvoiceRow, place, type PlacedColumn } from './rows.ts';

/** Vouch's own table of invoices: the data, the findings and the origin. */
const ownInvoiceColumns: readonly InvoiceColumnId[] = [
  'source',
  'page',
  'state',
  'kind-name',
  'code',
  'number',
  'issue-date',
  'buyer-name',
  'buyer-tax-id',
  'seller-name',
  'seller-tax-id',
  'total',
  'tax-total',
  'gross-total',
  'gross-total-words',
  'line-count',
  'remark',
  'drawer',
  'payee',
  'reviewer',
  'machine-number',
  'reverses',
  'check-code',
  'buyer-address-phone',
  'buyer-bank-account',
  'seller-address-phone',
  'seller-bank-account',
  'cipher-area',
  'findings',
  'error',
  'sandbox',
  'maybe-paid',
  'session-id',
  'review-status',
  'tags',
  'note',
  'verification-result',
  'verification-day',
  'voucher',
  'posting-date',
  'period',
  'reader',
  'seal',
  'renditions',
  'ticket-type',
  'ticket-number',
  'passenger',
  'ticket-from',
  'ticket-to',
  'ticket-date',
  'ticket-vehicle',
  'ticket-class',
  'fare',
  'fuel-surcharge',
  'fund',
  'other-taxes',
  'journeys',
  'special',
  'counted',
  'side',
  'business',
];

/** Vouch's own table of line items, each with the data that identifies its invoice. */
const ownLineColumns: readonly InvoiceColumnId[] = [
  'source',
  'page',
  'state',
  'code',
  'number',
  'issue-date',
  'buyer-name',
  'seller-name',
  'line-number',
  'line-name',
  'line-specification',
  'line-unit',
  'line-printed-quantity',
  'line-quantity',
  'line-unit-price',
  'line-amount',
  'line-tax-rate',
  'line-tax',
  'error',
  'sandbox',
  'maybe-paid',
  'review-status',
  'tags',
  'note',
  'counted',
];

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
 * Adds the columns that mark demo data and errors, if any page needs them, even if the user did not choose
 * them.
 */
const withNeededMarks = (
  columns: readonly PlacedColumn<InvoiceRow>[],
  { demo, incomplete }: ExportFacts,
  language: Language,
): readonly PlacedColumn<InvoiceRow>[] => {
  const needed: InvoiceColumnId[] = [];
  if (demo) needed.push('sandbox');
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

/** The tax bureau's lists hold real invoices only, each once. */
export const isTaxLayout = (layout: Layout): boolean => layout === 'tax-bureau' || layout === 'deduction';

/**
 * The rows of pages that are passed in order. The tax bureau's lists leave out demo data and copies, which
 * a program that imports them would take for more invoices, and number what is left.
 */
export const rowsIn = (layout: Layout): ((page: ExportPage) => readonly InvoiceRow[]) => {
  const rowsOf = countedRows(rowsOfLayout(layout) === 'line');
  if (!isTaxLayout(layout)) return rowsOf;
  let ordinal = 0;
  return (page) =>
    rowsOf(page)
      .filter(({ isCounted }) => isCounted)
      .map(({ page: of, invoice, line }) => {
        ordinal += 1;
        return { page: of, ordinal, isCounted: true, invoice, line };
      });
};
