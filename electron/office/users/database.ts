import { createSeals } from './audit-seals.ts';
import {
  Kysely,
  PostgresDialect,
  sql,
  type Generated,
  type PostgresPool,
  type RawBuilder,
  type Transaction,
} from 'kysely';
import type { Connection } from '../store/connection.ts';
import { preparingPool } from '../store/prepared.ts';

/**
 * The library creates the tables `user`, `session` and `account`; this module reads them and changes the
 * columns that the library leaves to the program.
 */
export type UserTables = {
  user: {
    id: string;
    name: string;
    email: string;
    emailVerified: boolean;
    role: string | null;
    banned: boolean | null;
    createdAt: Date;
    updatedAt: Date;
  };
  account: {
    id: string;
    accountId: string;
    providerId: string;
    userId: string;
    password: string | null;
    createdAt: Date;
    updatedAt: Date;
  };
  session: {
    id: string;
    userId: string;
    token: string;
    createdAt: Date;
    updatedAt: Date;
    expiresAt: Date;
    ipAddress: string | null;
    userAgent: string | null;
  };
  link: {
    /** SHA-256 of the link's secret, in hex. */
    digest: string;
    kind: string;
    role: string;
    email: string | null;
    person: string | null;
    until: Date;
    /** The administrator who made it; null for one of the console. */
    author: string | null;
    made: Generated<Date>;
  };
  sign_in_attempt: {
    id: Generated<number>;
    /** The digest of the email address: a stranger may have typed a password there. */
    account: string;
    address: string;
    device: string | null;
    pending: Generated<boolean>;
    at: Generated<Date>;
  };
  /** Browsers that have signed in, by the digest of their secret. */
  device: { digest: string; person: string; at: Generated<Date> };
  /** Personal tokens, by their digest. */
  personal_token: {
    id: string;
    digest: string;
    person: string;
    name: string;
    made: Generated<Date>;
    used: Generated<Date | null>;
    until: Date;
  };
  /** Sessions that somebody has ended, by the digest of their key. */
  ended_session: { token: string; at: Generated<Date> };
  /** One row from the moment when the first administrator is made: whoever comes later is not the first. */
  beginning: { id: Generated<number>; at: Generated<Date> };
  preference: {
    person: string;
    /** Members of the settings, as JSON. */
    members: string;
  };
  trail: {
    id: Generated<number>;
    at: Generated<Date>;
    person: string | null;
    name: string;
    address: string;
    action: string;
    about: string;
    page: number | null;
    /** The number of its invoice, or the name of its file. */
    invoice: string;
    /** What changed: the path of a value, the name of a setting, or empty. */
    field: string;
    was: string | null;
    now: string | null;
  };
  /** The chain of digests over the audit log, in the order of its places. */
  trail_seal: { place: number; entry: number; digest: string };
  /** Entries without a place yet. */
  trail_unsealed: { entry: number };
  /** The definitions of all these tables, as a digest: a user who may not change them learns whether they fit. */
  prepared: { one: Generated<number>; digest: string };
};

export type UserDatabase = Kysely<UserTables>;

/** @param pool a pool with `usersSchema` first in its search path */
export const openUserDatabase = (pool: PostgresPool): UserDatabase =>
  new Kysely<UserTables>({ dialect: new PostgresDialect({ pool }) });

/** The transaction of a command, with its entry in the audit log. */
export type Unit = Transaction<UserTables>;

const isFailure = (outcome: unknown): boolean =>
  typeof outcome === 'object' && outcome !== null && 'ok' in outcome && outcome.ok === false;

/** Runs work in one transaction, which stores nothing of it if its outcome is a failure. */
export type Transact = <Outcome>(work: (unit: Unit) => Promise<Outcome>) => Promise<Outcome>;

export const transactOver =
  (database: UserDatabase): Transact =>
  async <Outcome>(work: (unit: Unit) => Promise<Outcome>) => {
    const failures: Outcome[] = [];
    try {
      return await database.transaction().execute(async (unit) => {
        const outcome = await work(unit);
        if (!isFailure(outcome)) return outcome;
        failures.push(outcome);
        throw new Error('Nothing is stored of a failure');
      });
    } catch (error) {
      for (const failure of failures) return failure;
      throw error;
    }
  };

/** Connections that wait while the database is unavailable, instead of failing at once. */
export const patientPool = ({ pool, patiently }: Pick<Connection, 'pool' | 'patiently'>): PostgresPool => {
  const prepared = preparingPool(pool);
  return { ...prepared, connect: () => patiently(() => prepared.connect()) };
};

/** An arbitrary number that differs from the other locks of this database. */
const tablesLock = 7_040_317;

/** Runs work that only one process of the office may do at a time. */
export const alone = async <Value>(database: UserDatabase, work: () => Promise<Value>): Promise<Value> =>
  await database.connection().execute(async (connection) => {
    await sql`select pg_advisory_lock(${tablesLock})`.execute(connection);
    try {
      return await work();
    } finally {
      await sql`select pg_advisory_unlock(${tablesLock})`.execute(connection);
    }
  });

/** The statements that create our own tables if they are missing. */
export const ownTables: readonly RawBuilder<unknown>[] = [
  sql`create table if not exists link (
      digest text primary key, kind text not null, role text not null, email text, person text,
      until timestamptz not null)`,
  sql`alter table link add column if not exists author text,
    add column if not exists made timestamptz not null default now()`,
  sql`drop table if exists attempt`,
  sql`create table if not exists sign_in_attempt (
      id bigint generated always as identity primary key, account text not null, address text not null, device text,
      pending boolean not null default true, at timestamptz not null default clock_timestamp())`,
  sql`create index if not exists sign_in_attempt_by_account on sign_in_attempt (account, at)`,
  sql`create index if not exists sign_in_attempt_by_address on sign_in_attempt (address, at)`,
  sql`create table if not exists device (
      digest text not null, person text not null, at timestamptz not null default now(),
      primary key (digest, person))`,
  sql`create table if not exists ended_session (
      token text primary key, at timestamptz not null default now())`,
  sql`create table if not exists beginning (
      id integer primary key default 1 check (id = 1), at timestamptz not null default now())`,
  sql`create table if not exists trail (
      id bigint generated always as identity primary key, at timestamptz not null default now(),
      person text, name text not null, address text not null, action text not null, about text not null)`,
  sql`alter table trail add column if not exists page bigint,
      add column if not exists invoice text not null default '', add column if not exists field text not null default '',
      add column if not exists was text, add column if not exists now text`,
  ...createSeals,
  // Claims were stored here before they became part of the ledger's schema.
  sql`drop table if exists claim`,
  sql`create table if not exists preference (person text primary key, members text not null)`,
  sql`create index if not exists trail_by_time on trail (at, id)`,
  sql`create index if not exists trail_by_page on trail (page, id) where page is not null`,
  sql`create table if not exists personal_token (
      id text primary key, digest text not null unique, person text not null, name text not null,
      made timestamptz not null default now(), used timestamptz, until timestamptz not null)`,
  sql`create index if not exists personal_token_by_person on personal_token (person)`,
  sql`create table if not exists prepared (
      one integer primary key default 1 check (one = 1), digest text not null)`,
];
