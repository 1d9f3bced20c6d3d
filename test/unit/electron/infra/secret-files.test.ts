import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { secretVariables } from '../../../../electron/infra/environment.ts';
import { withSecretFiles } from '../../../../electron/infra/secret-files.ts';
import { temporaryFolder } from '../../../helpers/temporary-folder.ts';

const fileWith = async (content: string): Promise<string> => {
  const path = join(await temporaryFolder(onTestFinished), 'secret');
  writeFileSync(path, content);
  return path;
};

test.each(secretVariables)('reads %s from a file, without the line end', async (name) => {
  const path = await fileWith('a secret word\n');
  expect(withSecretFiles({ PATH: '/bin', [`${name}_FILE`]: path })).toMatchObject({
    ok: true,
    value: { PATH: '/bin', [name]: 'a secret word' },
  });
});

test.each(secretVariables)('refuses %s with a file and with a value', async (name) => {
  const read = withSecretFiles({ [name]: 'one', [`${name}_FILE`]: await fileWith('two') });
  expect(read).toMatchObject({ ok: false, failure: { name, reason: 'both' } });
  expect(JSON.stringify(read)).not.toMatch(/"(?:one|two)"/u);
});

test('changes nothing without such a variable', () => {
  const given = { VOUCH_API_KEY: 'key', VOUCH_API_SECRET_FILE: ' ' };
  expect(withSecretFiles(given)).toEqual({ ok: true, value: given });
});

/** Why a file is refused; null if it is not. Its contents never appear. */
const reasonOf = (path: string) => {
  const read = withSecretFiles({ VOUCH_API_KEY_FILE: path });
  expect(JSON.stringify(read)).not.toContain('zzzz');
  return read.ok ? null : read.failure.reason;
};

test('refuses an empty, a large and a missing file, and never shows its contents', async () => {
  expect(reasonOf(await fileWith(' \n'))).toBe('empty');
  expect(reasonOf(await fileWith('z'.repeat(20_000)))).toBe('too-large');
  expect(reasonOf('/no/such/file')).toBe('unreadable');
  expect(reasonOf(await temporaryFolder(onTestFinished))).toBe('unreadable');
});

test.skipIf(process.platform === 'win32')('does not wait for the writer of a device', () => {
  expect(withSecretFiles({ VOUCH_API_KEY_FILE: '/dev/zero' })).toMatchObject({
    failure: { reason: 'unreadable' },
  });
});
