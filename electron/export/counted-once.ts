import { createCountedOnce as createRule } from '../../shared/review/counted-once.ts';
import type { ExportPage } from './export-page.ts';

/** Whether a page's amounts are part of the totals. Must be called once per page, in order. */
export type ExportCountedOnce = (page: ExportPage) => boolean;

/** Applies the rule for totals to the pages of an export. */
export const createExportCountedOnce = (): ExportCountedOnce => {
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
