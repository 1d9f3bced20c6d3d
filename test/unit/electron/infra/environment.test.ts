import { expect, test } from 'vitest';
import { foreignEnvironment, takeEnvironment } from '../../../../electron/infra/environment.ts';

const given = {
  PATH: '/bin',
  VOUCH_API_KEY: 'key',
  VOUCH_API_SECRET: 'secret',
  Vouch_Api_Secret: 'as Windows may write it',
  VOUCH_APP_ID: 'app',
  VOUCH_HOME: '/data',
};

test('removes key and secret from the inherited environment, and keeps them in this process', () => {
  const inherited: Record<string, string | undefined> = { ...given };
  expect(takeEnvironment(inherited)).toEqual(given);
  expect(inherited).toEqual({ PATH: '/bin', VOUCH_APP_ID: 'app', VOUCH_HOME: '/data' });
});

test('passes none of our variables to another program', () => {
  expect(foreignEnvironment(given)).toEqual({ PATH: '/bin' });
});
