import { createCountedOnce, showsInvoice } from '../../../shared/invoice/counted-once.ts';
import { centsOf, formatCents } from '../../../shared/invoice/money.ts';
import type { PageSummary } from '../../../shared/contract/page.ts';

type Sums = {
  /** Number of pages, including duplicates. */
  readonly pages: number;
  /** Number of summed invoices: each once, without those set aside. */
  readonly invoices: number;
  /** Those of them that nobody has confirmed, and those with errors. */
  readonly unconfirmed: number;
  readonly withErrors: number;
  /** Those of them of which an amount is unknown: their sums do not add up. */
  readonly incomplete: number;
  /** Demo invoices that are not in the sums. */
  readonly demo: number;
  /** There is nothing but demo data, which is summed then. */
  readonly isDemo: boolean;
  readonly total: string;
  readonly taxTotal: string;
  readonly grossTotal: string;
};

const isInvoice = ({ service, state, headline }: PageSummary): boolean =>
  service === 'vat-invoice' && state === 'recognized' && showsInvoice(headline);

/** An error that only names copies counts for the copy, not for the invoice that counts. */
const hasErrors = ({ findings, failedGroups }: PageSummary): boolean =>
  findings.error > (failedGroups.includes('duplicate') ? 1 : 0);

/** Amounts in cents, unknown ones as null. An invoice without tax has the same amount with and without tax. */
const isIncomplete = (net: number | null, tax: number | null, gross: number | null): boolean =>
  net === null || gross === null || (tax === null && net !== gross);

/** Sums of some pages in integer cents. Invalid amounts count as zero, and their invoices as incomplete. */
export const sumsOf = (pages: readonly PageSummary[]): Sums => {
  const isDemo = pages.some(isInvoice) && !pages.some((page) => isInvoice(page) && !page.demo);
  const counts = createCountedOnce(isDemo);
  const sums = { total: 0, taxTotal: 0, grossTotal: 0 };
  let [invoices, unconfirmed, withErrors, incomplete, demo] = [0, 0, 0, 0, 0];
  for (const page of pages) {
    const { review, headline } = page;
    if (isInvoice(page) && page.demo && !isDemo) demo += 1;
    const isAside = review === 'aside';
    if (!counts({ isInvoice: isInvoice(page), isAside, isDemo: page.demo, ...headline })) continue;
    invoices += 1;
    if (review === 'open') unconfirmed += 1;
    if (hasErrors(page)) withErrors += 1;
    const [net, tax, gross] = [headline.total, headline.taxTotal, headline.grossTotal].map(centsOf);
    if (isIncomplete(net ?? null, tax ?? null, gross ?? null)) incomplete += 1;
    sums.total += net ?? 0;
    sums.taxTotal += tax ?? 0;
    sums.grossTotal += gross ?? 0;
  }
  return {
    pages: pages.length,
    invoices,
    unconfirmed,
    withErrors,
    incomplete,
    demo,
    isDemo,
    total: formatCents(sums.total),
    taxTotal: formatCents(sums.taxTotal),
    grossTotal: formatCents(sums.grossTotal),
  };
};
