import { createCountedOnce as createRule } from '../../shared/review/counted-once.ts';
import type { ExportPage } from './export-page.ts';

/** Whether a page's amounts are part of the totals; asked once for each page, in their order. */
export type CountedOnce = (page: ExportPage) => boolean;

/** The rule of every sum, for pages of an export. */
export const createCountedOnce = (): CountedOnce => {
  const counts = createRule();
  return ({ invoice, aside, sandbox }) =>
    counts({
      isInvoice: invoice !== null,
      isAside: aside === true,
      isSandbox: sandbox,
      code: invoice?.value.code ?? null,
      number: invoice?.value.number ?? null,
    });
};
