import type { PageSummary } from '../contract/page.ts';

/**
 * Whether an invoice can be confirmed without a look: recognized, not marked, and no warning or error open. Notes don't
 * count. Neither do an invoice without a seal and a red invoice whose original is not here: those are notes.
 */
export const isClean = ({ service, state, review, doubts, failure }: PageSummary): boolean =>
  service === 'vat-invoice' &&
  state === 'recognized' &&
  failure === null &&
  review === 'open' &&
  doubts.warn + doubts.error === 0;
