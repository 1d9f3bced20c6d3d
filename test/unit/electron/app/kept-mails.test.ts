import { mkdir, readdir, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { moveKeptMails, openKeptMails } from '../../../../electron/app/kept-mails.ts';
import { keptMailsContract, seen } from '../../../contract/kept-mails-contract.ts';
import { temporaryFolder } from '../../../helpers/temporary-folder.ts';

const now = () => new Date();
const dayMs = 24 * 60 * 60_000;

keptMailsContract('a data folder', async () => {
  const home = await temporaryFolder();
  return {
    kept: openKeptMails(home, now),
    age: async (days) => {
      for (const key of await readdir(join(home, 'mails'))) {
        const folder = join(home, 'mails', key);
        const at = new Date((await stat(folder)).mtimeMs - days * dayMs);
        await utimes(folder, at, at);
      }
    },
  };
});

test('the mails of a data folder move, whatever happens to one of them', async () => {
  const [home, there] = [await temporaryFolder(), openKeptMails(await temporaryFolder(), now)];
  const files = openKeptMails(home, now);
  for (const uid of [1, 2, 3]) await files.keep(`${uid}.eml`, { ...seen, uid }, Buffer.from(`mail ${uid}`));
  await mkdir(join(home, 'mails', 'nonsense'));
  await writeFile(join(home, 'mails', 'nonsense', 'x'), 'x');
  const full = new Error('full');
  const keep: typeof there.keep = (name, mail, bytes) =>
    mail.uid === 2 ? Promise.reject(full) : there.keep(name, mail, bytes);
  expect(await moveKeptMails(home, now, { keep })).toEqual([full]);
  const uids = async (kept: typeof there) => (await kept.all()).map(({ mail: { uid } }) => uid);
  expect([await uids(there), await uids(files)]).toEqual([[1, 3], [2]]);
  expect(await moveKeptMails(home, now, there)).toEqual([]);
  expect(await uids(there)).toEqual([1, 2, 3]);
  const [first] = await there.all();
  expect(first && (await there.bytesOf(first))?.toString()).toBe('mail 1');
  expect(await readdir(home)).toEqual([]);
  expect(await moveKeptMails(home, now, there)).toEqual([]);
});
