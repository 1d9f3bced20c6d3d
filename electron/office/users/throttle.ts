import { sql } from 'kysely';
import type { UserDatabase } from './database.ts';
import { secretDigest } from './links.ts';

/**
 * The number of failed attempts within 15 minutes after which further ones must wait. An email address has a limit
 * per client address and a higher one for all addresses, so that another person's guesses don't soon lock out its
 * owner.
 */
const limits = { emailFromAddress: 5, email: 50, address: 50 } as const;
const minutes = 15;

type Attempt = { readonly email: string; readonly address: string };

export type Throttle = {
  /**
   * Counts an attempt before its outcome is known, so that concurrent attempts gain nothing. `no-more`: the
   * first attempt over the limit; `no`: a later one.
   */
  readonly begin: (attempt: Attempt) => Promise<'yes' | 'no-more' | 'no'>;
  /** The attempt succeeded: clears the user's failed attempts from this address. */
  readonly succeed: (attempt: Attempt) => Promise<void>;
};

const keysOf = ({ email, address }: Attempt) => ({
  emailFromAddress: secretDigest(`both ${email} ${address}`),
  email: secretDigest(`account ${email}`),
  address: secretDigest(`address ${address}`),
});

/** The counts are in the database: they apply to all processes of an office and survive restarts. */
export const createThrottle = (database: UserDatabase): Throttle => ({
  begin: async (attempt) => {
    const keys = keysOf(attempt);
    const all = Object.values(keys);
    await database
      .deleteFrom('attempt')
      .where(sql<boolean>`at < now() - make_interval(mins => ${minutes})`)
      .execute();
    await database
      .insertInto('attempt')
      .values(all.map((key) => ({ key })))
      .execute();
    const rows = await database
      .selectFrom('attempt')
      .select(({ fn }) => ['key', fn.countAll<string>().as('count')])
      .where('key', 'in', all)
      .groupBy('key')
      .execute();
    const counts = new Map(rows.map(({ key, count }) => [key, Number(count)]));
    const over = (['emailFromAddress', 'email', 'address'] as const).map(
      (name) => (counts.get(keys[name]) ?? 0) - limits[name],
    );
    const most = Math.max(...over);
    if (most <= 0) return 'yes';
    return most === 1 ? 'no-more' : 'no';
  },
  succeed: async (attempt) => {
    const keys = keysOf(attempt);
    await database.deleteFrom('attempt').where('key', 'in', [keys.emailFromAddress, keys.email]).execute();
  },
});
