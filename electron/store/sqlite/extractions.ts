import type { DatabaseSync } from 'node:sqlite';
import { extractionReads, extractionWrites } from '../sql/extractions.ts';
import { sqliteMethods } from './run-steps.ts';

export type Extractions = ReturnType<typeof openExtractions>;

export const openExtractions = (db: DatabaseSync, now: () => Date) => {
  const { reading, writing } = sqliteMethods(db);
  return { ...reading(extractionReads), ...writing(extractionWrites(now)) };
};
