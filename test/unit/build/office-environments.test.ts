import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { environmentsOf } from '../../../build/office/environments.ts';
import { programEnvironment } from '../../../electron/app/home.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';

const url = 'postgres://vouch@127.0.0.1:5432/office';

/** The environments with secrets in files, as the parts of an office read them. */
const given = async (extra: Record<string, string> = {}) => {
  const folder = await temporaryFolder(onTestFinished);
  const file = (name: string): string => {
    writeFileSync(join(folder, name), `${name}\n`);
    return join(folder, name);
  };
  return environmentsOf({
    VOUCH_APP_ID: 'app',
    VOUCH_BASE_URL: 'https://service.example',
    VOUCH_API_KEY_FILE: file('key'),
    VOUCH_API_SECRET_FILE: file('secret'),
    VOUCH_DATABASE_URL_FILE: file('another-database'),
    VOUCH_OPERATIONS_PORT: '9470',
    ...extra,
  });
};

test('gives the parts of an office its own database, the account in files, and one port', async () => {
  const made = await given();
  if (!made.ok) throw new Error(made.failure.message.en);
  expect(made.value.hasAccount).toBe(true);
  const { serve, worker } = made.value.withDatabase(url);
  for (const part of [serve, worker])
    expect(programEnvironment({ ...part })).toMatchObject({
      ok: true,
      value: { VOUCH_DATABASE_URL: url, VOUCH_API_KEY: 'key', VOUCH_API_SECRET: 'secret' },
    });
  expect([serve.VOUCH_OPERATIONS_PORT, worker.VOUCH_OPERATIONS_PORT]).toEqual(['9470', undefined]);
});

test('has no account if a part of it is missing, and refuses a secret that is set twice', async () => {
  expect(await given({ VOUCH_APP_ID: ' ' })).toMatchObject({ ok: true, value: { hasAccount: false } });
  expect(await given({ VOUCH_API_KEY: 'key' })).toMatchObject({
    ok: false,
    failure: { message: { en: /either VOUCH_API_KEY or VOUCH_API_KEY_FILE/u } },
  });
});
