import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { parseDatabaseAddress, type DatabaseAddress } from '../../electron/office/store/address.ts';
import { Client } from '../../electron/office/store/client.ts';
import { postgresPrograms, startPostgres } from '../../build/postgres.mjs';

const programs = postgresPrograms();

/** The address in a URL; throws if the program would refuse it. */
export const addressOf = (url: string): DatabaseAddress => {
  const address = parseDatabaseAddress(url);
  if (!address.ok) throw new Error(address.failure.detail);
  return address.value;
};

/** Why there is no PostgreSQL for tests; null if there is one. */
export const noPostgres: string | null = 'why' in programs ? programs.why : null;
if (noPostgres !== null) console.warn(`Not run: tests on PostgreSQL, because ${noPostgres}`);

const password = 'a password of the tests’ own';

export type TestServer = Awaited<ReturnType<typeof startPostgres>> & {
  readonly folder: string;
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
    folder,
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

/** Deletes a folder in a process that outlives this one. */
const removeLater = (folder: string): void => {
  const script = 'fs.rmSync(process.argv[1], { recursive: true, force: true })';
  spawn(process.execPath, ['-e', script, folder], { detached: true, stdio: 'ignore' }).unref();
};

let shared: Promise<TestServer> | null = null;

/** The PostgreSQL of all files of a Vitest worker: starting one takes longer than most tests. It ends with the worker. */
export const sharedPostgres = (): Promise<SharedServer> => {
  shared ??= startTestPostgres().then((server) => {
    // Vitest ends its workers like this, and kills them half a second later: too early for thousands of files.
    process.once('SIGTERM', () => {
      void server.crash().finally(() => {
        removeLater(server.folder);
        process.kill(process.pid, 'SIGTERM');
      });
    });
    return server;
  });
  return shared;
};
