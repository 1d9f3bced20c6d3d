import { invoiceKey } from './invoice-key.ts';
import type { Invoice } from './model.ts';

/** The data that decides whether the amounts of a page are part of a sum. */
type Countable = {
  /** An invoice was recognized on the page. */
  readonly isInvoice: boolean;
  readonly isAside: boolean;
  /** Demo data has its own sums. */
  readonly isDemo: boolean;
  readonly code: string | null;
  readonly number: string | null;
};

/** Whether a page's amounts are part of the totals. Must be called once per page, in order. */
type CountedOnce = (page: Countable) => boolean;

/**
 * Equal for pages of the same invoice; null if that is unknown. An 8-digit number without its code is ambiguous: two
 * invoices may have it.
 */
export const countedKey = (code: string | null, number: string | null): string | null => {
  const key = invoiceKey(code, number);
  return key === null || key.startsWith('/') ? null : key;
};

/** Values that an invoice shows, as the ledger stores them. */
type Shown = Readonly<
  Record<
    'code' | 'number' | 'issueDate' | 'seller' | 'buyer' | 'total' | 'taxTotal' | 'grossTotal',
    string | null
  >
>;

/** A page without any value of an invoice is none: it is blank, or a paper such as a hotel bill. */
export const showsInvoice = (shown: Shown): boolean =>
  [
    shown.number,
    shown.grossTotal,
    shown.issueDate,
    shown.code,
    shown.seller,
    shown.buyer,
    shown.total,
    shown.taxTotal,
  ].some((value) => value !== null);

/** The same for an invoice with all its values. A tax ID or a line alone is none of those that decide. */
export const isInvoiceShown = (invoice: Invoice): boolean =>
  showsInvoice({ ...invoice, seller: invoice.seller.name, buyer: invoice.buyer.name });

/**
 * The rule of all sums in tables, totals and exports: an invoice counts if it was read, is not set aside and is no demo
 * data, and counts once, on its first page.
 * @param ofDemo sums demo data instead, where there is nothing else
 */
export const createCountedOnce = (ofDemo = false): CountedOnce => {
  const seen = new Set<string>();
  return (page) => {
    if (!page.isInvoice || page.isAside || page.isDemo !== ofDemo) return false;
    const key = countedKey(page.code, page.number);
    if (key === null) return true;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  };
};
