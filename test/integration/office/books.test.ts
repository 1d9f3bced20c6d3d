import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { vouch } from '../../helpers/command-line.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';

test('refuses to run a command on the books on an office’s database, and leaves the ledger untouched', async () => {
  const folder = await temporaryFolder();
  const home = join(folder, 'home');
  const ran = await vouch(
    [
      'archive',
      '--from',
      '2024-01-01',
      '--to',
      '2024-12-31',
      '--out',
      join(folder, 'out.zip'),
      '--lang',
      'en',
    ],
    {
      VOUCH_HOME: home,
      VOUCH_DATABASE_URL: 'postgres://vouch:secret-word@127.0.0.1:1/office',
    },
  );
  expect(ran).toMatchObject({ code: 2, stdout: '' });
  expect(ran.stderr).toContain('Unset VOUCH_DATABASE_URL');
  expect(ran.stderr).not.toContain('secret-word');
  expect(existsSync(join(home, 'ledger.sqlite'))).toBe(false);
});
