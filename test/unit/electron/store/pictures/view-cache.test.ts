import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { openViewCache } from '../../../../../electron/store/pictures/view-cache.ts';
import { sha256Of } from '../../../../../electron/infra/bytes.ts';
import { temporaryFolder } from '../../../../helpers/temporary-folder.ts';

const shaOf = (name: string | number) => sha256Of(String(name));
/** A view with its checksum. */
const sealBytes = 4;

const bytesIn = (folder: string): number =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .reduce((sum, { parentPath, name }) => {
          const found = statSync(join(parentPath, name), { throwIfNoEntry: false });
          return sum + (found?.size ?? 0);
        }, 0)
    : 0;

const setUp = async (limit: number) => {
  const folder = join(await temporaryFolder(), 'thumbnails');
  let ms = Date.now();
  // Each use is late enough to update the file's time.
  const now = () => new Date((ms += 7_200_000));
  const open = () => openViewCache(folder, limit, now);
  const pathOf = (name: string) => {
    const sha256 = shaOf(name);
    return join(folder, sha256.slice(0, 2), `${sha256}.webp`);
  };
  return { folder, open, pathOf };
};

describe('view cache', () => {
  test('returns the same bytes, also after a restart', async () => {
    const { open } = await setUp(1_000);
    const bytes = randomBytes(300);
    await open().write(shaOf('a'), 'webp', bytes);
    expect((await open().read(shaOf('a'), 'webp'))?.equals(bytes)).toBe(true);
    expect(await open().read(shaOf('b'), 'webp')).toBeNull();
  });

  test('drops the least recently used views, and no more than necessary', async () => {
    const { open, folder } = await setUp(3 * (100 + sealBytes));
    const cache = open();
    for (const name of ['a', 'b', 'c']) await cache.write(shaOf(name), 'webp', Buffer.alloc(100));
    await cache.read(shaOf('a'), 'webp');
    await cache.write(shaOf('d'), 'webp', Buffer.alloc(100));
    const there = await Promise.all(['a', 'b', 'c', 'd'].map((name) => cache.read(shaOf(name), 'webp')));
    expect(there.map((view) => view !== null)).toEqual([true, false, true, true]);
    expect(bytesIn(folder)).toBe(3 * (100 + sealBytes));
  });

  test('keeps the order of use over a restart, and applies a smaller limit at once', async () => {
    const { open, folder } = await setUp(3 * (100 + sealBytes));
    const before = open();
    for (const name of ['a', 'b', 'c']) await before.write(shaOf(name), 'webp', Buffer.alloc(100));
    await before.read(shaOf('a'), 'webp');
    const after = open();
    await after.write(shaOf('d'), 'webp', Buffer.alloc(100));
    expect(await after.read(shaOf('b'), 'webp')).toBeNull();
    expect(await after.read(shaOf('a'), 'webp')).not.toBeNull();
    const smaller = openViewCache(folder, 100 + sealBytes, () => new Date());
    await smaller.remove(shaOf('none'), ['webp']);
    expect(bytesIn(folder)).toBe(100 + sealBytes);
    expect(await smaller.read(shaOf('a'), 'webp')).not.toBeNull();
  });

  test('neither stores a view that exceeds its limit nor drops others for it', async () => {
    const { open, folder } = await setUp(500);
    const cache = open();
    await cache.write(shaOf('a'), 'webp', Buffer.alloc(400));
    await cache.write(shaOf('b'), 'webp', Buffer.alloc(501));
    expect(await cache.read(shaOf('b'), 'webp')).toBeNull();
    expect(await cache.read(shaOf('a'), 'webp')).not.toBeNull();
    expect(bytesIn(folder)).toBeLessThanOrEqual(500);
  });

  test('never exceeds its limit during concurrent writes, reads and removals', async () => {
    const { open, folder } = await setUp(10_000);
    const cache = open();
    const done = new AbortController();
    let most = 0;
    const watch = async (): Promise<void> => {
      while (!done.signal.aborted) {
        most = Math.max(most, bytesIn(folder));
        await new Promise(setImmediate);
      }
    };
    const watching = watch();
    await Promise.all(
      Array.from({ length: 200 }, async (_, index) => {
        await cache.write(shaOf(index), 'webp', randomBytes(100 + ((index * 37) % 2_000)));
        await cache.read(shaOf(index % 7), 'webp');
        if (index % 5 === 0) await cache.remove(shaOf(index - 3), ['webp']);
      }),
    );
    done.abort();
    await watching;
    expect(most).toBeGreaterThan(5_000);
    expect(most).toBeLessThanOrEqual(10_000);
  });

  test('keeps its limit and its content in any sequence of operations', async () => {
    const change = fc.oneof(
      fc.record({
        kind: fc.constant('write' as const),
        name: fc.nat(7),
        size: fc.integer({ min: 0, max: 600 }),
      }),
      fc.record({ kind: fc.constant('read' as const), name: fc.nat(7) }),
      fc.record({ kind: fc.constant('remove' as const), name: fc.nat(7) }),
      fc.record({ kind: fc.constant('restart' as const) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(change, { maxLength: 30 }), async (changes) => {
        const { folder, open } = await setUp(1_000);
        const given = new Map<number, Buffer>();
        let cache = open();
        for (const one of changes) {
          if (one.kind === 'restart') cache = open();
          else if (one.kind === 'write') {
            const bytes = randomBytes(one.size);
            given.set(one.name, bytes);
            await cache.write(shaOf(one.name), 'webp', bytes);
          } else if (one.kind === 'remove') {
            given.delete(one.name);
            await cache.remove(shaOf(one.name), ['webp']);
          } else {
            const view = await cache.read(shaOf(one.name), 'webp');
            expect(view === null || given.get(one.name)?.equals(view)).toBe(true);
          }
          expect(bytesIn(folder)).toBeLessThanOrEqual(1_000);
        }
      }),
      { numRuns: 40 },
    );
  });
});

describe('damaged view cache', () => {
  test.each([
    ['a truncated file', (path: string) => writeFileSync(path, readFileSync(path).subarray(0, 50))],
    ['an empty file', (path: string) => writeFileSync(path, '')],
    [
      'a changed byte',
      (path: string) => {
        const bytes = readFileSync(path);
        bytes[40] = (bytes[40] ?? 0) ^ 1;
        writeFileSync(path, bytes);
      },
    ],
    [
      'a file of an earlier version, without a checksum',
      (path: string) => writeFileSync(path, Buffer.alloc(300, 7)),
    ],
    [
      'a folder instead of a file',
      (path: string) => {
        rmSync(path);
        mkdirSync(path);
        writeFileSync(join(path, 'x'), 'x');
      },
    ],
    ['a missing cache folder', (path: string) => rmSync(dirname(dirname(path)), { recursive: true })],
  ])('%s: treats the view as missing, and replaces it', async (_, damage) => {
    for (const restarts of [false, true]) {
      const { open, pathOf, folder } = await setUp(1_000);
      let cache = open();
      await cache.write(shaOf('a'), 'webp', randomBytes(300));
      damage(pathOf('a'));
      if (restarts) cache = open();
      expect(await cache.read(shaOf('a'), 'webp')).toBeNull();
      const newer = randomBytes(200);
      await cache.write(shaOf('a'), 'webp', newer);
      expect((await cache.read(shaOf('a'), 'webp'))?.equals(newer)).toBe(true);
      expect(bytesIn(folder)).toBe(200 + sealBytes);
    }
  });

  test('deletes incomplete views after a crash, and leaves foreign files alone', async () => {
    const { open, folder, pathOf } = await setUp(1_000);
    await open().write(shaOf('a'), 'webp', Buffer.alloc(100));
    writeFileSync(`${pathOf('a')}.0.part`, Buffer.alloc(900));
    writeFileSync(join(folder, 'notes.txt'), 'mine');
    const cache = open();
    await cache.write(shaOf('b'), 'webp', Buffer.alloc(100));
    expect(existsSync(`${pathOf('a')}.0.part`)).toBe(false);
    expect(readFileSync(join(folder, 'notes.txt'), 'utf8')).toBe('mine');
    expect(await cache.read(shaOf('a'), 'webp')).not.toBeNull();
  });

  test('stores nothing on a read-only disk, and does not fail', async () => {
    const folder = join(await temporaryFolder(), 'a file');
    writeFileSync(folder, '');
    const cache = openViewCache(folder, 1_000, () => new Date());
    await cache.write(shaOf('a'), 'webp', Buffer.alloc(100));
    expect(await cache.read(shaOf('a'), 'webp')).toBeNull();
    await cache.remove(shaOf('a'), ['webp']);
  });

  test('rejects names that lead out of its folder', async () => {
    const { open } = await setUp(1_000);
    const cache = open();
    await expect(cache.read('../../../etc/passwd', 'webp')).rejects.toThrow('Not the name of a picture');
    expect(() => cache.write('../a', 'webp', Buffer.alloc(1))).toThrow('Not the name of a picture');
    expect(() => cache.remove(shaOf('a'), ['webp/..'])).toThrow('Not the name of a picture');
  });
});
