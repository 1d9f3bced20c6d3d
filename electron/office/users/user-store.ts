import { sql, type QueryExecutorProvider } from 'kysely';
import type { ListedUser, Session } from '../../../shared/contract/office.ts';
import { mayDo, roles, roleSchema, type Role } from '../../../shared/contract/roles.ts';
import { failed, success, type Result } from '../../../shared/result.ts';
import { officeCommandFailures } from '../../../shared/texts/office-failures.ts';
import { SettingRefused } from '../../credentials/settings-store.ts';
import { keyOf } from '../office-settings.ts';
import { usersSchema } from '../store/schema.ts';
import { heldSetting } from '../store/settings.ts';
import type { Unit, UserDatabase } from './database.ts';
import { revokeTokens } from './personal-tokens.ts';
import { endSessions } from './sessions.ts';

/** What a change has stored. A disabled user has no role. */
export type ChangedRole = { readonly was: string | null; readonly now: string | null };

/**
 * The last administrator can't be removed, because an office without one could not invite anybody; nor, with four eyes,
 * the last but one approver, because one alone could approve nothing of their own.
 */
export type UserStoreFailure = 'unknown' | 'last-administrator' | 'few-approvers';

/** With four eyes, an office needs this many users who may approve. */
const leastApprovers = 2;

const approving = roles.filter((role) => mayDo(role, 'approver'));

/** Throws if the office has too few users for four eyes, in the transaction that would turn it on. */
export const checkFourEyes = async (
  trx: QueryExecutorProvider,
  { key, value }: { readonly key: string; readonly value: unknown },
): Promise<void> => {
  if (key !== keyOf('fourEyes') || value !== true) return;
  const { rows } = await sql`SELECT 1 FROM ${sql.id(usersSchema)}."user"
    WHERE role = ANY(${approving}) AND banned IS NOT TRUE LIMIT ${leastApprovers}`.execute(trx);
  if (rows.length < leastApprovers) throw new SettingRefused(officeCommandFailures.oneApprover);
};

/** Whether four eyes is on, which nobody changes before the end of this transaction. */
export type FourEyes = (trx: QueryExecutorProvider) => Promise<boolean>;
export const storedFourEyes: FourEyes = async (trx) => (await heldSetting(trx, keyOf('fourEyes'))) === true;

/** Why a text names no administrator who can sign in. `off`: the user is disabled. */
export type NoUserFor = 'unknown' | 'off' | 'no-administrator';

export type UserStore = {
  readonly all: () => Promise<readonly ListedUser[]>;
  readonly hasAdministrator: () => Promise<boolean>;
  /** The user's address and name; null if unknown. */
  readonly find: (user: string) => Promise<{ readonly email: string; readonly name: string } | null>;
  /** The names of existing users, by id. */
  readonly names: (users: readonly string[]) => Promise<ReadonlyMap<string, string>>;
  readonly findByEmail: (email: string) => Promise<{ readonly id: string; readonly name: string } | null>;
  /** The administrator with this email address, or the only user with this name, who must be one. */
  readonly administratorNamed: (
    text: string,
  ) => Promise<Result<{ readonly id: string; readonly email: string }, NoUserFor>>;
  readonly setRole: (unit: Unit, user: string, role: Role) => Promise<Result<ChangedRole, UserStoreFailure>>;
  /** Disabling a user ends the user's sessions and personal tokens. */
  readonly switchAccount: (
    unit: Unit,
    user: string,
    on: boolean,
  ) => Promise<Result<ChangedRole, UserStoreFailure>>;
  readonly sessions: (user: string, own: string) => Promise<readonly Session[]>;
};

const open = sql<boolean>`"expiresAt" > now()`;

/**
 * Changes a user unless no administrator who can sign in would remain, or too few approvers for four eyes. Locks their
 * rows in one order, so that two of them can't take the role from each other at once.
 */
const change = async (
  unit: Unit,
  user: string,
  values: { readonly role: Role } | { readonly banned: boolean },
  hasFourEyes: FourEyes,
): Promise<Result<ChangedRole, UserStoreFailure>> => {
  const takesApproval = 'role' in values ? !mayDo(values.role, 'approver') : values.banned;
  // Before the rows, as where the setting is changed: one of the two comes after the other.
  const needsApprovers = takesApproval && (await hasFourEyes(unit));
  const approvers = await unit
    .selectFrom('user')
    .select(['id', 'role'])
    .where('role', 'in', approving)
    .where(sql<boolean>`banned is not true`)
    .orderBy('id')
    .forUpdate()
    .execute();
  const administrators = approvers.filter(({ role }) => role === 'administrator');
  const takes = 'role' in values ? values.role !== 'administrator' : values.banned;
  if (takes && administrators.every(({ id }) => id === user) && administrators.length > 0)
    return failed('last-administrator');
  const others = approvers.filter(({ id }) => id !== user);
  if (needsApprovers && others.length < Math.min(approvers.length, leastApprovers))
    return failed('few-approvers');
  const roleNow = async () => {
    const row = await unit
      .selectFrom('user')
      .select(['role', 'banned'])
      .where('id', '=', user)
      .forUpdate()
      .executeTakeFirst();
    return row && { role: row.banned === true ? null : row.role };
  };
  const was = await roleNow();
  await unit.updateTable('user').set(values).where('id', '=', user).execute();
  const now = await roleNow();
  if (!was || !now) return failed('unknown');
  // Open sessions were started with other rights.
  await endSessions(unit, { user });
  // A role is asked with each request of a token; a disabled user has no tokens, also once enabled again.
  if ('banned' in values && values.banned) await revokeTokens(unit, user);
  return success({ was: was.role, now: now.role });
};

const usersWith = (database: UserDatabase, column: 'email' | 'name', value: string) =>
  database.selectFrom('user').select(['id', 'email', 'role', 'banned']).where(column, '=', value).execute();

export const createUserStore = (database: UserDatabase, hasFourEyes: FourEyes): UserStore => ({
  all: async () => {
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
      role: roleSchema.catch('viewer').parse(role),
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
  find: async (user) =>
    (await database.selectFrom('user').select(['email', 'name']).where('id', '=', user).executeTakeFirst()) ??
    null,
  names: async (users) => {
    const rows = await database
      .selectFrom('user')
      .select(['id', 'name'])
      .where('id', 'in', ['', ...users])
      .execute();
    return new Map(rows.map(({ id, name }) => [id, name]));
  },
  findByEmail: async (email) =>
    (await database
      .selectFrom('user')
      .select(['id', 'name'])
      .where('email', '=', email)
      .executeTakeFirst()) ?? null,
  administratorNamed: async (text) => {
    const byEmail = await usersWith(database, 'email', text.trim().toLowerCase());
    // No two users have the same name.
    const [user] = byEmail.length > 0 ? byEmail : await usersWith(database, 'name', text.trim());
    if (!user) return failed('unknown');
    if (user.banned === true) return failed('off');
    if (user.role !== 'administrator') return failed('no-administrator');
    return success({ id: user.id, email: user.email });
  },
  setRole: (unit, user, role) => change(unit, user, { role }, hasFourEyes),
  switchAccount: (unit, user, on) => change(unit, user, { banned: !on }, hasFourEyes),
  sessions: async (user, own) => {
    const rows = await database
      .selectFrom('session')
      .select(['id', 'createdAt', 'updatedAt', 'ipAddress', 'userAgent'])
      .where('userId', '=', user)
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
});
