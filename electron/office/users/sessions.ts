import { sql } from 'kysely';
import type { SessionEnd, User } from '../../../shared/contract/office.ts';
import { roleSchema } from '../../../shared/contract/roles.ts';
import type { Unit, UserDatabase } from './database.ts';
import { secretDigest } from './links.ts';

/**
 * Open sessions, by the database's clock. A session ends 12 hours after the last use of a window, at latest 30 days after
 * the sign-in. The window says when it is used; no other request extends the session.
 */
const idleHours = 12;
const longestDays = 30;

/** Ended sessions are kept this long, so that a window can say why its session has ended. */
const keptDays = 60;

export type SignedIn = {
  readonly user: User;
  /** Identifies a session in lists; it does not open the session. */
  readonly session: string;
  /** The name of the personal token that the request has instead of a session. */
  readonly token?: string;
};

export type Sessions = {
  /** Null for an invalid key. */
  readonly of: (key: string) => Promise<SignedIn | null>;
  /** Opens a new session. */
  readonly begin: (unit: Unit, key: string) => Promise<void>;
  /** A window was used: extends its session. */
  readonly use: (key: string) => Promise<void>;
  readonly signOut: (unit: Unit, key: string) => Promise<void>;
  /** Why a session has ended; null if it is open, or was never known. */
  readonly endOf: (key: string) => Promise<SessionEnd | null>;
};

/** Only keys in the form of `newSecret` are looked up. */
const keyPattern = /^[\w-]{43}$/u;

const open = sql<boolean>`"session"."expiresAt" > now()`;
const newEnd = sql<Date>`least(now() + make_interval(hours => ${idleHours}),
  "createdAt" + make_interval(days => ${longestDays}))`;

/** Ends sessions and keeps that somebody has ended them. */
export const endSessions = async (
  unit: Unit,
  where: { readonly user: string; readonly session?: string; readonly but?: string | null },
): Promise<number> => {
  const { user, session = null, but = null } = where;
  const { numAffectedRows } = await sql`
    with gone as (
      delete from "session" where "userId" = ${user}
        and (${session}::text is null or id = ${session}) and id is distinct from ${but}
      returning token)
    insert into ended_session (token) select token from gone on conflict do nothing`.execute(unit);
  return Number(numAffectedRows ?? 0n);
};

export const createSessions = (database: UserDatabase): Sessions => ({
  of: async (key) => {
    if (!keyPattern.test(key)) return null;
    const found = await database
      .selectFrom('session')
      .innerJoin('user', 'user.id', 'session.userId')
      .select(['session.id as session', 'user.id', 'name', 'email', 'role'])
      .where('token', '=', secretDigest(key))
      .where(open)
      .where(sql<boolean>`banned is not true`)
      .executeTakeFirst();
    if (!found) return null;
    const { session, role, ...user } = found;
    // An unknown role has the fewest rights.
    return { user: { ...user, role: roleSchema.catch('viewer').parse(role) }, session };
  },
  begin: async (unit, key) => {
    const kept = sql<Date>`now() - make_interval(days => ${keptDays})`;
    await unit.deleteFrom('ended_session').where('at', '<', kept).execute();
    await unit.deleteFrom('session').where('expiresAt', '<', kept).execute();
    await unit
      .updateTable('session')
      .set({
        createdAt: sql<Date>`now()`,
        updatedAt: sql<Date>`now()`,
        expiresAt: sql<Date>`now() + make_interval(hours => ${idleHours})`,
      })
      .where('token', '=', secretDigest(key))
      .execute();
  },
  use: async (key) => {
    await database
      .updateTable('session')
      .set({ updatedAt: sql<Date>`now()`, expiresAt: newEnd })
      .where('token', '=', secretDigest(key))
      .where(open)
      .execute();
  },
  signOut: async (unit, key) => {
    await unit.deleteFrom('session').where('token', '=', secretDigest(key)).execute();
  },
  endOf: async (key) => {
    if (!keyPattern.test(key)) return null;
    const token = secretDigest(key);
    const ended = await database
      .selectFrom('ended_session')
      .select('token')
      .where('token', '=', token)
      .executeTakeFirst();
    if (ended) return 'ended';
    const found = await database
      .selectFrom('session')
      .select(sql<boolean>`"createdAt" + make_interval(days => ${longestDays}) <= now()`.as('isOld'))
      .where('token', '=', token)
      .where(sql<boolean>`not (${open})`)
      .executeTakeFirst();
    if (!found) return null;
    return found.isOld ? 'age' : 'idle';
  },
});
