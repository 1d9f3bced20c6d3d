import { centsOf, formatCents } from '../../../shared/invoice/money.ts';
import type { PageSummary } from '../../../shared/contract/page.ts';

export type Sums = {
  /** Pages that were counted, duplicates included. */
  readonly pages: number;
  /** Invoices that were summed: each once, however often it was scanned. */
  readonly invoices: number;
  readonly total: string;
  readonly taxTotal: string;
  readonly grossTotal: string;
};

/** What makes two pages the same invoice; null for a page that is none. */
const invoiceKey = ({ state, headline, sandbox }: PageSummary): string | null => {
  if (state !== 'recognized') return null;
  return headline.number === null ? '' : `${sandbox} ${headline.code ?? ''} ${headline.number}`;
};

/** Sums of some pages in integer cents. Amounts that are none count as nothing. */
export const sumsOf = (pages: readonly PageSummary[]): Sums => {
  const seen = new Set<string>();
  const sums = { total: 0, taxTotal: 0, grossTotal: 0 };
  let invoices = 0;
  for (const page of pages) {
    const key = invoiceKey(page);
    if (key === null || page.service !== 'vat-invoice') continue;
    if (key !== '' && seen.has(key)) continue;
    seen.add(key);
    invoices += 1;
    sums.total += centsOf(page.headline.total) ?? 0;
    sums.taxTotal += centsOf(page.headline.taxTotal) ?? 0;
    sums.grossTotal += centsOf(page.headline.grossTotal) ?? 0;
  }
  return {
    pages: pages.length,
    invoices,
    total: formatCents(sums.total),
    taxTotal: formatCents(sums.taxTotal),
    grossTotal: formatCents(sums.grossTotal),
  };
};
