import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openLasting } from '../../../../../electron/store/sqlite/lasting.ts';
import { temporaryFolder } from '../../../../helpers/temporary-folder.ts';

test('shares the next sync among callers during a sync', async () => {
  const path = join(await temporaryFolder(), 'ledger.sqlite');
  writeFileSync(`${path}-wal`, 'log');
  const lasting = openLasting(path);
  const first = lasting();
  await Promise.resolve();
  await Promise.resolve();
  const [second, third] = [lasting(), lasting()];
  expect(second).not.toBe(first);
  expect(third).toBe(second);
  await Promise.all([first, second, third]);
});

test('reports a disk failure to each waiting caller, and to no later one', async () => {
  const path = join(await temporaryFolder(), 'ledger.sqlite');
  const lasting = openLasting(path);
  const asked = [lasting(), lasting()];
  for (const one of asked) await expect(one).rejects.toMatchObject({ code: 'ENOENT', syscall: 'open' });
  writeFileSync(`${path}-wal`, 'log');
  await expect(lasting()).resolves.toBeUndefined();
});
