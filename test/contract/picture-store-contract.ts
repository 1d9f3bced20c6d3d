import { randomFillSync } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sha256Of } from '../../electron/infra/bytes.ts';
import type { PictureStore } from '../../electron/store/pictures/picture-store.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

/** SHA-256 of the five letters of `bytes`. */
const name = '277089d91c0bdf4f2e6862ba7e4a07605119431f5d13f726dd352b06f1b206a9';
const bytes = Buffer.from('bytes');

/**
 * The contract of every engine of the picture store.
 * @param open opens an empty store
 */
export const pictureStoreContract = (engine: string, open: () => Promise<PictureStore>): void => {
  test(`${engine}: returns a picture unchanged until it is removed`, async () => {
    const store = await open();
    expect(await store.get(name, 'png')).toBeNull();
    expect(await store.file(name, 'png')).toBeNull();
    await store.put(name, 'png', bytes);
    await Promise.all([store.put(name, 'png', bytes), store.put(name, 'png', bytes)]);
    expect((await store.get(name, 'png'))?.toString()).toBe('bytes');
    expect((await store.get(name, 'png', 5))?.toString()).toBe('bytes');
    expect(await store.get(name, 'png', 6)).toBeNull();
    expect(await store.get(name, 'jpg')).toBeNull();
    expect([await store.has(name, 'png'), await store.has(name, 'jpg')]).toEqual([true, false]);
    await store.remove(name, ['png', 'webp']);
    expect(await store.get(name, 'png')).toBeNull();
    expect(await store.file(name, 'png')).toBeNull();
    expect(await store.has(name, 'png')).toBe(false);
  });

  test(`${engine}: another process can read a picture by its path`, async () => {
    const store = await open();
    await store.put(name, 'png', bytes);
    const path = await store.file(name, 'png');
    expect(path && (await readFile(path, 'utf8'))).toBe('bytes');
  });

  test(`${engine}: takes a file that is larger than a piece, and returns it in pieces`, async () => {
    const store = await open();
    const path = join(await temporaryFolder(), 'scan.pdf');
    const scan = randomFillSync(Buffer.alloc(9_000_001));
    await writeFile(path, scan);
    const sha256 = sha256Of(scan);
    await store.put(sha256, 'bin', { path, bytes: scan.length });
    const pieces: Buffer[] = [];
    for await (const piece of store.pieces(sha256, 'bin')) pieces.push(piece);
    expect(pieces.length).toBeGreaterThan(2);
    expect(Buffer.concat(pieces).equals(scan)).toBe(true);
    expect((await store.get(sha256, 'bin', scan.length))?.equals(scan)).toBe(true);
    const copy = await store.file(sha256, 'bin');
    expect(copy !== null && (await readFile(copy)).equals(scan)).toBe(true);
    // Damage is repaired while the right bytes are at hand.
    await store.put(sha256, 'bin', scan.subarray(0, 5));
    expect(await store.get(sha256, 'bin')).toBeNull();
    await store.put(sha256, 'bin', { path, bytes: scan.length });
    expect((await store.get(sha256, 'bin'))?.equals(scan)).toBe(true);
    for await (const piece of store.pieces(sha256, 'jpg')) expect(piece).toBeUndefined();
  });

  test.each([
    ['../../../etc/passwd', 'png'],
    [`${'ab'.repeat(31)}/.`, 'png'],
    [name, 'png/../x'],
    [name.toUpperCase(), 'png'],
    ['', 'png'],
  ])(`${engine}: rejects the picture name %j with %j`, async (sha256, extension) => {
    const store = await open();
    await expect(store.get(sha256, extension)).rejects.toThrow('Not the name');
    await expect(store.put(sha256, extension, Buffer.alloc(1))).rejects.toThrow('Not the name');
  });
};
