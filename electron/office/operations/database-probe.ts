import { sql } from 'kysely';
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import type { DatabaseAddress } from '../store/address.ts';
import { connectDatabase } from '../store/connection.ts';
import { budgetLeft } from '../store/call-budget.ts';
import { isMissing } from '../store/failures.ts';
import { queueSchema } from '../store/schema.ts';
import { goneAfterSeconds } from '../store/workers.ts';

/** What the administrators of an office want to see, at one time. */
export type OfficeFigures = {
  /** Pages that no worker has taken yet. */
  readonly queued: number;
  /** Age of the oldest of them; 0 if there is none. */
  readonly oldestSeconds: number;
  readonly workers: number;
  readonly workersWithAccount: number;
  /** How many paid calls may still begin today; null without a budget. */
  readonly budgetLeft: number | null;
};

/** Looks at the database on a connection of its own, so that a busy or waiting process still says how it is. */
export type DatabaseProbe = {
  readonly isUp: () => Promise<boolean>;
  /** Null while the database is away. Zeros until the office has its tables. */
  readonly figures: () => Promise<OfficeFigures | null>;
  readonly close: () => Promise<void>;
};

/** How long a look may take, in milliseconds: monitors give up after a few seconds. */
const usualLimitMs = 2_000;

const figuresRow = z.object({
  queued: z.int(),
  oldest: z.number(),
  workers: z.int(),
  with_account: z.int(),
  at: z.date(),
});
const noFigures: OfficeFigures = {
  queued: 0,
  oldestSeconds: 0,
  workers: 0,
  workersWithAccount: 0,
  budgetLeft: null,
};

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
      const { rows } = await sql`
        SELECT count(*) AS queued, clock_timestamp() AS at,
          coalesce(extract(epoch FROM clock_timestamp() - min(created_on)), 0)::double precision AS oldest,
          (SELECT count(*) FROM workers WHERE seen > clock_timestamp()
            - make_interval(secs => ${goneAfterSeconds}::double precision)) AS workers,
          (SELECT count(*) FROM workers WHERE has_account AND seen > clock_timestamp()
            - make_interval(secs => ${goneAfterSeconds}::double precision)) AS with_account
        FROM ${sql.table(`${queueSchema}.job`)} AS job
        WHERE job.name = 'pages' AND job.state IN ('created', 'retry')`.execute(db);
      const row = figuresRow.parse(rows[0]);
      return {
        queued: row.queued,
        oldestSeconds: Math.max(0, row.oldest),
        workers: row.workers,
        workersWithAccount: row.with_account,
        budgetLeft: await budgetLeft(db, row.at),
      };
    } catch (error) {
      if (isMissing(error)) return noFigures;
      throw error;
    }
  }, limitMs);
  return { isUp: async () => (await isUp()) === true, figures, close };
};
