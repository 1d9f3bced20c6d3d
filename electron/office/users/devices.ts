import { sql } from 'kysely';
import type { Unit, UserDatabase } from './database.ts';
import { newSecret, secretDigest } from './links.ts';

/**
 * Browsers that have signed in before. A browser keeps a secret for years; it opens nothing, but gives its own limit of
 * failed sign-ins. The database has only the secret's digest, with the users who have signed in there.
 */
export type Devices = {
  /** The digest of a browser that this account has used; null for another one. */
  readonly knownFor: (email: string, secret: string | null) => Promise<string | null>;
  /** Notes that a user has signed in. Returns the secret that the browser keeps. */
  readonly note: (unit: Unit, user: string, secret: string | null) => Promise<string>;
  /** Forgets a user's browsers: another person may have one of them. */
  readonly forget: (unit: Unit, user: string) => Promise<void>;
};

/** A browser that isn't used for this long is forgotten; cookies don't live longer. */
export const deviceDays = 400;

const pattern = /^[\w-]{43}$/u;

export const createDevices = (database: UserDatabase): Devices => ({
  knownFor: async (email, secret) => {
    if (secret === null || !pattern.test(secret)) return null;
    const found = await database
      .selectFrom('device')
      .innerJoin('user', 'user.id', 'device.person')
      .select('digest')
      .where('digest', '=', secretDigest(secret))
      .where('email', '=', email)
      .executeTakeFirst();
    return found?.digest ?? null;
  },
  note: async (unit, user, secret) => {
    await unit
      .deleteFrom('device')
      .where(sql<boolean>`at < now() - make_interval(days => ${deviceDays})`)
      .execute();
    const given = secret !== null && pattern.test(secret) ? secret : null;
    const isOurs =
      given !== null &&
      (await unit
        .selectFrom('device')
        .select('digest')
        .where('digest', '=', secretDigest(given))
        .executeTakeFirst());
    // A secret that we didn't give may be known to others.
    const kept = given !== null && isOurs ? given : newSecret();
    await unit
      .insertInto('device')
      .values({ digest: secretDigest(kept), person: user })
      .onConflict((conflict) => conflict.columns(['digest', 'person']).doUpdateSet({ at: sql<Date>`now()` }))
      .execute();
    return kept;
  },
  forget: async (unit, user) => {
    await unit.deleteFrom('device').where('person', '=', user).execute();
  },
});
