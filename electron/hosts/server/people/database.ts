import { Kysely, PostgresDialect, sql, type Generated } from 'kysely';
import type { Pool } from 'pg';

/** The schema of the office's database that people, sessions, links and the trail lie in. */
export const peopleSchema = 'vouch_people';

/** Tables `user`, `session` and `account` are made by the library for accounts; we read them, and change what it leaves to us. */
type PeopleTables = {
  user: {
    id: string;
    name: string;
    email: string;
    role: string | null;
    banned: boolean | null;
    createdAt: Date;
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
  };
  attempt: { key: string; at: Generated<Date> };
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
  };
};

export type PeopleDatabase = Kysely<PeopleTables>;

/** @param pool whose connections look for tables in `peopleSchema` first */
export const openPeopleDatabase = (pool: Pool): PeopleDatabase =>
  new Kysely<PeopleTables>({ dialect: new PostgresDialect({ pool }) });

/** Any number: it tells this lock from others of the database. */
const tablesLock = 7_040_317;

/** Runs work of which only one process of the office does any at a time. */
export const alone = async <Value>(database: PeopleDatabase, work: () => Promise<Value>): Promise<Value> =>
  await database.connection().execute(async (connection) => {
    await sql`select pg_advisory_lock(${tablesLock})`.execute(connection);
    try {
      return await work();
    } finally {
      await sql`select pg_advisory_unlock(${tablesLock})`.execute(connection);
    }
  });

export const createPeopleSchema = async (database: PeopleDatabase): Promise<void> => {
  await sql`create schema if not exists ${sql.id(peopleSchema)}`.execute(database);
};

/** Makes the tables that are ours, where they are missing. */
export const createOwnTables = async (database: PeopleDatabase): Promise<void> => {
  const statements = [
    sql`create table if not exists link (
      digest text primary key, kind text not null, role text not null, email text, person text,
      until timestamptz not null)`,
    sql`create table if not exists attempt (key text not null, at timestamptz not null default now())`,
    sql`create index if not exists attempt_by_key on attempt (key, at)`,
    sql`create table if not exists trail (
      id bigint generated always as identity primary key, at timestamptz not null default now(),
      person text, name text not null, address text not null, action text not null, about text not null)`,
    // Claims were here before they became part of the ledger's schema.
    sql`drop table if exists claim`,
    sql`create table if not exists preference (person text primary key, members text not null)`,
    sql`create index if not exists trail_by_time on trail (at, id)`,
  ];
  for (const statement of statements) await statement.execute(database);
};
