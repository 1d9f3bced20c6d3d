import { spawnSync } from 'node:child_process';
import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { makePrivateFolder } from '../../../../../electron/infra/files/make-folder.ts';
import { temporaryFolder } from '../../../../helpers/temporary-folder.ts';

test('creates a folder and its parents for the user alone, and leaves an existing one', async () => {
  const folder = await temporaryFolder();
  makePrivateFolder(join(folder, 'a', 'b'));
  for (const path of ['a', 'a/b'])
    if (process.platform !== 'win32') expect(statSync(join(folder, path)).mode & 0o777).toBe(0o700);
  mkdirSync(join(folder, 'open'), { mode: 0o755 });
  makePrivateFolder(join(folder, 'open'));
  expect(statSync(join(folder, 'open')).isDirectory()).toBe(true);
});

test('fails if a file has the name of the folder', async () => {
  const folder = await temporaryFolder();
  writeFileSync(join(folder, 'file'), '');
  expect(() => makePrivateFolder(join(folder, 'file', 'below'))).toThrow(/E(?:NOTDIR|EXIST)/u);
});

test.skipIf(process.platform !== 'linux')(
  'ends the command line with a message if the data folder cannot be created',
  () => {
    const main = fileURLToPath(new URL('../../../../../electron/hosts/cli/main.ts', import.meta.url));
    const samples = fileURLToPath(new URL('../../../../../samples', import.meta.url));
    const { status, stderr, signal } = spawnSync(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', main, 'invoice', samples, '--sandbox'],
      {
        env: { PATH: process.env['PATH'] ?? '', VOUCH_HOME: '/proc/vouch', LANG: 'en_US.UTF-8' },
        timeout: 60_000,
        encoding: 'utf8',
      },
    );
    expect({ status, signal }).toEqual({ status: 2, signal: null });
    expect(stderr).toMatch(/data folder \(ENOENT\)/u);
  },
);
