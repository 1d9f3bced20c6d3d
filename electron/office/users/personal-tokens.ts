import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import {
  mostTokens,
  personalTokenPattern,
  type NewPersonalToken,
  type PersonalToken,
} from '../../../shared/contract/personal-token.ts';
import { roleSchema } from '../../../shared/contract/roles.ts';
import { failed, success, type Result } from '../../../shared/result.ts';
import type { Unit, UserDatabase } from './database.ts';
import { newSecret, secretDigest } from './links.ts';
import type { SignedIn } from './sessions.ts';

/** An expired token is listed this long, so that its user sees why a script has stopped. */
const keptDays = 30;
/** The time of the last use is stored at most once in this time. */
const useSeconds = 60;

/**
 * Personal tokens: with one, a command line uses the office in the name of a user. The database has only the digest,
 * by which a token is looked up.
 */
export type PersonalTokens = {
  /** `off`: an administrator has disabled the user meanwhile. */
  readonly make: (
    unit: Unit,
    person: string,
    name: string,
    days: number,
  ) => Promise<Result<NewPersonalToken, 'many' | 'off'>>;
  /** A user's tokens, the newest first. */
  readonly of: (person: string) => Promise<readonly PersonalToken[]>;
  /** The name of the token; null if the user has none with this id. */
  readonly revoke: (unit: Unit, person: string, id: string) => Promise<string | null>;
  /**
   * Null for a token that is unknown, revoked or expired, or whose user is disabled.
   * @param noteFirst notes the first use, in its transaction
   */
  readonly use: (
    token: string,
    noteFirst: (unit: Unit, signedIn: SignedIn) => Promise<void>,
  ) => Promise<SignedIn | null>;
};

/** Ends all tokens of a user. */
export const revokeTokens = async (unit: Unit, person: string): Promise<void> => {
  await unit.deleteFrom('personal_token').where('person', '=', person).execute();
};

export const createPersonalTokens = (database: UserDatabase): PersonalTokens => ({
  make: async (unit, person, name, days) => {
    // Of two that are made at once, the second one is counted after the first.
    const user = await unit
      .selectFrom('user')
      .select('banned')
      .where('id', '=', person)
      .forUpdate()
      .executeTakeFirst();
    if (!user || user.banned === true) return failed('off');
    await unit
      .deleteFrom('personal_token')
      .where('person', '=', person)
      .where(sql<boolean>`until < now() - make_interval(days => ${keptDays})`)
      .execute();
    const { count } = await unit
      .selectFrom('personal_token')
      .select(({ fn }) => fn.countAll<string>().as('count'))
      .where('person', '=', person)
      .executeTakeFirstOrThrow();
    if (Number(count) >= mostTokens) return failed('many');
    const token = `vouch_${newSecret()}`;
    const { until } = await unit
      .insertInto('personal_token')
      .values({
        id: randomUUID(),
        digest: secretDigest(token),
        person,
        name,
        until: sql<Date>`now() + make_interval(days => ${days})`,
      })
      .returning('until')
      .executeTakeFirstOrThrow();
    return success({ token, until: until.toISOString() });
  },
  of: async (person) => {
    const rows = await database
      .selectFrom('personal_token')
      .select(['id', 'name', 'made', 'used', 'until', sql<boolean>`until <= now()`.as('isExpired')])
      .where('person', '=', person)
      .orderBy('made', 'desc')
      .execute();
    return rows.map(({ id, name, made, used, until, isExpired }) => ({
      id,
      name,
      madeAt: made.toISOString(),
      usedAt: used?.toISOString() ?? null,
      until: until.toISOString(),
      isExpired,
    }));
  },
  revoke: async (unit, person, id) => {
    const revoked = await unit
      .deleteFrom('personal_token')
      .where('person', '=', person)
      .where('id', '=', id)
      .returning('name')
      .executeTakeFirst();
    return revoked?.name ?? null;
  },
  use: async (token, noteFirst) => {
    if (!personalTokenPattern.test(token)) return null;
    const digest = secretDigest(token);
    const found = await database
      .selectFrom('personal_token')
      .innerJoin('user', 'user.id', 'personal_token.person')
      .select(['user.id', 'user.name', 'email', 'role', 'personal_token.id as tokenId'])
      .select(['personal_token.name as tokenName', 'used'])
      .where('digest', '=', digest)
      .where(sql<boolean>`until > now()`)
      .where(sql<boolean>`banned is not true`)
      .executeTakeFirst();
    if (!found) return null;
    const { tokenId, tokenName, used, role, ...user } = found;
    // An unknown role has the fewest rights.
    const known = { ...user, role: roleSchema.catch('viewer').parse(role) };
    const signedIn = { user: known, session: tokenId, token: tokenName };
    const note = (unit: UserDatabase) =>
      unit
        .updateTable('personal_token')
        .set({ used: sql<Date>`now()` })
        .where('digest', '=', digest);
    if (used === null)
      await database.transaction().execute(async (unit) => {
        // Of several first requests at once, one is the first.
        const noted = await note(unit).where('used', 'is', null).executeTakeFirst();
        if (noted.numUpdatedRows > 0n) await noteFirst(unit, signedIn);
      });
    else
      await note(database)
        .where(sql<boolean>`used < now() - make_interval(secs => ${useSeconds})`)
        .execute();
    return signedIn;
  },
});
