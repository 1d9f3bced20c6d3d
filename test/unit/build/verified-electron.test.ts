import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { root } from '../../../build/install.mjs';
import { targetsOf } from '../../../build/verified-electron.mjs';
import { listen, portOf } from '../../helpers/listen.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';

const here = { platform: 'linux', arch: 'x64' } as const;

test('builds a package for this system or for the named ones', () => {
  expect(targetsOf(['--dir'], here)).toEqual([here]);
  expect(targetsOf(['--win', '--x64', '--arm64'], here)).toEqual([
    { platform: 'win32', arch: 'x64' },
    { platform: 'win32', arch: 'arm64' },
  ]);
});

test('refuses an archive with another checksum than the pinned one, even if its mirror confirms it', async () => {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.end('not Electron');
  });
  const port = portOf(await listen(server));
  onTestFinished(() => void server.close());
  const [folder, cache] = [await temporaryFolder(), await temporaryFolder()];
  const script = `import { fetchVerified } from './build/verified-electron.mjs';
    await fetchVerified([{ platform: 'linux', arch: 'x64' }], process.argv[1]);`;
  const run = promisify(execFile)(process.execPath, ['--input-type=module', '-e', script, folder], {
    cwd: root,
    env: {
      PATH: process.env.PATH ?? '',
      HOME: cache,
      XDG_CACHE_HOME: cache,
      ELECTRON_MIRROR: `http://127.0.0.1:${port}/`,
    },
  });
  await expect(run).rejects.toThrow(/did not match expected checksum/u);
  expect(asked.filter((url) => url.endsWith('.zip'))).toHaveLength(1);
  expect(await readdir(folder)).toEqual([]);
});

test('gives the verified archives to the packager', async () => {
  expect(await readFile(join(root, 'build/package.mjs'), 'utf8')).toContain(
    '--config.electronDist=${folder}',
  );
});
