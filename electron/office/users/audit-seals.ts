import { createHash } from 'node:crypto';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import { z } from 'zod';
import { isAway } from '../store/failures.ts';
import { failed, success, type Result } from '../../../shared/result.ts';

/**
 * The statements that create the chain of digests over the audit log. Entries commit in another order than that of
 * their ids, so one process at a time gives them their places afterwards: no writer waits. A trigger lists what has no
 * place yet. Entries and places are only added: another statement on them fails, whoever sends it.
 */
export const createSeals: readonly RawBuilder<unknown>[] = [
  sql`create table if not exists trail_seal (
    place bigint primary key, entry bigint not null unique, digest text not null unique)`,
  sql`create table if not exists trail_unsealed (entry bigint primary key)`,
  // The servers' role may add an entry, but nothing to this list by itself.
  sql`create or replace function trail_added() returns trigger language plpgsql security definer
    set search_path = vouch_people, pg_temp as $$ begin
      insert into trail_unsealed (entry) select id from added;
      return null;
    end $$`,
  sql`create or replace trigger trail_added after insert on trail referencing new table as added
    for each statement execute function trail_added()`,
  sql`create or replace function trail_kept() returns trigger language plpgsql as $$ begin
      raise exception 'The audit log can only be added to';
    end $$`,
  ...['trail', 'trail_seal'].map(
    (
      table,
    ) => sql`create or replace trigger trail_kept before update or delete or truncate on ${sql.id(table)}
      for each statement execute function trail_kept()`,
  ),
  // Entries of versions without places.
  sql`insert into trail_unsealed (entry) select id from trail
    where not exists (select 1 from trail_seal) on conflict do nothing`,
];

/** An arbitrary number that differs from the other locks of this database. */
const sealLock = 7_602_521;
/** Entries that are read at once. */
const piece = 2_000;

const sealRow = z.object({ place: z.coerce.number(), digest: z.string() });
const countRow = z.object({ count: z.coerce.number() });
/** Everything that an entry says. */
const members = [
  'entry',
  'at',
  'person',
  'name',
  'address',
  'action',
  'about',
  'page',
  'invoice',
  'field',
  'was',
  'now',
] as const;
const entryRow = z.object(Object.fromEntries(members.map((member) => [member, z.string().nullable()])));
const selected = sql`trail.id::text AS entry,
  to_char(trail.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS at, person, name, address, action, about,
  page::text, invoice, field, was, now`;

/** The digest of an entry and, through the one before it, of all earlier ones. SHA-256 in hex. */
const digestOf = (before: string, row: unknown): string => {
  const entry = entryRow.parse(row);
  const text = JSON.stringify(members.map((member) => entry[member]));
  return createHash('sha256').update(`${before}\n${text}`).digest('hex');
};

type Last = { readonly place: number; readonly digest: string };
const beginning: Last = { place: 0, digest: '' };

/** The newest digest, and its place: the number of entries that it covers. */
export const lastSeal = async <Tables>(db: Kysely<Tables>): Promise<Last> => {
  const { rows } = await sql`SELECT place, digest FROM trail_seal ORDER BY place DESC LIMIT 1`.execute(db);
  return rows[0] === undefined ? beginning : sealRow.parse(rows[0]);
};

const sealPiece = async <Tables>(db: Kysely<Tables>): Promise<number> => {
  const { rows } =
    await sql`SELECT ${selected} FROM trail_unsealed JOIN trail ON trail.id = trail_unsealed.entry
    ORDER BY trail.id LIMIT ${piece}`.execute(db);
  if (rows.length === 0) return 0;
  const last = await lastSeal(db);
  let { digest } = last;
  const digests = rows.map((row) => {
    digest = digestOf(digest, row);
    return digest;
  });
  const entries = rows.map((row) => entryRow.parse(row)['entry']);
  await sql`INSERT INTO trail_seal (place, entry, digest)
    SELECT ${last.place} + place, entry, digest
    FROM unnest(${entries}::bigint[], ${digests}::text[]) WITH ORDINALITY AS sealed (entry, digest, place)`.execute(
    db,
  );
  await sql`DELETE FROM trail_unsealed WHERE entry = ANY(${entries}::bigint[])`.execute(db);
  return rows.length;
};

/** Gives all entries their places, unless another process is doing so. */
export const sealEntries = async <Tables>(database: Kysely<Tables>): Promise<void> => {
  for (;;) {
    const count = await database.transaction().execute(async (trx) => {
      const { rows } = await sql<{
        mine: boolean;
      }>`SELECT pg_try_advisory_xact_lock(${sealLock}) AS mine`.execute(trx);
      return rows[0]?.mine === true ? sealPiece(trx) : 0;
    });
    if (count < piece) return;
  }
};

/** How often entries get their places, and how often the newest digest is reported, in milliseconds. */
const sealEveryMs = 1_000;
const reportEveryMs = 3_600_000;

type Sealing = {
  /** Receives the newest digest at the start and every hour: in a log elsewhere, it shows a change of all entries. */
  readonly onDigest: (digest: string, entries: number) => void;
  readonly onBug: (error: unknown) => void;
};

/** Gives entries their places each second. Returns a function that ends this, after the entries so far. */
export const keepSealing = <Tables>(
  database: Kysely<Tables>,
  { onDigest, onBug }: Sealing,
  everyMs = sealEveryMs,
): (() => Promise<void>) => {
  let reportedMs = -Infinity;
  let running: Promise<void> | null = null;
  const seal = async (): Promise<void> => {
    try {
      await sealEntries(database);
      if (performance.now() - reportedMs < reportEveryMs) return;
      const { digest, place } = await lastSeal(database);
      // A new office reports its first digest as soon as there is one.
      if (place === 0) return;
      onDigest(digest, place);
      reportedMs = performance.now();
    } catch (error) {
      // They get their places when the database is back.
      if (!isAway(error)) onBug(error);
    }
  };
  const run = (): Promise<void> => {
    running ??= seal().finally(() => {
      running = null;
    });
    return running;
  };
  const timer = setInterval(() => void run(), everyMs).unref();
  return async () => {
    clearInterval(timer);
    await running;
    await run();
  };
};

type Checked = {
  /** Entries that were checked, and those that have no place yet. */
  readonly entries: number;
  readonly waiting: number;
  /** The newest digest; empty without entries. */
  readonly digest: string;
};

/**
 * Why the audit log is not what was written: no place has that digest; an entry was changed or is gone, by its place;
 * or entries were added without a place.
 */
export type CheckFailure =
  | { readonly reason: 'unknown-digest' }
  | { readonly reason: 'changed' | 'missing'; readonly place: number }
  | { readonly reason: 'unsealed'; readonly count: number };

const checkRow = z.object({ place: z.coerce.number(), digest: z.string(), entry: z.string().nullable() });

/**
 * Checks every entry against the chain of digests, from the state of one instant.
 * @param since a digest that was noted earlier: the chain must contain it, and is checked from there on; null for all
 */
export const checkEntries = <Tables>(
  database: Kysely<Tables>,
  since: string | null,
): Promise<Result<Checked, CheckFailure>> =>
  database
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (trx): Promise<Result<Checked, CheckFailure>> => {
      let last = beginning;
      if (since !== null) {
        const { rows } = await sql`SELECT place, digest FROM trail_seal WHERE digest = ${since}`.execute(trx);
        if (rows[0] === undefined) return failed({ reason: 'unknown-digest' });
        last = sealRow.parse(rows[0]);
      }
      let entries = 0;
      for (;;) {
        const { rows } = await sql`SELECT trail_seal.place, trail_seal.digest, ${selected}
          FROM trail_seal LEFT JOIN trail ON trail.id = trail_seal.entry
          WHERE place > ${last.place} ORDER BY place LIMIT ${piece}`.execute(trx);
        for (const row of rows) {
          const { place, digest, entry } = checkRow.parse(row);
          if (place !== last.place + 1 || entry === null)
            return failed({ reason: 'missing', place: last.place + 1 });
          if (digest !== digestOf(last.digest, row)) return failed({ reason: 'changed', place });
          last = { place, digest };
          entries += 1;
        }
        if (rows.length < piece) break;
      }
      const counted = async (condition: RawBuilder<unknown>): Promise<number> => {
        const { rows } = await sql`SELECT count(*) AS count FROM trail
          WHERE NOT EXISTS (SELECT 1 FROM trail_seal WHERE trail_seal.entry = trail.id)
            AND ${condition} (SELECT 1 FROM trail_unsealed WHERE trail_unsealed.entry = trail.id)`.execute(
          trx,
        );
        return countRow.parse(rows[0]).count;
      };
      const unsealed = await counted(sql`NOT EXISTS`);
      if (unsealed > 0) return failed({ reason: 'unsealed', count: unsealed });
      return success({ entries, waiting: await counted(sql`EXISTS`), digest: last.digest });
    });
