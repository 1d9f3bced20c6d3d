import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createDataFolder, dataFolder } from '../../../../electron/backend/home.ts';

test.each([
  ['linux', {}, '/home/li/.config/vouch'],
  ['linux', { XDG_CONFIG_HOME: '/data' }, '/data/vouch'],
  ['linux', { VOUCH_HOME: '/srv/vouch/' }, '/srv/vouch'],
  ['linux', { VOUCH_HOME: ' ' }, '/home/li/.config/vouch'],
  ['darwin', {}, '/home/li/Library/Application Support/vouch'],
])('%s %j', (platform, environment, expected) => {
  expect(dataFolder(environment, platform, '/home/li')).toBe(expected);
});

test('a relative VOUCH_HOME counts from the working folder', () => {
  expect(dataFolder({ VOUCH_HOME: 'data' }, 'linux', '/home/li')).toBe(join(process.cwd(), 'data'));
});

test.skipIf(process.platform === 'win32')('the data folder is made for the user alone', () => {
  const parent = mkdtempSync(join(tmpdir(), 'vouch-home-'));
  const home = join(parent, 'deep', 'vouch');
  createDataFolder(home);
  expect(statSync(home).mode & 0o077).toBe(0);
  rmSync(parent, { recursive: true });
});
