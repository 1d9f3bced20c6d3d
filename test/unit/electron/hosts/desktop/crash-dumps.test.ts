import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { deleteOldDumps } from '../../../../../electron/hosts/desktop/crash-dumps.ts';
import { temporaryFolder } from '../../../../helpers/temporary-folder.ts';

vi.mock('electron', () => ({ app: {}, crashReporter: {} }));

test('deletes dumps that are older than 30 days, and nothing else', async () => {
  const folder = await temporaryFolder();
  const inner = join(folder, 'completed');
  await mkdir(inner);
  const now = new Date('2026-06-30T00:00:00Z');
  for (const [name, days] of [
    ['old.dmp', 31],
    ['new.dmp', 29],
    ['old.txt', 31],
  ] as const) {
    await writeFile(join(inner, name), '');
    const when = new Date(now.getTime() - days * 86_400_000);
    await utimes(join(inner, name), when, when);
  }
  deleteOldDumps(folder, now);
  expect((await readdir(inner)).toSorted()).toEqual(['new.dmp', 'old.txt']);
  deleteOldDumps(join(folder, 'none'), now);
});
