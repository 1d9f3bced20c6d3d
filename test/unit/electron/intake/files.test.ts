import { execFile } from 'node:child_process';
import { appendFile, mkdir, readdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { expandPaths } from '../../../../electron/intake/expand-paths.ts';
import { readWholeFile } from '../../../../electron/intake/read-file.ts';
import { png } from '../../../helpers/pictures.ts';
import { temporaryFolder } from '../../../helpers/temporary-folder.ts';

const reasonFor = async (path: string) => {
  const result = await readWholeFile(path);
  return result.ok ? 'read' : result.failure.reason;
};

describe('reading a file', () => {
  test('returns its bytes for any name', async () => {
    const folder = await temporaryFolder();
    const bytes = await png();
    const path = join(folder, '发票 二〇二四年.doc');
    await writeFile(path, bytes);
    const result = await readWholeFile(path);
    expect(result.ok && result.value.bytes.equals(bytes)).toBe(true);
  });

  test("reports why it can't be read", async () => {
    const folder = await temporaryFolder();
    await writeFile(join(folder, 'empty.jpg'), '');
    await writeFile(join(folder, 'text.jpg'), 'a text');
    await writeFile(join(folder, 'zeros.jpg'), Buffer.alloc(5000));
    await writeFile(join(folder, 'a.rar'), 'Rar!\x1a\x07\x01\x00');
    expect(await reasonFor(join(folder, 'zeros.jpg'))).toBe('not-downloaded');
    expect(await reasonFor(join(folder, 'a.rar'))).toBe('other-archive');
    expect(await reasonFor(join(folder, 'nowhere.jpg'))).toBe('missing');
    expect(await reasonFor(join(folder, 'text.jpg', 'below.jpg'))).toBe('missing');
    expect(await reasonFor(join(folder, 'empty.jpg'))).toBe('empty');
    expect(await reasonFor(join(folder, 'text.jpg'))).toBe('not-an-image');
    expect(await reasonFor(folder)).toBe('unreadable');
    expect(await reasonFor('/dev/zero')).toBe('unreadable');
    expect(await reasonFor(join(folder, 'x'.repeat(5000)))).toBe('unreadable');
    await expect(readWholeFile('a\0b')).resolves.toMatchObject({ ok: false });
  });

  test.skipIf(process.platform === 'win32')('never waits for a pipe without a writer', async () => {
    const folder = await temporaryFolder();
    const path = join(folder, 'pipe.jpg');
    await promisify(execFile)('mkfifo', [path]);
    expect(await reasonFor(path)).toBe('unreadable');
    expect(await expandPaths([folder])).toEqual({ files: [path], passedOver: 0 });
  });

  test('waits until a file being written is complete', async () => {
    const path = join(await temporaryFolder(), 'growing.tif');
    const [start, part, parts] = [Buffer.alloc(32_000_000, 'II*\0'), Buffer.alloc(10_000, 1), 200];
    await writeFile(path, start);
    const growing = (async () => {
      for (let times = 0; times < parts; times += 1) await appendFile(path, part);
    })();
    const result = await readWholeFile(path);
    await growing;
    expect(result.ok && result.value.bytes.length).toBe(start.length + parts * part.length);
  });
});

describe('files of a command line', () => {
  test('are the pictures of a folder, recursively, in natural order, with paths as given', async () => {
    const folder = await temporaryFolder();
    await mkdir(join(folder, 'b', 'deep'), { recursive: true });
    await mkdir(join(folder, '.hidden'));
    const picture = await png();
    for (const name of [
      'c.png',
      'a.png',
      'B.png',
      'b/10.png',
      'b/2.png',
      'b/deep/1',
      '.hidden/x.png',
      '.dot.png',
    ])
      await writeFile(join(folder, name), picture);
    await writeFile(join(folder, 'notes.txt'), 'words');
    await writeFile(join(folder, 'archive.xlsx'), 'PK\x03\x04');
    await writeFile(join(folder, 'broken.jpg'), 'words');
    await writeFile(join(folder, 'paper'), '%PDF-1.4');
    const { files, passedOver } = await expandPaths([`${folder}/`, join(folder, 'notes.txt'), 'nowhere']);
    expect(files).toEqual([
      `${folder}/a.png`,
      `${folder}/b/2.png`,
      `${folder}/b/10.png`,
      `${folder}/b/deep/1`,
      `${folder}/B.png`,
      `${folder}/broken.jpg`,
      `${folder}/c.png`,
      `${folder}/paper`,
      join(folder, 'notes.txt'),
      'nowhere',
    ]);
    expect(passedOver).toBe(2);
  });

  test('are two if their names differ only in case', async () => {
    const folder = await temporaryFolder();
    const names = ['发票A.PNG', '发票a.png'];
    for (const name of names) await writeFile(join(folder, name), await png());
    // A file system that ignores case has only one of them.
    const { files } = await expandPaths([folder]);
    expect(files).toEqual(
      (await readdir(folder))
        .toSorted()
        .toReversed()
        .map((name) => join(folder, name)),
    );
  });

  test('are found through links, and a loop ends', async () => {
    const folder = await temporaryFolder();
    await mkdir(join(folder, 'a'));
    await writeFile(join(folder, 'a', '1.png'), await png());
    await symlink('..', join(folder, 'a', 'up'));
    await symlink('a', join(folder, 'b'));
    await symlink('nowhere.png', join(folder, 'dangling.png'));
    const { files } = await expandPaths([folder]);
    expect(files).toEqual([`${folder}/a/1.png`, `${folder}/dangling.png`]);
  });
});
