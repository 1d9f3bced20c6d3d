import type { DatabaseSync } from 'node:sqlite';
import { extractionReads, extractionWrites } from '../sql/extractions.ts';
import { stepsOver } from './run-steps.ts';

export type Extractions = ReturnType<typeof openExtractions>;

export const openExtractions = (db: DatabaseSync, now: () => Date) => {
  const { reading, writing } = stepsOver(db);
  return { ...reading(extractionReads), ...writing(extractionWrites(now)) };
};
