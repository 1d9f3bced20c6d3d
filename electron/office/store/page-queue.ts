import { sql, type Kysely } from 'kysely';
import { fromKysely } from 'pg-boss';
import { z } from 'zod';
import { pageIdSchema, type PageId } from '../../../shared/contract/page.ts';
import type { WriteStore } from '../../store/port.ts';
import { isNotInBin } from '../../store/records/page-row.ts';
import type { OfficeStore } from './open-store.ts';
import { releaseAffordable } from './call-budget.ts';
import { isAway } from './failures.ts';
import { bossOver, queueName, startAsOwner, usualTimes } from './queue-schema.ts';
import { queueSchema } from './schema.ts';
import type { Tables } from './tables.ts';
import { announceChanged, databaseOf } from './units.ts';

/** A page that a worker must process. */
export type PageJob = {
  readonly id: string;
  readonly page: PageId;
  /** How often processing it has failed unexpectedly, on any worker, or has ended with its worker. */
  readonly faults: number;
};

/**
 * Whether a worker can process a page: it is waiting, not claimed, and has a picture to send. A waiting page with a
 * failure waits for the budget of another day.
 */
export const wantsWorker = (page: {
  readonly state: string;
  readonly held: boolean | number;
  readonly picture: unknown;
  readonly failure: unknown;
}): boolean => page.state === 'waiting' && !page.held && page.picture !== null && page.failure === null;

/**
 * The pages that wait for a worker. Jobs are delivered at least once; the rows of the calls prevent a second
 * paid call.
 */
export type PageQueue = {
  /**
   * Part of the unit's transaction: page and job are stored together, or neither. A page has at most one job.
   */
  readonly send: (unit: WriteStore, pages: readonly PageId[]) => Promise<void>;
  readonly take: (atMost: number) => Promise<readonly PageJob[]>;
  /**
   * The job has ended. If a user requested its page again before that, the page got no other job and gets a
   * new one now.
   */
  readonly done: (job: PageJob) => Promise<void>;
  /** Returns a job: any worker may take it after a while. `faults` is its new count. */
  readonly giveBack: (job: Pick<PageJob, 'id' | 'faults'>) => Promise<void>;
  /** Reports that the worker is alive, so that it keeps its jobs. */
  readonly touch: (jobs: readonly string[]) => Promise<void>;
  /**
   * Queues waiting pages that have no job: a server may be killed between preparing a page and passing it on.
   * @returns their number
   */
  readonly sendForgotten: () => Promise<number>;
  /**
   * Queues the pages that waited for the budget of paid calls, as many as may call now.
   * @returns their number
   */
  readonly sendAffordable: () => Promise<number>;
  /** Jobs that no worker has taken. */
  readonly waiting: () => Promise<number>;
  /** Called when a page was queued. */
  readonly listen: (onSent: () => void) => () => void;
  readonly close: () => Promise<void>;
};

type PageQueueOptions = {
  /** Whether this process returns the jobs of dead workers to the queue. */
  readonly supervises: boolean;
  readonly onBug: (error: unknown) => void;
  /** Seconds without a heartbeat after which another worker may take a job. At least 10. */
  readonly heartbeatSeconds?: number;
  /** For tests: seconds until a returned job can be taken again. */
  readonly againSeconds?: number;
};

const channel = 'vouch_queue';

const jobData = z.object({ page: pageIdSchema, faults: z.int().nonnegative().default(0) });
const jobs = sql.table(`${queueSchema}.job`);
const countRow = z.object({ jobs: z.int() });
const forgottenRow = z.object({ id: z.int() });
/** Number of pages in one transaction. */
const mostForgotten = 1_000;

export const openPageQueue = async (
  {
    store,
    connection: { db, pool, patiently },
    notices,
    clock: { now },
    isOwner,
  }: Pick<OfficeStore, 'store' | 'connection' | 'notices' | 'clock' | 'isOwner'>,
  { supervises, onBug, ...times }: PageQueueOptions,
): Promise<PageQueue> => {
  // Workers of a role that owns no tables can't change them: `vouch office prepare` does.
  const boss = bossOver(pool, {
    migrate: isOwner,
    reindex: isOwner,
    supervise: supervises,
    superviseIntervalSeconds: 5,
    monitorIntervalSeconds: 5,
  });
  // It repeats its own queries when the database is back.
  boss.on('error', (error) => {
    if (!isAway(error)) onBug(error);
  });
  if (isOwner) await startAsOwner(pool, boss, { ...usualTimes, ...times });
  else await boss.start();
  // pg-boss reads its queues once a minute; this queue is needed now.
  await boss.getQueue(queueName);

  const insert = async (trx: Kysely<Tables>, pages: readonly PageId[]): Promise<void> => {
    const added = pages.map((page) => ({ data: { page }, singletonKey: String(page) }));
    await boss.insert(queueName, added, { db: fromKysely(trx) });
    await sql`SELECT pg_notify(${channel}, '')`.execute(trx);
  };

  /** A taken job counts as one more fault until it ends or is returned: its worker may die. */
  const countAsFault = async (taken: readonly string[]): Promise<void> => {
    await sql`UPDATE ${jobs}
      SET data = jsonb_set(data, '{faults}', to_jsonb(coalesce((data ->> 'faults')::integer, 0) + 1))
      WHERE name = ${queueName} AND id = ANY(${taken}::uuid[])`.execute(db);
  };

  const giveBack = ({ id, faults }: Pick<PageJob, 'id' | 'faults'>): Promise<void> =>
    db.transaction().execute(async (trx) => {
      await sql`UPDATE ${jobs} SET data = jsonb_set(data, '{faults}', to_jsonb(${faults}::integer))
        WHERE name = ${queueName} AND id = ${id}`.execute(trx);
      await boss.fail(queueName, id, null, { db: fromKysely(trx) });
    });

  const end = (job: PageJob): Promise<void> =>
    db.transaction().execute(async (trx) => {
      // The lock orders this with a request for the page: one of the two sees what the other wrote.
      const page = await trx
        .selectFrom('pages')
        .select(['state', 'held', 'picture', 'failure'])
        .where('id', '=', job.page)
        .forNoKeyUpdate()
        .executeTakeFirst();
      await boss.complete(queueName, job.id, null, { db: fromKysely(trx) });
      if (page && wantsWorker(page)) await insert(trx, [job.page]);
    });

  return {
    send: async (unit, pages) => {
      if (pages.length > 0) await insert(databaseOf(unit), pages);
    },
    take: async (atMost) => {
      if (atMost < 1) return [];
      const taken = await boss.fetch(queueName, { batchSize: atMost });
      if (taken.length > 0) await countAsFault(taken.map(({ id }) => id));
      return taken.map(({ id, data }) => {
        const { page, faults } = jobData.parse(data);
        return { id, page, faults };
      });
    },
    done: (job) => patiently(() => end(job)),
    giveBack: (job) => patiently(() => giveBack(job)),
    touch: async (held) => {
      if (held.length > 0) await patiently(() => boss.touch(queueName, [...held]));
    },
    sendForgotten: () =>
      patiently(() =>
        db.transaction().execute(async (trx) => {
          const { rows } = await sql`SELECT id FROM pages
            WHERE state = 'waiting' AND held = 0 AND sandbox = 0 AND picture IS NOT NULL AND failure IS NULL
              AND ${sql.raw(isNotInBin)}
              AND (claimed_until IS NULL OR claimed_until < ${now().toISOString()})
              AND NOT EXISTS (SELECT 1 FROM ${jobs} AS job
                WHERE job.name = ${queueName} AND job.singleton_key = pages.id::text
                  AND job.state IN ('created', 'retry', 'active'))
            ORDER BY id LIMIT ${mostForgotten}`.execute(trx);
          const pages = rows.map((row) => forgottenRow.parse(row).id);
          if (pages.length > 0) await insert(trx, pages);
          return pages.length;
        }),
      ),
    sendAffordable: () =>
      store.transact(async (unit) => {
        const trx = databaseOf(unit);
        const pages = await releaseAffordable(trx, now(), mostForgotten);
        // Windows show what they wait for.
        announceChanged(unit, pages);
        if (pages.length > 0) await insert(trx, pages);
        return pages.length;
      }),
    waiting: async () => {
      const { rows } = await patiently(() =>
        sql`SELECT count(*) AS jobs FROM ${jobs}
          WHERE name = ${queueName} AND state IN ('created', 'retry')`.execute(db),
      );
      return countRow.parse(rows[0]).jobs;
    },
    listen: (onSent) => notices.on(channel, onSent, onSent),
    close: () => boss.stop({ graceful: false, close: false }),
  };
};
