import { sql } from 'kysely';
import { setTimeout as wait } from 'node:timers/promises';
import type { DatabaseAddress } from '../store/address.ts';
import { connectDatabase } from '../store/connection.ts';
import { isMissing } from '../store/failures.ts';
import { noFigures, officeFigures, type OfficeFigures } from '../store/office-state.ts';

/** Looks at the database on a connection of its own, so that a busy or waiting process still says how it is. */
export type DatabaseProbe = {
  readonly isUp: () => Promise<boolean>;
  /** Null while the database is away. Zeros until the office has its tables. */
  readonly figures: () => Promise<OfficeFigures | null>;
  readonly close: () => Promise<void>;
};

/** How long a look may take, in milliseconds: monitors give up after a few seconds. */
const usualLimitMs = 2_000;

/** One question at a time: a database that does not answer must not collect questions. */
const oneAtATime = <Value>(ask: () => Promise<Value>, limitMs: number): (() => Promise<Value | null>) => {
  let running: Promise<Value | null> | null = null;
  return () => {
    running ??= ask()
      .catch(() => null)
      .finally(() => {
        running = null;
      });
    return Promise.race([running, wait(limitMs, null, { ref: false })]);
  };
};

export const openDatabaseProbe = (address: DatabaseAddress, limitMs = usualLimitMs): DatabaseProbe => {
  const { db, close } = connectDatabase(address, 0, 1, undefined, limitMs, limitMs);
  const isUp = oneAtATime(() => sql`SELECT 1`.execute(db).then(() => true), limitMs);
  const figures = oneAtATime(async (): Promise<OfficeFigures> => {
    try {
      return await officeFigures(db);
    } catch (error) {
      if (isMissing(error)) return noFigures;
      throw error;
    }
  }, limitMs);
  return { isUp: async () => (await isUp()) === true, figures, close };
};
