import { invoiceKey } from './invoice-key.ts';

/** The data that decides whether the amounts of a page are part of a sum. */
type Countable = {
  /** An invoice was recognized on the page. */
  readonly isInvoice: boolean;
  readonly isAside: boolean;
  /** Demo data never replaces a real invoice. */
  readonly isSandbox: boolean;
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

const keyOf = ({ isSandbox, code, number }: Countable): string | null => {
  const key = countedKey(code, number);
  return key === null ? null : `${isSandbox ? 'demo ' : ''}${key}`;
};

/**
 * The rule of all sums in tables, totals and exports: the first page of an invoice counts, its duplicates
 * don't. Pages that the user has set aside don't count either.
 */
export const createCountedOnce = (): CountedOnce => {
  const seen = new Set<string>();
  return (page) => {
    if (!page.isInvoice || page.isAside) return false;
    const key = keyOf(page);
    if (key === null) return true;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  };
};
