import { mkdir, rename, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createFileFinder } from '../../../../electron/intake/find-file.ts';
import { sha256Of } from '../../../../electron/infra/bytes.ts';
import { temporaryFolder } from '../../../helpers/temporary-folder.ts';

const contentOf = (text: string) => ({
  sha256: sha256Of(text),
  bytes: Buffer.byteLength(text),
});

const write = async (path: string, text: string): Promise<string> => {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
  return path;
};

const setUp = async () => ({
  folder: await temporaryFolder(),
  finder: createFileFinder(new AbortController().signal),
});

describe('a file', () => {
  test('is identified only by its content', async () => {
    const { folder, finder } = await setUp();
    const path = await write(join(folder, 'a.jpg'), 'one');
    expect(await finder.look(path, contentOf('one'))).toBe('same');
    expect(await finder.look(path, contentOf('two'))).toBe('other');
    expect(await finder.look(path, contentOf('longer'))).toBe('other');
    expect(await finder.look(folder, contentOf('one'))).toBe('other');
    expect(await finder.look(join(folder, 'b.jpg'), contentOf('one'))).toBe('missing');
  });

  test('is identified at any length', async () => {
    const { folder, finder } = await setUp();
    const long = 'x'.repeat(33 * 1024 * 1024);
    const path = await write(join(folder, 'a.pdf'), long);
    expect(await finder.look(path, contentOf(long))).toBe('same');
    expect(await finder.look(path, { ...contentOf(long), sha256: contentOf('x').sha256 })).toBe('other');
  });

  test('is another file after a change in place, even if checked before', async () => {
    const { folder, finder } = await setUp();
    const path = await write(join(folder, 'a.jpg'), 'one');
    await utimes(path, 1, 1);
    expect(await finder.look(path, contentOf('one'))).toBe('same');
    await writeFile(path, 'two');
    expect(await finder.look(path, contentOf('one'))).toBe('other');
    expect(await finder.look(path, contentOf('two'))).toBe('same');
  });
});

describe('a moved file', () => {
  test('is found under another name, down to the given depth, and not through links', async () => {
    const { folder, finder } = await setUp();
    await write(join(folder, 'same length.jpg'), 'two');
    const deep = await write(join(folder, '2024', '05', 'renamed'), 'one');
    await symlink(folder, join(folder, 'circle'));
    const find = (depth: number) => finder.find(contentOf('one'), [{ folder, depth }]);
    expect(await find(0)).toBeNull();
    expect(await find(1)).toBeNull();
    expect(await find(2)).toBe(deep);
    expect(await finder.find(contentOf('three'), [{ folder, depth: 9 }])).toBeNull();
  });

  test('is searched in the given order of places, skipping missing ones', async () => {
    const { folder, finder } = await setUp();
    await write(join(folder, 'a', 'x'), 'one');
    const second = await write(join(folder, 'b', 'x'), 'one');
    const places = ['gone', 'b', 'a'].map((name) => ({ folder: join(folder, name), depth: 0 }));
    expect(await finder.find(contentOf('one'), places)).toBe(second);
  });

  test('is found in its new place and not in its old one', async () => {
    const { folder, finder } = await setUp();
    const places = [{ folder, depth: 1 }];
    expect(await finder.find(contentOf('one'), places)).toBeNull();
    const first = await write(join(folder, 'a'), 'one');
    expect(await finder.find(contentOf('one'), places)).toBe(first);
    const second = join(folder, 'b');
    await rename(first, second);
    expect(await finder.find(contentOf('one'), places)).toBe(second);
    await rm(second);
    expect(await finder.find(contentOf('one'), places)).toBeNull();
  });

  test('is no longer searched once the program ends', async () => {
    const { folder } = await setUp();
    await write(join(folder, 'a'), 'one');
    const finder = createFileFinder(AbortSignal.abort());
    expect(await finder.find(contentOf('one'), [{ folder, depth: 0 }])).toBeNull();
  });
});
