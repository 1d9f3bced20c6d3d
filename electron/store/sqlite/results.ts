import type { DatabaseSync } from 'node:sqlite';
import { figureWrites } from '../sql/figures.ts';
import { lookalikeReads } from '../sql/lookalikes.ts';
import { reviewReads, reviewWrites } from '../sql/reviews.ts';
import { nearInSqlite } from './near-invoices.ts';
import { sqliteMethods } from './run-steps.ts';

export type Results = ReturnType<typeof openResults>;

/** Figures from the extractions, and the user's review events. */
export const openResults = (db: DatabaseSync, now: () => Date) => {
  const { reading, writing } = sqliteMethods(db);
  return {
    ...reading({ ...reviewReads, ...lookalikeReads(nearInSqlite) }),
    ...writing({ ...reviewWrites(now), ...figureWrites }),
  };
};
