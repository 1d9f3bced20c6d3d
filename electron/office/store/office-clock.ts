import { sql } from 'kysely';
import { z } from 'zod';
import type { Connection } from './connection.ts';

/**
 * The database's time on every computer: a computer with a wrong clock would break the leases of the others.
 */
export type OfficeClock = {
  readonly now: () => Date;
  /** Measures the offset of this computer's clock from the database's. */
  readonly sync: () => Promise<void>;
};

const row = z.object({ at: z.coerce.number() });

export const openOfficeClock = async ({ db }: Connection): Promise<OfficeClock> => {
  // The database's clock minus the monotonic time since this process began, in milliseconds.
  let aheadMs = 0;
  const sync = async (): Promise<void> => {
    const askedMs = performance.now();
    const answer = await sql`SELECT extract(epoch FROM clock_timestamp()) * 1000 AS at`.execute(db);
    aheadMs = row.parse(answer.rows[0]).at - (askedMs + performance.now()) / 2;
  };
  await sync();
  return { now: () => new Date(aheadMs + performance.now()), sync };
};
