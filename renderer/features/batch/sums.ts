import { centsOf, formatCents } from '../../../shared/invoice/money.ts';
import type { PageSummary } from '../../../shared/contract/page.ts';
import { createCountedOnce } from '../../../shared/invoice/counted-once.ts';

type Sums = {
  /** Number of pages, including duplicates. */
  readonly pages: number;
  /** Number of summed invoices: each once, without those set aside. */
  readonly invoices: number;
  readonly total: string;
  readonly taxTotal: string;
  readonly grossTotal: string;
};

/** Sums of some pages in integer cents. Invalid amounts count as zero. */
export const sumsOf = (pages: readonly PageSummary[]): Sums => {
  const counts = createCountedOnce();
  const sums = { total: 0, taxTotal: 0, grossTotal: 0 };
  let invoices = 0;
  for (const page of pages) {
    const { service, state, review, sandbox, headline } = page;
    const isInvoice = service === 'vat-invoice' && state === 'recognized';
    if (!counts({ isInvoice, isAside: review === 'aside', isSandbox: sandbox, ...headline })) continue;
    invoices += 1;
    sums.total += centsOf(headline.total) ?? 0;
    sums.taxTotal += centsOf(headline.taxTotal) ?? 0;
    sums.grossTotal += centsOf(headline.grossTotal) ?? 0;
  }
  return {
    pages: pages.length,
    invoices,
    total: formatCents(sums.total),
    taxTotal: formatCents(sums.taxTotal),
    grossTotal: formatCents(sums.grossTotal),
  };
};
