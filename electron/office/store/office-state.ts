import { sql, type Kysely } from 'kysely';
import { z } from 'zod';
import type { OfficeOutput } from '../../../shared/contract/office.ts';
import { failureSchema } from '../../../shared/services/failure.ts';
import { serviceIdSchema } from '../../../shared/services/service.ts';
import { isNotInBin } from '../../store/records/page-row.ts';
import { isOverBudget } from '../../store/sql/call-budget.ts';
import { budgetLeft, callsToday } from './call-budget.ts';
import type { OfficeStore } from './open-store.ts';
import { queueSchema } from './schema.ts';
import type { Tables } from './tables.ts';
import { goneAfterSeconds } from './workers.ts';

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

/** Those of an office without tables. */
export const noFigures: OfficeFigures = {
  queued: 0,
  oldestSeconds: 0,
  workers: 0,
  workersWithAccount: 0,
  budgetLeft: null,
};

const figuresRow = z.object({
  queued: z.int(),
  oldest: z.number(),
  workers: z.int(),
  with_account: z.int(),
  at: z.date(),
});

export const officeFigures = async (db: Kysely<Tables>): Promise<OfficeFigures> => {
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
};

const countsRow = z.object({ calling: z.int(), over_budget: z.int() });
const failedRow = z.object({
  service: serviceIdSchema,
  failure: z
    .string()
    .transform((value): unknown => JSON.parse(value))
    .pipe(failureSchema),
  pages: z.int(),
});

const dayMs = 86_400_000;
const mostReasons = 20;

type StateOf = Pick<OfficeStore, 'connection' | 'clock'>;

const underWay = new WeakMap<OfficeStore['connection'], Promise<OfficeOutput<'state'>>>();

/**
 * The state of an office for its administrators. Failures are those of the last 24 hours, the most frequent first. All
 * who ask at once get one answer: the counts read every page that fails or waits.
 */
export const officeState = (office: StateOf): Promise<OfficeOutput<'state'>> => {
  const { connection } = office;
  const state = underWay.get(connection) ?? readState(office).finally(() => void underWay.delete(connection));
  underWay.set(connection, state);
  return state;
};

const readState = async ({
  connection: { db, patiently },
  clock: { now },
}: StateOf): Promise<OfficeOutput<'state'>> =>
  patiently(async () => {
    const at = now();
    const figures = await officeFigures(db);
    const counts = await sql`
      SELECT (SELECT count(*) FROM pages WHERE state = 'calling' AND ${sql.raw(isNotInBin)}) AS calling,
        (SELECT count(*) FROM pages
          WHERE ${sql.raw(isOverBudget)} AND ${sql.raw(isNotInBin)}) AS over_budget`.execute(db);
    const failed = await sql`
      SELECT service, max(failure) AS failure, count(*) AS pages FROM pages
      WHERE state = 'failed' AND failure IS NOT NULL AND ${sql.raw(isNotInBin)}
        AND finished_at >= ${new Date(at.getTime() - dayMs).toISOString()}
      GROUP BY service, failure::json ->> 'reason', failure::json ->> 'code'
      ORDER BY pages DESC LIMIT ${mostReasons}`.execute(db);
    const { calling, over_budget: overBudget } = countsRow.parse(counts.rows[0]);
    const failures = failed.rows.map((row) => failedRow.parse(row));
    return { ...figures, calling, overBudget, callsToday: await callsToday(db, at), failures };
  });
