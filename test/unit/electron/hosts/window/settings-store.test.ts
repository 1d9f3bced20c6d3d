import Conf from 'conf';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { openStore } from '../../../../../electron/hosts/http/settings-store.ts';

const folders: string[] = [];
const makeHome = (): string => {
  const home = mkdtempSync(join(tmpdir(), 'vouch-store-'));
  folders.push(home);
  return home;
};
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

const open = (home: string) =>
  openStore(
    home,
    () =>
      new Conf<Record<string, unknown>>({
        cwd: home,
        configName: 'settings',
        projectName: 'vouch',
        accessPropertiesByDotNotation: false,
        configFileMode: 0o600,
      }),
    () => new Date(1000),
  );

test('keeps values over a restart, in a private file', () => {
  const home = makeHome();
  open(home).set('a.b', { c: 1 });
  expect(open(home).get('a.b')).toEqual({ c: 1 });
  expect(open(home).get('a')).toBeUndefined();
  expect(statSync(join(home, 'settings.json')).mode & 0o077).toBe(0);
  open(home).delete('a.b');
  expect(open(home).get('a.b')).toBeUndefined();
});

test('sets a damaged file aside instead of overwriting it', () => {
  const home = makeHome();
  writeFileSync(join(home, 'settings.json'), '{"language": "z');
  const store = open(home);
  expect(store.get('language')).toBeUndefined();
  store.set('language', 'zh');
  expect(readFileSync(join(home, 'settings.damaged-1000.json'), 'utf8')).toBe('{"language": "z');
  expect(readdirSync(home).sort()).toEqual(['settings.damaged-1000.json', 'settings.json']);
});
