import { PgBoss, type ConstructorOptions } from 'pg-boss';
import { setTimeout as wait } from 'node:timers/promises';
import type { Connection } from './connection.ts';
import { queueSchema } from './schema.ts';

type Pool = Connection['pool'];

/** The queue of the pages that wait for a worker. */
export const queueName = 'pages';

/** An arbitrary number that never changes and differs from the other locks. */
const queueLock = 7_602_514;

/** If several processes start first, one creates the queue's schema. The others wait. */
const oneAtATime = async (pool: Pool, work: () => Promise<void>): Promise<void> => {
  const client = await pool.connect();
  try {
    await client.query('SELECT pg_advisory_lock($1)', [queueLock]);
    await work();
  } finally {
    // Closing the connection releases the lock, whether the work succeeded or not.
    client.release(true);
  }
};

const tenYears = 10 * 366 * 86_400;

type QueueTimes = {
  /** Seconds without a heartbeat after which another worker may take a job. At least 10. */
  readonly heartbeatSeconds: number;
  /** Seconds until a returned job can be taken again. */
  readonly againSeconds: number;
};

/** Seconds after which the page of another worker, or of a stopped one, is checked again. */
export const usualTimes: QueueTimes = { heartbeatSeconds: 30, againSeconds: 5 };

export const bossOver = (pool: Pool, options: Partial<ConstructorOptions>): PgBoss =>
  new PgBoss({
    supervise: false,
    ...options,
    db: { executeSql: (text, values) => pool.query(text, values) },
    schema: queueSchema,
    schedule: false,
  });

/** Starts pg-boss as the owner of its tables: it creates or migrates them, and creates the queue. */
export const startAsOwner = (
  pool: Pool,
  boss: PgBoss,
  { heartbeatSeconds, againSeconds }: QueueTimes = usualTimes,
): Promise<void> =>
  oneAtATime(pool, async () => {
    await boss.start();
    await boss.createQueue(queueName, {
      // One job per page, waiting or taken.
      policy: 'exclusive',
      retryLimit: 1_000_000,
      retryDelay: againSeconds,
      heartbeatSeconds,
      expireInSeconds: 86_000,
      retentionSeconds: tenYears,
      deleteAfterSeconds: 3_600,
    });
  });

const stop = (boss: PgBoss): Promise<void> => boss.stop({ graceful: false, close: false });
const finishedEveryMs = 500;

/**
 * Creates or migrates the queue, and waits for the indexes that pg-boss builds after a migration: only the owner of the
 * tables can build them.
 * @throws if one of them can't be built
 */
export const prepareQueue = async (pool: Pool): Promise<void> => {
  const boss = bossOver(pool, {});
  let fault: unknown = null;
  boss.on('error', (error) => {
    fault = error;
  });
  await startAsOwner(pool, boss);
  try {
    for (;;) {
      const open = (await boss.getBamEntries()).filter(({ status }) => status !== 'completed');
      if (open.length === 0) return;
      if (fault !== null || open.some(({ status }) => status === 'failed'))
        throw fault ?? new Error(`The queue has no index: ${open.map(({ command }) => command).join('; ')}`);
      await wait(finishedEveryMs);
    }
  } finally {
    await stop(boss);
  }
};

/** Whether the queue is that of this version, for a user who may not change its tables. */
export const isQueuePrepared = async (pool: Pool): Promise<boolean> => {
  const boss = bossOver(pool, { migrate: false });
  try {
    await boss.start();
    return (await boss.getQueue(queueName)) !== null;
  } catch (error) {
    // What it throws for missing tables and those of another version.
    if (error instanceof Error && /not installed|requires migrations/u.test(error.message)) return false;
    throw error;
  } finally {
    await stop(boss);
  }
};
