import { expect, test } from 'vitest';
import { dataFolder } from '../../../../electron/backend/home.ts';

test.each([
  ['linux', {}, '/home/li', '/home/li/.local/share/vouch'],
  ['linux', { XDG_DATA_HOME: '/data' }, '/home/li', '/data/vouch'],
  ['linux', { XDG_DATA_HOME: 'data' }, '/home/li', '/home/li/.local/share/vouch'],
  ['linux', { VOUCH_HOME: '/srv/vouch/' }, '/home/li', '/srv/vouch'],
  ['linux', { VOUCH_HOME: ' ' }, '/home/li', '/home/li/.local/share/vouch'],
  ['darwin', {}, '/Users/li', '/Users/li/Library/Application Support/Vouch'],
  [
    'win32',
    { LOCALAPPDATA: 'C:\\Users\\李\\AppData\\Local' },
    'C:\\Users\\李',
    'C:\\Users\\李\\AppData\\Local\\Vouch',
  ],
  ['win32', {}, 'C:\\Users\\李', 'C:\\Users\\李\\AppData\\Local\\Vouch'],
  ['win32', { VOUCH_HOME: 'D:\\vouch' }, 'C:\\Users\\李', 'D:\\vouch'],
] as const)('%s %j', (platform, environment, userFolder, expected) => {
  expect(dataFolder(environment, platform, userFolder)).toBe(expected);
});

test('a relative VOUCH_HOME counts from the working folder', () => {
  expect(dataFolder({ VOUCH_HOME: 'data' }, 'linux', '/home/li')).toBe(`${process.cwd()}/data`);
});
