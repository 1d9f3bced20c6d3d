import { appendFile, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { watchFolder } from '../../../../electron/intake/watch-folder.ts';
import { png } from '../../../helpers/pictures.ts';
import { temporaryFolder } from '../../../helpers/temporary-folder.ts';

const watched = async (folder: string, restMs = 150) => {
  const [found, failures]: [string[], string[]] = [[], []];
  const watch = watchFolder({
    folder,
    everyMs: 20,
    restMs,
    onFiles: (paths) => found.push(...paths),
    onFailure: (code) => failures.push(code),
  });
  onTestFinished(watch.close);
  // Files that exist at the first scan are ignored.
  await watch.looked;
  return { found, failures };
};

test('reports new pictures once and recursively, and never those already present', async () => {
  const folder = await temporaryFolder();
  const picture = await png();
  await writeFile(join(folder, 'old.png'), picture);
  const { found } = await watched(folder);
  await mkdir(join(folder, '二月'));
  await writeFile(join(folder, '二月', '发票.png'), picture);
  await writeFile(join(folder, 'notes.txt'), 'words');
  await writeFile(join(folder, '.hidden.png'), picture);
  await expect.poll(() => found).toEqual([join(folder, '二月', '发票.png')]);
  await wait(300);
  expect(found).toHaveLength(1);
});

test('waits for a scan that is still being written', async () => {
  const folder = await temporaryFolder();
  const picture = await png(300, 200);
  const { found } = await watched(folder, 3000);
  const path = join(folder, 'scan.png');
  const part = Math.ceil(picture.length / 5);
  for (let at = 0; at < picture.length; at += part) {
    await appendFile(path, picture.subarray(at, at + part));
    await wait(150);
    expect(found).toEqual([]);
  }
  await expect.poll(() => found).toEqual([path]);
});

test('reports a scan again after it is overwritten or continued, once it is unchanged', async () => {
  const folder = await temporaryFolder();
  const path = join(folder, 'scan.png');
  const [old, first, second] = [await png(10, 10), await png(300, 200), await png(200, 300)];
  await writeFile(join(folder, 'old.png'), old);
  const { found } = await watched(folder);
  await writeFile(path, first.subarray(0, 100));
  await expect.poll(() => found).toEqual([path]);
  await appendFile(path, first.subarray(100));
  await expect.poll(() => found).toEqual([path, path]);
  await writeFile(path, second);
  await expect.poll(() => found).toEqual([path, path, path]);
  await writeFile(join(folder, 'old.png'), first);
  await expect.poll(() => found).toEqual([path, path, path, join(folder, 'old.png')]);
});

test('reports a missing folder once, and watches it again when it returns', async () => {
  const folder = join(await temporaryFolder(), 'in');
  await mkdir(folder);
  const { found, failures } = await watched(folder);
  await rename(folder, `${folder}-away`);
  await expect.poll(() => failures).toEqual(['ENOENT']);
  await wait(100);
  expect(failures).toHaveLength(1);
  await rename(`${folder}-away`, folder);
  await writeFile(join(folder, 'a.png'), await png());
  await expect.poll(() => found).toEqual([join(folder, 'a.png')]);
  await rm(join(folder, 'a.png'));
  await wait(200);
  await writeFile(join(folder, 'a.png'), await png());
  await expect.poll(() => found.length).toBe(2);
});
