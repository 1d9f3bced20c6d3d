import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openDataFolder } from '../../../../electron/app/data-folder.ts';
import { createDataFolder, dataFolder } from '../../../../electron/app/home.ts';
import { openLog } from '../../../../electron/infra/log.ts';

test.each([
  ['linux', {}, '/home/li/.config/vouch'],
  ['linux', { XDG_CONFIG_HOME: '/data' }, '/data/vouch'],
  ['linux', { VOUCH_HOME: '/srv/vouch/' }, '/srv/vouch'],
  ['linux', { VOUCH_HOME: ' ' }, '/home/li/.config/vouch'],
  ['darwin', {}, '/home/li/Library/Application Support/vouch'],
])('%s %j', (platform, environment, expected) => {
  expect(dataFolder(environment, platform, '/home/li')).toBe(expected);
});

test('resolves a relative VOUCH_HOME from the working folder', () => {
  expect(dataFolder({ VOUCH_HOME: 'data' }, 'linux', '/home/li')).toBe(join(process.cwd(), 'data'));
});

const now = () => new Date();

test.skipIf(process.platform === 'win32')(
  'keeps Vouch’s files private in a folder that others can read',
  async () => {
    const home = mkdtempSync(join(tmpdir(), 'vouch-home-'));
    chmodSync(home, 0o755);
    // As an earlier version left it.
    mkdirSync(join(home, 'originals'), { mode: 0o755 });
    writeFileSync(join(home, 'holder.json'), '{}', { mode: 0o644 });
    writeFileSync(join(home, 'notes.txt'), 'the user’s own', { mode: 0o644 });
    const log = openLog(join(home, 'logs', 'a.log'), now);
    log.write('info', 'started');
    await log.flush();
    const opened = await openDataFolder(home, 'test', now);
    if (!opened.ok) throw new Error('Not opened');
    const { pictures, originals, thumbnails, close } = opened.value;
    const bytes = Buffer.from('picture');
    await pictures.put('a'.repeat(64), 'png', bytes);
    await originals.put('b'.repeat(64), 'bin', bytes);
    await thumbnails.write('c'.repeat(64), 'webp', bytes);
    const open = readdirSync(home, { recursive: true, encoding: 'utf8' }).filter(
      (name) => statSync(join(home, name)).mode & 0o077,
    );
    expect(open).toEqual(['notes.txt']);
    expect(statSync(join(home, 'ledger.sqlite-wal')).size).toBeGreaterThan(0);
    expect(statSync(home).mode & 0o777).toBe(0o755);
    await close();
    rmSync(home, { recursive: true });
  },
);

test.skipIf(process.platform === 'win32')('creates the data folder for its user only', () => {
  const parent = mkdtempSync(join(tmpdir(), 'vouch-home-'));
  const home = join(parent, 'deep', 'vouch');
  createDataFolder(home);
  expect(statSync(home).mode & 0o077).toBe(0);
  rmSync(parent, { recursive: true });
});
