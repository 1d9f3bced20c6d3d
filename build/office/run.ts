// Runs the parts of an office until one of them ends or a signal comes: PostgreSQL first, and last to stop.
import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createDataFolder, dataFolder } from '../../electron/app/home.ts';
import type { Environment } from '../../electron/infra/environment.ts';
import { Client } from '../../electron/office/store/client.ts';
import { root } from '../install.mjs';
import { postgresPrograms, startPostgres } from '../postgres.mjs';
import { environmentsOf } from './environments.ts';

const main = join(root, 'electron', 'hosts', 'cli', 'main.ts');
const database = 'office';

/** The password of the database's user, generated once and readable by this user only. */
const passwordIn = (folder: string): string => {
  const path = join(folder, 'password');
  if (!existsSync(path)) writeFileSync(path, randomBytes(24).toString('base64url'), { mode: 0o600 });
  return readFileSync(path, 'utf8').trim();
};

const createDatabase = async (url: string): Promise<void> => {
  const client = new Client({ connectionString: url });
  await client.connect();
  const there = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [database]);
  if (there.rows.length === 0) await client.query(`CREATE DATABASE ${database}`);
  await client.end();
};

const environments = environmentsOf(process.env);
if (!environments.ok) {
  console.error(environments.failure.message.en);
  process.exit(2);
}
const { hasAccount, withDatabase } = environments.value;
const home = dataFolder(process.env, process.platform);
createDataFolder(home);
const folder = join(home, 'office');
mkdirSync(folder, { recursive: true, mode: 0o700 });
const programs = postgresPrograms();
if ('why' in programs) {
  console.error(`No PostgreSQL: ${programs.why}`);
  process.exit(1);
}
const password = passwordIn(folder);
const postgres = await startPostgres({
  folder: join(folder, 'postgres'),
  password,
  programs,
  // Ctrl+C would end it first, and the parts could not save their work.
  ownGroup: true,
}).catch((error: unknown) => {
  console.error(`PostgreSQL does not start: ${error instanceof Error ? error.message : String(error)}`);
  return process.exit(1);
});
await createDatabase(postgres.url());
console.error(
  `PostgreSQL from ${programs.source}, port ${postgres.port}, data in ${join(folder, 'postgres')}`,
);

if (!hasAccount) console.error('No account in the environment: the workers read sandbox pages only.');
const environment = withDatabase(postgres.url(database));

/** Each line starts with the name of its part. Its log is a file: only sentences for people appear here. */
const start = (name: string, parameters: readonly string[], env: Environment): ChildProcess => {
  const log = openSync(join(folder, `${name.replace(' ', '-')}.log`), 'w', 0o600);
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', main, ...parameters], {
    cwd: root,
    // The parts receive signals only from here, one after the other.
    detached: true,
    stdio: ['ignore', log, 'pipe'],
    env,
  });
  closeSync(log);
  child.stderr?.setEncoding('utf8');
  child.stderr?.on('data', (text: string) => process.stderr.write(text.replaceAll(/^(?=.)/gmu, `${name}: `)));
  return child;
};

const workerParameters = ['worker', ...(hasAccount ? [] : ['--sandbox'])];
const parts = [
  start('serve', ['serve', ...process.argv.slice(2)], environment.serve),
  start('worker 1', workerParameters, environment.worker),
  start('worker 2', workerParameters, environment.worker),
];
const signalled = new Promise((resolve) => {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => resolve(0));
});
const ended = Promise.race([...parts.map((part) => once(part, 'exit')), postgres.ended()]).then(() => 1);
const code = await Promise.race([signalled, ended]);
await Promise.all(
  parts.map(async (part) => {
    if (part.exitCode !== null || part.signalCode !== null) return;
    const gone = once(part, 'exit');
    part.kill('SIGTERM');
    await gone;
  }),
);
await postgres.stop();
process.exit(Number(code));
