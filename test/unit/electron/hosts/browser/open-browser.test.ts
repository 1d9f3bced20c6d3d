import { mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createBrowserOpener, redirectFolder } from '../../../../../electron/hosts/browser/open-browser.ts';
import { temporaryFolder } from '../../../../helpers/temporary-folder.ts';

const address = 'http://127.0.0.1:1/#token=planted-token';

/** A system opener that records its arguments and its environment. */
const recordingOpener = async () => {
  const folder = await temporaryFolder();
  const script = `#!/bin/sh\n{ echo "$@"; env; } > '${folder}/part' && mv '${folder}/part' '${folder}/seen'\n`;
  writeFileSync(join(folder, 'xdg-open'), script, { mode: 0o755 });
  vi.stubEnv('PATH', `${folder}:${process.env.PATH}`);
  vi.stubEnv('VOUCH_API_SECRET', 'planted');
  onTestFinished(() => {
    vi.unstubAllEnvs();
  });
  return () => readFileSync(join(folder, 'seen'), 'utf8');
};

test.skipIf(process.platform === 'win32')(
  'gives the opener a private redirect file, without a token in its arguments or our environment',
  async () => {
    const seen = await recordingOpener();
    const home = await temporaryFolder();
    const opener = createBrowserOpener(home, home, 'linux');
    await opener.open(address);
    await expect.poll(seen, { timeout: 10_000 }).toContain('PATH=');
    expect(seen()).not.toMatch(/VOUCH_|planted/);
    const [given = ''] = seen().split('\n');
    const path = fileURLToPath(given);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(readFileSync(path, 'utf8')).toContain(`content="0;url=${address}"`);
    await opener.close();
    expect(() => statSync(path)).toThrow('ENOENT');
  },
);

test.skipIf(process.platform === 'win32')('removes files of a killed process', async () => {
  await recordingOpener();
  const home = await temporaryFolder();
  mkdirSync(join(home, 'open'));
  for (const name of ['vouch-6f1c1d6e-7c9b-4d1e-9a55-0c7d0a2f3b11.html', 'vouch-notes.html'])
    for (const folder of [home, join(home, 'open')]) writeFileSync(join(folder, name), '');
  const opener = createBrowserOpener(home, home, 'linux');
  await opener.open(address);
  await opener.close();
  const left = [...readdirSync(home), ...readdirSync(join(home, 'open'))];
  // With snaps, the file is in the user's folder, otherwise in the data folder: one of them was cleared.
  expect(left.filter((name) => name.startsWith('vouch-6f1c'))).toHaveLength(1);
  expect(left.filter((name) => name === 'vouch-notes.html')).toHaveLength(2);
});

test('writes the file where the browser can read it', () => {
  expect(redirectFolder('/data', '/home/li', 'linux', false)).toBe(join('/data', 'open'));
  expect(redirectFolder('/data', '/home/li', 'linux', true)).toBe('/home/li');
  expect(redirectFolder('/data', '/Users/li', 'darwin', true)).toBe(join('/data', 'open'));
});
