import type { DatabaseSync } from 'node:sqlite';
import { figureWrites } from '../sql/figures.ts';
import { lookalikeReads } from '../sql/lookalikes.ts';
import { reviewReads, reviewWrites } from '../sql/reviews.ts';
import { nearInvoices } from './near-invoices.ts';
import { stepsOver } from './run-steps.ts';

export type Results = ReturnType<typeof openResults>;

/** Figures from the extractions, and the user's review events. */
export const openResults = (db: DatabaseSync, now: () => Date) => {
  const { reading, writing } = stepsOver(db);
  return {
    ...reading({ ...reviewReads, ...lookalikeReads(nearInvoices) }),
    ...writing({ ...reviewWrites(now), ...figureWrites }),
  };
};
