import { sql } from 'kysely';
import type { PeopleDatabase } from './database.ts';
import { secretDigest } from './secrets.ts';

/**
 * Failed attempts in the last quarter of an hour after which the next are told to wait. An account has a limit for one
 * address and a higher one for all, so that somebody else's guesses don't soon keep its owner out.
 */
const limits = { accountFromAddress: 5, account: 50, address: 50 } as const;
const minutes = 15;

export type Attempt = { readonly account: string; readonly address: string };

export type Throttle = {
  /**
   * Counts an attempt before its outcome is known, so that many at once gain nothing. `no-more`: it is the first one too
   * many; `no`: it is one of those that follow.
   */
  readonly begin: (attempt: Attempt) => Promise<'yes' | 'no-more' | 'no'>;
  /** It was right: the account's failures from this address are forgotten. */
  readonly succeed: (attempt: Attempt) => Promise<void>;
};

const keysOf = ({ account, address }: Attempt) => ({
  accountFromAddress: secretDigest(`both ${account} ${address}`),
  account: secretDigest(`account ${account}`),
  address: secretDigest(`address ${address}`),
});

/** Keeps its counts in the database: it holds for all processes of an office, and outlives them. */
export const createThrottle = (database: PeopleDatabase): Throttle => ({
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
    const over = (['accountFromAddress', 'account', 'address'] as const).map(
      (name) => (counts.get(keys[name]) ?? 0) - limits[name],
    );
    const most = Math.max(...over);
    if (most <= 0) return 'yes';
    return most === 1 ? 'no-more' : 'no';
  },
  succeed: async (attempt) => {
    const keys = keysOf(attempt);
    await database
      .deleteFrom('attempt')
      .where('key', 'in', [keys.accountFromAddress, keys.account])
      .execute();
  },
});
