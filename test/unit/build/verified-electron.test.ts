import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { root } from '../../../build/install.mjs';
import { listen, portOf } from '../../helpers/listen.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';

test('refuses an archive with another checksum than the pinned one, even if its mirror confirms it', async () => {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.end('not Electron');
  });
  const port = portOf(await listen(server));
  onTestFinished(() => void server.close());
  const [folder, cache] = [await temporaryFolder(), await temporaryFolder()];
  // As electron-builder calls it for each system and processor that it packs; 3 is its number of arm64.
  const script = `import { beforePack } from './build/package-hooks.mjs';
    process.env.VOUCH_VERIFIED_ELECTRON = process.argv[1];
    await beforePack({ electronPlatformName: 'win32', arch: 3 });`;
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
  expect(asked.filter((url) => url.endsWith('win32-arm64.zip'))).toHaveLength(1);
  expect(await readdir(folder)).toEqual([]);
});

test('gives the verified archives to the packager', async () => {
  const script = await readFile(join(root, 'build/package.mjs'), 'utf8');
  expect(script).toContain('--config.electronDist=${folder}');
  expect(script).toContain('VOUCH_VERIFIED_ELECTRON: folder');
  expect(await readFile(join(root, 'electron-builder.yml'), 'utf8')).toContain(
    '\nbeforePack: build/package-hooks.mjs\n',
  );
});
