import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { cutOffFailure } from '../records/call.ts';
import { isNotInBin } from '../records/page-row.ts';
import { keepEarlier } from '../sql/calls.ts';
import { inTransaction } from './migrate.ts';
import { sqliteMethods } from './run-steps.ts';

/** The owners of waiting pages and of running calls, and the ends of their leases. */
export type LeaseQueries = {
  readonly claim: (
    limit: number,
    owner: string,
    until: string,
    among?: readonly number[],
  ) => readonly number[];
  readonly release: (pages: readonly number[], owner: string) => void;
  readonly extend: (owner: string, until: string) => void;
  readonly interruptLost: (before: string) => readonly number[];
};

const idRow = z.object({ id: z.int() });
const lostRow = z.object({ page: z.int().nullable() });

export const openLeases = (db: DatabaseSync, now: () => Date): LeaseQueries => {
  const claimThat = (condition: string) =>
    db.prepare(
      `UPDATE pages SET claimed_by = ?1, claimed_until = ?2 WHERE id IN (
       SELECT id FROM pages WHERE state = 'waiting' AND ${condition} AND ${isNotInBin}
         AND (claimed_until IS NULL OR claimed_until < ?3)
       ORDER BY document, number, part LIMIT ?4)
     RETURNING id`,
    );
  const claim = claimThat('held = 0');
  const claimAmong = claimThat('id IN (SELECT value FROM json_each(?5))');
  const release = db.prepare(
    `UPDATE pages SET claimed_by = NULL, claimed_until = NULL WHERE id = ? AND claimed_by = ?`,
  );
  const extendPages = db.prepare(`UPDATE pages SET claimed_until = ?2 WHERE claimed_by = ?1`);
  const extendCalls = db.prepare(
    `UPDATE calls SET lease_until = ?2 WHERE lease_owner = ?1 AND state = 'calling'`,
  );
  const interruptCalls = db.prepare(
    `UPDATE calls SET state = 'interrupted', finished_at = ?1, maybe_paid = 1
     WHERE state = 'calling' AND (lease_until IS NULL OR lease_until < ?2) RETURNING page`,
  );
  const interruptPage = db.prepare(
    `UPDATE pages SET state = 'interrupted', finished_at = ? WHERE id = ? AND state = 'calling'`,
  );
  const ends = sqliteMethods(db).writing({ keepEarlier });
  return {
    claim: (limit, owner, until, among) =>
      inTransaction(db, () =>
        (among
          ? claimAmong.all(owner, until, now().toISOString(), limit, JSON.stringify(among))
          : claim.all(owner, until, now().toISOString(), limit)
        )
          .map((row) => idRow.parse(row).id)
          .toSorted((one, other) => one - other),
      ),
    release: (pages, owner) =>
      inTransaction(db, () => {
        for (const page of pages) release.run(page, owner);
      }),
    extend: (owner, until) =>
      inTransaction(db, () => {
        extendPages.run(owner, until);
        extendCalls.run(owner, until);
      }),
    interruptLost: (before) =>
      inTransaction(db, () => {
        const at = now().toISOString();
        const lost = interruptCalls.all(at, before).map((row) => lostRow.parse(row).page);
        const pages = lost.filter((page) => page !== null);
        for (const page of pages) if (!ends.keepEarlier(page, cutOffFailure, at)) interruptPage.run(at, page);
        return pages;
      }),
  };
};
