import type { PageSummary } from './page.ts';

/**
 * Whether an invoice can be confirmed without review: recognized, not marked, and without an open warning or
 * error. Notes don't count, such as a missing seal or a red invoice whose original is not here.
 */
export const isClean = ({ service, state, review, findings, failure }: PageSummary): boolean =>
  service === 'vat-invoice' &&
  state === 'recognized' &&
  failure === null &&
  review === 'open' &&
  findings.warn + findings.error === 0;
