import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { postgresPrograms, startPostgres } from '../../../build/postgres.mjs';
import { projectFolder } from '../../helpers/app-fixtures/folders.ts';
import { Client } from '../../../electron/office/store/client.ts';

const ask = async (url: string, text: string) => {
  const client = new Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query(text);
  await client.end();
  return rows;
};

const found = { any: postgresPrograms(), embedded: postgresPrograms('embedded') } as const;

describe.each(['any', 'embedded'] as const)('PostgreSQL of `npm run office`, programs: %s', (from) => {
  const programs = found[from];

  test.skipIf('why' in programs)(
    'starts in a folder that only its user may enter, keeps its data, and starts again',
    async ({ skip }) => {
      if ('why' in programs) return;
      const home = await mkdtemp(join(tmpdir(), 'vouch-home-'));
      onTestFinished(() => rm(home, { recursive: true, force: true }));
      await chmod(home, 0o700);
      const options = { folder: join(home, 'office', 'postgres'), password: 'of this test', programs };
      const first = await startPostgres(options).catch((error: unknown) => {
        // Programs below root's own folder: the user `nobody` can't run them, and the message says so.
        if (process.getuid?.() === 0 && String(error).includes('as root')) return null;
        throw error;
      });
      if (!first) {
        skip(`nobody can't read ${programs.folder}`);
        return;
      }
      onTestFinished(() => first.stop());
      await ask(first.url(), 'CREATE TABLE kept AS SELECT 7 AS n');
      await first.stop();
      expect((await stat(home)).mode & 0o777).toBe(0o700);
      const again = await startPostgres(options);
      onTestFinished(() => again.stop());
      expect(await ask(again.url(), 'SELECT n FROM kept')).toEqual([{ n: 7 }]);
      // The folder never contains the password.
      await expect(readFile(join(options.folder, 'password'))).rejects.toThrow('ENOENT');
    },
  );
});

test.skipIf('why' in found.any)('Ctrl+C stops the whole office, PostgreSQL last', async ({ skip }) => {
  const home = await mkdtemp(join(tmpdir(), 'vouch-home-'));
  onTestFinished(() => rm(home, { recursive: true, force: true }));
  const child = spawn(process.execPath, [join(projectFolder, 'build', 'office', 'run.ts'), '--port', '0'], {
    // A separate process group, which gets the signal as a whole, as from a terminal.
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, VOUCH_HOME: home },
  });
  let output = '';
  const workers = Promise.withResolvers<boolean>();
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output += text;
    if (/^worker 1: Connected/mu.test(output) && /^worker 2: Connected/mu.test(output)) workers.resolve(true);
  });
  const ended = once(child, 'exit');
  void ended.then(() => workers.resolve(false));
  if (!(await workers.promise)) {
    if (output.includes('as root')) skip('nobody can’t read the programs');
    throw new Error(output);
  }
  process.kill(-(child.pid ?? 0), 'SIGINT');
  expect(await ended).toEqual([0, null]);
  expect(output).not.toMatch(/refused|terminat/iu);
});
