import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openDataFolder } from '../../../../electron/app/data-folder.ts';
import { addPages } from '../../../helpers/asking.ts';
import { temporaryFolder } from '../../../helpers/temporary-folder.ts';

const opened = async (home: string) => {
  const folder = await openDataFolder(home, 'test', () => new Date());
  if (!folder.ok) throw new Error(folder.failure.message.en);
  return folder.value;
};

const ids = (notes: readonly { readonly id: string }[]): readonly string[] => notes.map(({ id }) => id);

test('removes incomplete backups and restores of killed runs at the next start', async () => {
  const home = join(await temporaryFolder(), 'home');
  for (const folder of ['backups', 'restore']) mkdirSync(join(home, folder), { recursive: true });
  for (const name of ['a.vouch', 'b.vouch.part', 'b.vouch.part-journal', 'mine.part'])
    writeFileSync(join(home, 'backups', name), 'x');
  writeFileSync(join(home, 'restore', 'moved'), '');
  await (await opened(home)).close();
  expect(readdirSync(join(home, 'backups')).toSorted()).toEqual(['a.vouch', 'mine.part']);
  expect(existsSync(join(home, 'restore'))).toBe(false);
});

test.each(['removed', 'emptied'])('reports a ledger that was %s next to pictures', async (how) => {
  const home = join(await temporaryFolder(), 'home');
  const first = await opened(home);
  expect(ids(first.notes)).toEqual([]);
  await addPages(first, 2);
  const bytes = Buffer.from('bytes');
  await first.pictures.put('277089d91c0bdf4f2e6862ba7e4a07605119431f5d13f726dd352b06f1b206a9', 'png', bytes);
  await first.close();
  const sound = await opened(home);
  expect(ids(sound.notes)).toEqual([]);
  await sound.close();
  if (how === 'emptied') writeFileSync(join(home, 'ledger.sqlite'), '');
  else rmSync(join(home, 'ledger.sqlite'));
  const lost = await opened(home);
  expect(ids(lost.notes)).toEqual(['ledger-missing']);
  expect(lost.notes[0]?.message.en).toMatch(/\d pictures/u);
  await lost.close();
});

test('leaves no ledger open if the folder can’t be opened', async () => {
  const home = join(await temporaryFolder(), 'home');
  await (await opened(home)).close();
  const stuck = join(home, 'backups', 'a.vouch.part');
  mkdirSync(stuck, { recursive: true });
  await expect(opened(home)).rejects.toThrow();
  // SQLite removes this file when the last connection closes.
  expect(existsSync(join(home, 'ledger.sqlite-wal'))).toBe(false);
  rmSync(stuck, { recursive: true });
  await (await opened(home)).close();
});
