import { invoiceKey } from '../../shared/books/invoice-key.ts';
import type { ExportPage } from './export-page.ts';

/** Whether a page's amounts are part of the totals; asked once for each page, in their order. */
export type CountedOnce = (page: ExportPage) => boolean;

/** An 8-digit number says too little without its code: two invoices may have it. */
const keyOf = ({ invoice }: ExportPage): string | null => {
  const key = invoice && invoiceKey(invoice.value.code, invoice.value.number);
  return key === null || key.startsWith('/') ? null : key;
};

/** The first page of an invoice counts, its duplicates don't; nor does what the user has set aside. */
export const createCountedOnce = (): CountedOnce => {
  const seen = new Set<string>();
  return (page) => {
    if (page.invoice === null || page.aside) return false;
    const key = keyOf(page);
    if (key === null) return true;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  };
};
