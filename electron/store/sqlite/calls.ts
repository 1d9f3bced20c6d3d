import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { cutOffFailure } from '../records/call.ts';
import { isOpenPage } from '../records/page-row.ts';
import { callReads, callRecordReads, callWrites, keepEarlier } from '../sql/calls.ts';
import { all, change } from '../sql/steps.ts';
import { sqliteMethods } from './run-steps.ts';

const idRow = z.object({ id: z.int() });

const selectCalling = `SELECT id FROM pages WHERE state = 'calling' AND ${isOpenPage}`;
const interruptPages = `
  UPDATE pages SET state = 'interrupted', finished_at = $1 WHERE state = 'calling' AND ${isOpenPage}`;
const interruptCalls = `
  UPDATE calls SET state = 'interrupted', finished_at = $1, maybe_paid = 1 WHERE state = 'calling'`;

const interruption = (now: () => Date) => ({
  /** Ends calls that were running when an earlier process ended, and marks their pages. Returns their number. */
  *interrupt() {
    const at = now().toISOString();
    for (const row of yield* all(selectCalling)) yield* keepEarlier(idRow.parse(row).id, cutOffFailure, at);
    yield* change(interruptPages, at);
    return yield* change(interruptCalls, at);
  },
});

export type Calls = ReturnType<typeof openCalls>;

/** Calls and their raw responses. */
export const openCalls = (db: DatabaseSync, now: () => Date) => {
  const { reading, writing } = sqliteMethods(db);
  return { ...reading(callReads), ...writing({ ...callWrites(now, null), ...interruption(now) }) };
};

export type CallRecords = ReturnType<typeof openCallRecords>;

export const openCallRecords = (db: DatabaseSync) => sqliteMethods(db).reading(callRecordReads);
