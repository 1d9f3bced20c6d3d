import { sql } from 'kysely';
import { roleSchema, type ListedPerson, type Role, type Session } from '../../../shared/contract/office.ts';
import { failed, success, type Result } from '../../../shared/result.ts';
import type { PeopleDatabase } from './database.ts';

/** The last administrator can't be removed, because an office without one could not invite anybody. */
export type RosterFailure = 'unknown' | 'last-administrator';

export type Roster = {
  readonly people: () => Promise<readonly ListedPerson[]>;
  readonly hasAdministrator: () => Promise<boolean>;
  /** The user's address and name; null if unknown. */
  readonly find: (person: string) => Promise<{ readonly email: string; readonly name: string } | null>;
  /** The names of existing users, by id. */
  readonly names: (people: readonly string[]) => Promise<ReadonlyMap<string, string>>;
  readonly findByEmail: (email: string) => Promise<{ readonly id: string; readonly name: string } | null>;
  readonly setRole: (person: string, role: Role) => Promise<Result<null, RosterFailure>>;
  /** Disabling a user ends the user's sessions. */
  readonly switchAccount: (person: string, on: boolean) => Promise<Result<null, RosterFailure>>;
  readonly sessions: (person: string, own: string) => Promise<readonly Session[]>;
  /** False if the user has no such session. */
  readonly endSession: (person: string, session: string) => Promise<boolean>;
  /** Ends all sessions of a user except one. */
  readonly endSessions: (person: string, but: string | null) => Promise<void>;
};

const open = sql<boolean>`"expiresAt" > now()`;

/**
 * Changes a user unless no administrator who can sign in would remain. Locks the administrators' rows, so that two
 * of them can't take the role from each other at once.
 */
const change = (
  database: PeopleDatabase,
  person: string,
  values: { readonly role: Role } | { readonly banned: boolean },
): Promise<Result<null, RosterFailure>> =>
  database.transaction().execute(async (unit): Promise<Result<null, RosterFailure>> => {
    const administrators = await unit
      .selectFrom('user')
      .select('id')
      .where('role', '=', 'administrator')
      .where(sql<boolean>`banned is not true`)
      .forUpdate()
      .execute();
    const takes = 'role' in values ? values.role !== 'administrator' : values.banned;
    if (takes && administrators.every(({ id }) => id === person) && administrators.length > 0)
      return failed('last-administrator');
    const { numUpdatedRows } = await unit
      .updateTable('user')
      .set(values)
      .where('id', '=', person)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return failed('unknown');
    // Open sessions were started with other rights.
    await unit.deleteFrom('session').where('userId', '=', person).execute();
    return success(null);
  });

export const createRoster = (database: PeopleDatabase): Roster => ({
  people: async () => {
    const rows = await database
      .selectFrom('user')
      .leftJoin('session', (join) => join.onRef('session.userId', '=', 'user.id').on(open))
      .select(['user.id', 'name', 'email', 'role', 'banned', 'user.createdAt as addedAt'])
      .select(({ fn }) => [
        fn.count<string>('session.id').as('sessions'),
        fn.max('session.updatedAt').as('seenAt'),
      ])
      .groupBy('user.id')
      .orderBy('name')
      .execute();
    return rows.map(({ id, name, email, role, banned, addedAt, sessions, seenAt }) => ({
      id,
      name,
      email,
      role: roleSchema.catch('reviewer').parse(role),
      isOn: banned !== true,
      addedAt: addedAt.toISOString(),
      seenAt: seenAt?.toISOString() ?? null,
      sessions: Number(sessions),
    }));
  },
  hasAdministrator: async () => {
    const found = await database
      .selectFrom('user')
      .select('id')
      .where('role', '=', 'administrator')
      .limit(1)
      .executeTakeFirst();
    return found !== undefined;
  },
  find: async (person) =>
    (await database
      .selectFrom('user')
      .select(['email', 'name'])
      .where('id', '=', person)
      .executeTakeFirst()) ?? null,
  names: async (people) => {
    const rows = await database
      .selectFrom('user')
      .select(['id', 'name'])
      .where('id', 'in', ['', ...people])
      .execute();
    return new Map(rows.map(({ id, name }) => [id, name]));
  },
  findByEmail: async (email) =>
    (await database
      .selectFrom('user')
      .select(['id', 'name'])
      .where('email', '=', email)
      .executeTakeFirst()) ?? null,
  setRole: (person, role) => change(database, person, { role }),
  switchAccount: (person, on) => change(database, person, { banned: !on }),
  sessions: async (person, own) => {
    const rows = await database
      .selectFrom('session')
      .select(['id', 'createdAt', 'updatedAt', 'ipAddress', 'userAgent'])
      .where('userId', '=', person)
      .where(open)
      .orderBy('createdAt', 'desc')
      .execute();
    return rows.map(({ id, createdAt, updatedAt, ipAddress, userAgent }) => ({
      id,
      isOwn: id === own,
      openedAt: createdAt.toISOString(),
      seenAt: updatedAt.toISOString(),
      address: ipAddress ?? '',
      program: userAgent ?? '',
    }));
  },
  endSession: async (person, session) => {
    const { numDeletedRows } = await database
      .deleteFrom('session')
      .where('id', '=', session)
      .where('userId', '=', person)
      .executeTakeFirst();
    return numDeletedRows > 0n;
  },
  endSessions: async (person, but) => {
    await database
      .deleteFrom('session')
      .where('userId', '=', person)
      .where(sql<boolean>`id is distinct from ${but}`)
      .execute();
  },
});
