import { isIP } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { failed, type Result } from '../../../shared/result.ts';
import type { Unit, UserDatabase } from './database.ts';
import { secretDigest } from './links.ts';

/**
 * Limits of failed sign-ins within 15 minutes. An attempt counts while its outcome is unknown; a success and a refused
 * attempt count as nothing, so that nobody can fill the limit of an account after the limit of an address is reached.
 * A browser that signed in before has a limit of its own, which strangers can't reach.
 */
const limits = {
  device: 10,
  /** One account from one address. */
  pair: 5,
  account: 50,
  address: 50,
} as const;
type Limit = keyof typeof limits;
/** A token is no guess of another one: a forgotten script that repeats it counts once for its address. */
const mostOfToken = 1;

const minutes = 15;
/** An attempt without an outcome counts as failed after this time: its process has ended. */
const abandonedSeconds = 60;

export type Attempt = {
  readonly email: string;
  /** The client's address; empty if unknown. */
  readonly address: string;
  /** Identifies a browser that has signed in to this account before, or an open session; null for any other. */
  readonly device: string | null;
  /** Whether it is one with a personal token, whose digest stands in place of the email address. */
  readonly isOfToken?: boolean;
};

const limitFor = (limit: Limit, { isOfToken = false }: Attempt): number =>
  limit === 'pair' && isOfToken ? mostOfToken : limits[limit];

/** No attempt is allowed until then. */
export type Throttled = { readonly until: Date };

/** A limit that was reached. */
export type SignInLock = {
  readonly limit: Limit;
  /** The digest of the account; null if it concerns all accounts. */
  readonly account: string | null;
  /** The network; null if it concerns all. */
  readonly address: string | null;
  readonly until: Date;
};

export type Throttle = {
  /**
   * Runs an attempt unless a limit is reached. A failed one counts. Concurrent attempts gain nothing: each counts before
   * it runs.
   * @param onLock called with each limit that this attempt has reached
   */
  readonly guard: <Value, Failure>(
    attempt: Attempt,
    run: () => Promise<Result<Value, Failure>>,
    onLock: (lock: SignInLock) => Promise<void>,
  ) => Promise<Result<Value, Failure | Throttled>>;
  /** The limits that are reached now, those of known browsers included: several may concern one account. */
  readonly locks: () => Promise<readonly SignInLock[]>;
  /** Forgets the failed attempts for an account, from a network, or both. */
  readonly lift: (
    unit: Unit,
    lock: { readonly email: string | null; readonly address: string | null },
  ) => Promise<void>;
};

export const accountDigest = (email: string): string => secretDigest(`account ${email}`);

/** The network that counts as one client: an IPv4 address, or the 64 bits that a provider gives to one customer. */
export const networkOf = (address: string): string => {
  if (isIP(address) !== 6) return address;
  const text = new URL(`http://[${address.replace(/%.*$/u, '')}]`).hostname.slice(1, -1);
  const [head = '', tail] = text.split('::');
  const first = head === '' ? [] : head.split(':');
  const last = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? 0 : 8 - first.length - last.length;
  const groups = [...first, ...Array.from({ length: zeros }, () => '0'), ...last];
  return `${groups.slice(0, 4).join(':')}::/64`;
};

type Row = { readonly at: Date; readonly isPending: boolean };
type Counted = Row & { readonly account: string; readonly address: string; readonly device: string | null };

const window = sql<boolean>`at > clock_timestamp() - make_interval(mins => ${minutes})`;
const isPending = sql<boolean>`pending and at > clock_timestamp() - make_interval(secs => ${abandonedSeconds})`;

const endOf = (at: Date): Date => new Date(at.getTime() + minutes * 60_000);

/** Runs at most `most` tasks at once; the others wait in order. */
const createLane = (most: number) => {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async <Value>(task: () => Promise<Value>): Promise<Value> => {
    if (running >= most) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await task();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
};

/** A password takes a thread for a while: more at once only wait for each other. */
const atOnce = 4;
const waitMs = 100;
const longestWaits = 300;

const laneOf = ({ device, isOfToken = false }: Attempt): 'known' | 'unknown' | 'token' => {
  if (isOfToken) return 'token';
  return device === null ? 'unknown' : 'known';
};

/** The attempts that count for each limit, newest first. */
const countedFor = async (
  unit: Unit,
  { email, address, device }: Attempt,
): Promise<readonly (readonly [Limit, readonly Counted[]])[]> => {
  const [account, network] = [accountDigest(email), networkOf(address)];
  const rows = await unit
    .selectFrom('sign_in_attempt')
    .select(['account', 'address', 'device', 'at', isPending.as('isPending')])
    .where(window)
    .where((one) =>
      device === null
        ? one.and([
            one('device', 'is', null),
            one.or([one('account', '=', account), one('address', '=', network)]),
          ])
        : one.and([one('device', '=', device), one('account', '=', account)]),
    )
    .orderBy('at', 'desc')
    .execute();
  if (device !== null) return [['device', rows]];
  return [
    ['pair', rows.filter((row) => row.account === account && row.address === network)],
    ['account', rows.filter((row) => row.account === account)],
    // Without an address, all clients would share one limit.
    ['address', network === '' ? [] : rows.filter((row) => row.address === network)],
  ];
};

/** The counts are in the database: they apply to all processes of an office and survive restarts. */
export const createThrottle = (database: UserDatabase): Throttle => {
  // Strangers' attempts must not hold up those of known browsers, nor scripts those of users.
  const lanes = { known: createLane(atOnce), unknown: createLane(atOnce), token: createLane(atOnce) };

  /** One attempt after the other decides by the same counts, in all processes. */
  const locked = <Value>(
    { email, address, device }: Attempt,
    work: (unit: Unit) => Promise<Value>,
  ): Promise<Value> =>
    database.transaction().execute(async (unit) => {
      const account = accountDigest(email);
      const keys = device === null ? [account, networkOf(address)] : [`${account} ${device}`];
      for (const key of keys.toSorted())
        await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 2))`.execute(unit);
      return await work(unit);
    });

  /** The id of a counted attempt, when the next one is allowed, or null if others' outcomes decide. */
  const reserve = (attempt: Attempt): Promise<{ readonly id: number } | Throttled | null> =>
    locked(attempt, async (unit) => {
      let until: Date | null = null;
      let isFull = false;
      for (const [limit, rows] of await countedFor(unit, attempt)) {
        const failures = rows.filter((row) => !row.isPending);
        const deciding = failures[limitFor(limit, attempt) - 1];
        if (deciding && (until === null || endOf(deciding.at) > until)) until = endOf(deciding.at);
        if (rows.length >= limitFor(limit, attempt)) isFull = true;
      }
      if (until) return { until };
      if (isFull) return null;
      return await unit
        .insertInto('sign_in_attempt')
        .values({
          account: accountDigest(attempt.email),
          address: networkOf(attempt.address),
          device: attempt.device,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
    });

  const reserveInTurn = async (attempt: Attempt): Promise<{ readonly id: number } | Throttled> => {
    await sql`delete from sign_in_attempt where id in (
      select id from sign_in_attempt where at <= clock_timestamp() - make_interval(mins => ${minutes})
      for update skip locked)`.execute(database);
    for (let waits = 0; waits < longestWaits; waits += 1) {
      const reserved = await reserve(attempt);
      if (reserved) return reserved;
      await wait(waitMs);
    }
    return { until: new Date(Date.now() + abandonedSeconds * 1_000) };
  };

  /** Counts a failure. Returns the limits that it has reached. */
  const fail = (attempt: Attempt, id: number): Promise<readonly SignInLock[]> =>
    locked(attempt, async (unit) => {
      await unit
        .updateTable('sign_in_attempt')
        .set({ pending: false, at: sql<Date>`clock_timestamp()` })
        .where('id', '=', id)
        .execute();
      return (await countedFor(unit, attempt)).flatMap(([limit, rows]) => {
        const failures = rows.filter((row) => !row.isPending);
        const oldest = failures.at(-1);
        if (failures.length !== limitFor(limit, attempt) || !oldest) return [];
        return [
          {
            limit,
            account: limit === 'address' ? null : accountDigest(attempt.email),
            address: limit === 'account' ? null : networkOf(attempt.address),
            until: endOf(oldest.at),
          },
        ];
      });
    });

  const succeed = async ({ email, address, device }: Attempt): Promise<void> => {
    await database
      .deleteFrom('sign_in_attempt')
      .where('account', '=', accountDigest(email))
      .where((one) =>
        device === null
          ? one.and([one('device', 'is', null), one('address', '=', networkOf(address))])
          : one('device', '=', device),
      )
      .execute();
  };

  return {
    guard: (attempt, run, onLock) =>
      lanes[laneOf(attempt)](async () => {
        const reserved = await reserveInTurn(attempt);
        if ('until' in reserved) return failed(reserved);
        const done = await run();
        if (done.ok) await succeed(attempt);
        else for (const lock of await fail(attempt, reserved.id)) await onLock(lock);
        return done;
      }),
    locks: async () => {
      const { rows } = await sql<{
        account: string | null;
        address: string | null;
        device: string | null;
        times: Date[];
      }>`select account, address, null as device, array_agg(at order by at desc) as times from sign_in_attempt
        where device is null and ${window} and not (${isPending})
        group by grouping sets ((account, address), (account), (address))
        having count(*) >= ${limits.pair}
        union all
        select account, null, device, array_agg(at order by at desc) from sign_in_attempt
        where device is not null and ${window} and not (${isPending})
        group by account, device
        having count(*) >= ${limits.device}`.execute(database);
      return rows.flatMap(({ account, address, device, times }): SignInLock[] => {
        const ofStrangers = account === null ? 'address' : address === null ? 'account' : 'pair';
        const limit = device === null ? ofStrangers : 'device';
        const deciding = limit === 'address' && address === '' ? undefined : times[limits[limit] - 1];
        return deciding ? [{ limit, account, address, until: endOf(deciding) }] : [];
      });
    },
    lift: async (unit, { email, address }) => {
      if (email === null && address === null) return;
      await unit
        .deleteFrom('sign_in_attempt')
        .where((one) =>
          one.and([
            ...(email === null ? [] : [one('account', '=', accountDigest(email))]),
            ...(address === null ? [] : [one('address', '=', address)]),
          ]),
        )
        .execute();
    },
  };
};
