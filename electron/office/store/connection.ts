import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { DatabaseAddress } from './address.ts';
import { isAway } from './failures.ts';
import { preparingPool } from './prepared.ts';
import { ledgerSchema } from './schema.ts';
import type { Tables } from './tables.ts';
import { usualSilenceMs, watchQueries } from './watch-queries.ts';

/** How long a caller waits for an unreachable database before it gets an error, in milliseconds. */
export type Patience = number;

export type Connection = {
  readonly db: Kysely<Tables>;
  readonly pool: pg.Pool;
  /** A separate connection outside the pool, for LISTEN. */
  readonly alone: () => pg.Client;
  /**
   * Retries while the database is unreachable, up to the time limit. Only for work that is safe to repeat.
   */
  readonly patiently: <Value>(work: () => Promise<Value>) => Promise<Value>;
  readonly close: () => Promise<void>;
};

const int8 = 20;

/** Every query returns int8 as a number. Ids and sums of cents stay far below 2^53. */
const asNumber = (text: string): number => {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new Error(`A number of the ledger is too large: ${text}`);
  return value;
};

const types: pg.CustomTypesConfig = {
  getTypeParser: (id: number, format?: 'text' | 'binary') =>
    id === int8 && format !== 'binary' ? asNumber : pg.types.getTypeParser(id, format),
};

const configOf = (address: DatabaseAddress, schema: string, connectMs: number): pg.ClientConfig => ({
  host: address.host,
  port: address.port,
  user: address.user,
  database: address.database,
  ...(address.password === undefined ? {} : { password: address.password }),
  ssl: address.tls
    ? {
        rejectUnauthorized: true,
        ...(address.authorityFile === null ? {} : { ca: readFileSync(address.authorityFile, 'utf8') }),
      }
    : false,
  // Compiling a query to machine code takes longer than any query here runs. PostgreSQL's usual costs are those of a
  // rotating disk: it would read and sort a year of invoices rather than follow an index to the newest ones.
  options: `-c search_path=${schema} -c timezone=UTC -c jit=off -c random_page_cost=1.1`,
  application_name: 'vouch',
  connectionTimeoutMillis: connectMs,
  // By default, the system sends the first probe after two hours.
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
  types,
});

/** How long opening a connection may take, in milliseconds. */
const usualConnectMs = 10_000;

/** How long a close waits for the server, in milliseconds. */
const closeMs = 5_000;

/** The delays between retries: short at first, then one second. */
const waitMs = (tries: number): number => Math.min(1_000, 50 * 2 ** Math.min(tries, 5));

const createPatience =
  (patienceMs: Patience) =>
  async <Value>(work: () => Promise<Value>): Promise<Value> => {
    const startedMs = performance.now();
    for (let tries = 0; ; tries += 1) {
      try {
        return await work();
      } catch (error) {
        if (!isAway(error) || performance.now() - startedMs > patienceMs) throw error;
        await sleep(waitMs(tries));
      }
    }
  };

/** An idle connection that breaks is harmless: the next query opens another. */
const ignore = (): void => {};

/**
 * @param most maximum number of connections
 * @param schema the search path for tables
 * @param silenceMs for tests: how often a query without a response is checked
 * @param connectMs for tests: how long opening a connection may take
 */
export const connectDatabase = (
  address: DatabaseAddress,
  patienceMs: Patience,
  most = 8,
  schema = ledgerSchema,
  silenceMs = usualSilenceMs,
  connectMs = usualConnectMs,
): Connection => {
  const config = configOf(address, schema, connectMs);
  const pool = new pg.Pool({ ...config, max: most, idleTimeoutMillis: 30_000 });
  pool.on('error', ignore);
  const open = new Set<pg.Client>();
  pool.on('remove', (client) => open.delete(client));
  pool.on('connect', (client) => {
    open.add(client);
    client.on('error', ignore);
    watchQueries(client, config, silenceMs);
  });
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: preparingPool(pool) }) });
  return {
    db,
    pool,
    alone: () => {
      const client = new pg.Client(config);
      client.on('error', ignore);
      watchQueries(client, config, silenceMs);
      return client;
    },
    patiently: createPatience(patienceMs),
    close: async () => {
      // A server that does not respond does not close its connections, either.
      const timer = setTimeout(() => {
        for (const client of open) client.connection.stream.destroy();
      }, closeMs);
      await db.destroy();
      clearTimeout(timer);
    },
  };
};
