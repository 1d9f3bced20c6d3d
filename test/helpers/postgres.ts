import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { Client } from '../../electron/store/postgres/client.ts';
import { postgresPrograms, startPostgres } from '../../build/postgres.mjs';

const programs = postgresPrograms();

/** Why there is no PostgreSQL for tests; null if there is one. */
export const noPostgres: string | null = 'why' in programs ? programs.why : null;
if (noPostgres !== null) console.warn(`Not run: tests on PostgreSQL, because ${noPostgres}`);

const password = 'a password of the tests’ own';

export type TestServer = Awaited<ReturnType<typeof startPostgres>> & {
  /** Creates an empty database and returns its URL. */
  readonly database: () => Promise<string>;
  readonly close: () => Promise<void>;
};

/** A PostgreSQL on a free port, for a file that stops it or sets it up; the others share one. */
export const startTestPostgres = async (settings: readonly string[] = []): Promise<TestServer> => {
  if ('why' in programs) throw new Error(programs.why);
  const folder = await mkdtemp(join(tmpdir(), 'vouch-postgres-'));
  const server = await startPostgres({ folder, password, programs, durable: false, settings });
  let made = 0;
  return {
    ...server,
    database: async () => {
      made += 1;
      const name = `office_${made}`;
      const client = new Client({ connectionString: server.url() });
      await client.connect();
      await client.query(`CREATE DATABASE ${name}`);
      await client.end();
      return server.url(name);
    },
    close: async () => {
      await server.crash();
      await rm(folder, { recursive: true, force: true });
    },
  };
};

/** A server that other files use, too. */
export type SharedServer = Pick<TestServer, 'database' | 'port'>;

let shared: Promise<TestServer> | null = null;

/** The PostgreSQL of all files of a Vitest worker: starting one takes longer than most tests. It ends with the worker. */
export const sharedPostgres = (): Promise<SharedServer> => {
  shared ??= startTestPostgres().then((server) => {
    // This is how Vitest ends its workers.
    process.once('SIGTERM', () => {
      void server.close().finally(() => process.kill(process.pid, 'SIGTERM'));
    });
    return server;
  });
  return shared;
};
