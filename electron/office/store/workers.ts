import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { z } from 'zod';
import { failed, success, type Result } from '../../../shared/result.ts';
import type { OfficeFailure } from '../../../shared/texts/office-failures.ts';
import { forgetTokens } from './request-tokens.ts';
import type { OfficeStore } from './open-store.ts';

/** A worker without a heartbeat for this long is dead. */
export const goneAfterSeconds = 30;

const countRow = z.object({ workers: z.int() });
const versionRow = z.object({ version: z.int() });

/** The account of an office: its name and its service, never a secret. */
const fingerprintOf = (appId: string, baseUrl: string): string =>
  createHash('sha256')
    .update(JSON.stringify([appId, baseUrl]))
    .digest('hex');

/**
 * The first worker's account becomes the office's: with a second account, earlier calls would be repeated and
 * billed again.
 */
export const claimAccount = async (
  { connection: { db, patiently } }: Pick<OfficeStore, 'connection'>,
  appId: string,
  baseUrl: string,
): Promise<Result<null, OfficeFailure>> => {
  const account = fingerprintOf(appId, baseUrl);
  const kept = await patiently(async () => {
    await db.updateTable('office').set({ account }).where('account', 'is', null).execute();
    return db.selectFrom('office').select('account').executeTakeFirstOrThrow();
  });
  return kept.account === account ? success(null) : failed({ reason: 'other-account', detail: baseUrl });
};

/**
 * Records a worker's heartbeat.
 * @param hasAccount whether it makes calls; otherwise it takes sandbox pages only
 * @returns the current version of the office's schema
 */
export const signOfLife = async (
  { connection: { db, patiently } }: Pick<OfficeStore, 'connection'>,
  worker: string,
  hasAccount: boolean,
): Promise<number> => {
  const { rows } = await patiently(async () => {
    await sql`DELETE FROM workers WHERE seen < clock_timestamp() - interval '1 day'`.execute(db);
    await sql`INSERT INTO workers (id, has_account) VALUES (${worker}, ${hasAccount})
      ON CONFLICT (id) DO UPDATE SET seen = clock_timestamp()`.execute(db);
    await forgetTokens(db);
    return sql`SELECT version FROM office`.execute(db);
  });
  return versionRow.parse(rows[0]).version;
};

export const forgetWorker = async (
  { connection: { db, patiently } }: Pick<OfficeStore, 'connection'>,
  worker: string,
): Promise<void> => {
  await patiently(() => sql`DELETE FROM workers WHERE id = ${worker}`.execute(db));
};

/**
 * The number of running workers.
 * @param makesCalls counts only those that have an account
 */
export const livingWorkers = async (
  { connection: { db, patiently } }: Pick<OfficeStore, 'connection'>,
  makesCalls: boolean,
): Promise<number> => {
  const { rows } = await patiently(() =>
    sql`SELECT count(*) AS workers FROM workers
      WHERE seen > clock_timestamp() - make_interval(secs => ${goneAfterSeconds}::double precision)
        AND (has_account OR NOT ${makesCalls}::boolean)`.execute(db),
  );
  return countRow.parse(rows[0]).workers;
};
