import { isDemoPage, isNotInBin } from '../records/page-row.ts';
import type { MatchInvoice } from '../../../shared/books/match-list.ts';

/** The figures of an invoice that a list of the tax bureau is compared with, and its page. */
type ListedInvoice = { readonly page: number; readonly invoice: MatchInvoice };

type Text = string | null;

/**
 * The columns of a listed invoice in their order. A ledger has 100,000 of them: rows travel between threads as
 * lists of values, which takes a third of the time of objects.
 */
export type ListedRow = readonly [
  page: number,
  kind: Text,
  code: Text,
  number: Text,
  issueDate: Text,
  seller: Text,
  sellerTaxId: Text,
  buyer: Text,
  buyerTaxId: Text,
  total: Text,
  taxTotal: Text,
  grossTotal: Text,
];

/** The columns of `ListedRow` in the SQL of both engines. */
export const listedColumns = `results.page, results.kind, results.code, results.number, results.issue_date,
  results.seller, results.seller_tax_id, results.buyer, results.buyer_tax_id, results.total, results.tax_total,
  results.gross_total`;

/** Recognized invoices that the gate lets through for a comparison with a list, in the SQL of both engines. */
export const isListable = `pages.state = 'recognized' AND pages.service = 'vat-invoice' AND results.review <> 'aside'
  AND results.number IS NOT NULL AND ${isNotInBin} AND NOT ${isDemoPage}`;

/** Checks a row by hand: a schema takes longer than the query. */
export const isListedRow = (value: unknown): value is ListedRow =>
  Array.isArray(value) &&
  value.length === 12 &&
  typeof value[0] === 'number' &&
  value.every((one, index) => index === 0 || one === null || typeof one === 'string');

export const listedInvoice = (row: ListedRow): ListedInvoice => {
  const [
    page,
    kind,
    code,
    number,
    issueDate,
    seller,
    sellerTaxId,
    buyer,
    buyerTaxId,
    total,
    taxTotal,
    grossTotal,
  ] = row;
  return {
    page,
    invoice: {
      kind: kind ?? '',
      code,
      number,
      issueDate,
      seller: { name: seller, taxId: sellerTaxId },
      buyer: { name: buyer, taxId: buyerTaxId },
      total,
      taxTotal,
      grossTotal,
    },
  };
};
