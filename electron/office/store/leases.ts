import { sql } from 'kysely';
import type { WriteStore } from '../../store/port.ts';
import { cutOffFailure } from '../../store/records/call.ts';
import { isNotInBin } from '../../store/records/page-row.ts';
import { keepEarlier } from '../../store/sql/calls.ts';
import { postgresMethods, type Reach } from './run-steps.ts';

type LeaseWrites = Pick<WriteStore, 'claim' | 'release' | 'extend' | 'interruptLost'>;

export const leaseWrites = (reach: Reach): LeaseWrites => {
  const { db, now } = reach;
  const ends = postgresMethods(reach)({ keepEarlier });
  return {
    claim: async (limit, { owner, until }, among) => {
      const meant = among ? sql`id = ANY(${[...among]}::bigint[])` : sql`held = 0`;
      const claimed = await sql<{ id: number }>`
        UPDATE pages SET claimed_by = ${owner}, claimed_until = ${until} WHERE id IN (
          SELECT id FROM pages WHERE state = 'waiting' AND ${meant} AND ${sql.raw(isNotInBin)}
            AND (claimed_until IS NULL OR claimed_until < ${now().toISOString()})
          ORDER BY document, number, part LIMIT ${limit} FOR UPDATE SKIP LOCKED)
        RETURNING id`.execute(db);
      return claimed.rows.map(({ id }) => id).toSorted((one, other) => one - other);
    },
    release: async (pages, owner) => {
      await sql`UPDATE pages SET claimed_by = NULL, claimed_until = NULL
        WHERE id = ANY(${[...pages]}::bigint[]) AND claimed_by = ${owner}`.execute(db);
    },
    extend: async ({ owner, until }) => {
      await sql`UPDATE pages SET claimed_until = ${until} WHERE claimed_by = ${owner}`.execute(db);
      await sql`UPDATE calls SET lease_until = ${until}
        WHERE lease_owner = ${owner} AND state = 'calling'`.execute(db);
    },
    interruptLost: async (before) => {
      const at = now().toISOString();
      // SKIP LOCKED: a call is not lost while its end or extension is being written.
      const lost = await sql<{ page: number | null }>`
        UPDATE calls SET state = 'interrupted', finished_at = ${at}, maybe_paid = 1 WHERE id IN (
          SELECT id FROM calls WHERE state = 'calling' AND (lease_until IS NULL OR lease_until < ${before})
          FOR UPDATE SKIP LOCKED)
        RETURNING page`.execute(db);
      const pages = lost.rows.flatMap(({ page }) => page ?? []);
      for (const page of pages) {
        if (await ends.keepEarlier(page, cutOffFailure, at)) continue;
        await sql`UPDATE pages SET state = 'interrupted', finished_at = ${at}
          WHERE id = ${page} AND state = 'calling'`.execute(db);
      }
      return pages;
    },
  };
};
