import { mkdir, readdir, realpath, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { identityOf, isSameFile, realPlace } from '../../../../../electron/infra/files/file-identity.ts';
import { temporaryFolder } from '../../../../helpers/temporary-folder.ts';

const folderWithLinks = async () => {
  const folder = await realpath(await temporaryFolder());
  await mkdir(join(folder, 'real'));
  await symlink('real', join(folder, 'link'));
  await symlink('link/later.csv', join(folder, 'dangling'));
  await symlink('dangling', join(folder, 'chain'));
  return folder;
};

describe('the real path of a file', () => {
  test('follows links, relative and chained, whether or not the file exists', async () => {
    const folder = await folderWithLinks();
    const later = join(folder, 'real', 'later.csv');
    for (const name of ['real/later.csv', 'link/later.csv', 'link/../link/later.csv', 'dangling', 'chain'])
      expect(await realPlace(join(folder, name))).toBe(later);
    await writeFile(later, 'x');
    for (const name of ['link/later.csv', 'chain']) expect(await realPlace(join(folder, name))).toBe(later);
  });

  test('fails for circular links', async () => {
    const folder = await folderWithLinks();
    await symlink('two', join(folder, 'one'));
    await symlink('one', join(folder, 'two'));
    await expect(realPlace(join(folder, 'one'))).rejects.toMatchObject({ code: 'ELOOP' });
  });
});

describe('two files that do not exist yet', () => {
  test('differ by case only if a test of the disk shows that it distinguishes case', async () => {
    const folder = await folderWithLinks();
    const [a, b] = await Promise.all(['Scan.csv', 'scan.CSV'].map((name) => identityOf(join(folder, name))));
    if (!a || !b) throw new Error('no identity');
    expect(await isSameFile(a, b, () => Promise.resolve(true))).toBe(true);
    expect(await isSameFile(a, b, () => Promise.resolve(false))).toBe(false);
    const before = await readdir(folder);
    // Tests the real disk and leaves nothing on it.
    expect(await isSameFile(a, b)).toBe(process.platform !== 'linux');
    expect(await readdir(folder)).toEqual(before);
  });
});
