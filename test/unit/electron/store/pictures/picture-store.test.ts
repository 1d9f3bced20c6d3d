import { readdir, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { clearUnfinished, openPictureStore } from '../../../../../electron/store/pictures/picture-store.ts';
import { temporaryFolder } from '../../../../helpers/temporary-folder.ts';

/** SHA-256 of the five letters of `bytes`. */
const name = '277089d91c0bdf4f2e6862ba7e4a07605119431f5d13f726dd352b06f1b206a9';

test('a picture comes back as it was put in, and only whole', async () => {
  const folder = await temporaryFolder();
  const store = openPictureStore(folder);
  expect(await store.read(name, 'png')).toBeNull();
  await store.write(name, 'png', Buffer.from('bytes'));
  await store.write(name, 'png', Buffer.from('bytes'));
  expect((await store.read(name, 'png', 5))?.toString()).toBe('bytes');
  expect(await readdir(join(folder, '27'))).toEqual([`${name}.png`]);
  await truncate(join(folder, '27', `${name}.png`), 2);
  expect(await store.read(name, 'png', 5)).toBeNull();
  await store.write(name, 'png', Buffer.from('bytes'));
  expect((await store.read(name, 'png', 5))?.toString()).toBe('bytes');
  await store.remove(name, ['png', 'webp']);
  expect(await store.read(name, 'png')).toBeNull();
});

test('a picture of which one byte changed is not given out, and is replaced where it is written again', async () => {
  const folder = await temporaryFolder();
  const store = openPictureStore(folder);
  await store.write(name, 'png', Buffer.from('bytes'));
  await writeFile(join(folder, '27', `${name}.png`), 'bytez');
  expect(await store.read(name, 'png', 5)).toBeNull();
  expect(await store.read(name, 'png')).toBeNull();
  await store.write(name, 'png', Buffer.from('bytes'));
  expect((await store.read(name, 'png', 5))?.toString()).toBe('bytes');
});

test('what a killed process had begun is cleared, and nothing else', async () => {
  const folder = await temporaryFolder();
  const store = openPictureStore(folder);
  await store.write(name, 'png', Buffer.from('bytes'));
  await writeFile(join(folder, 'begun.part'), 'by');
  clearUnfinished(folder);
  expect(await readdir(folder)).toEqual(['27']);
  expect((await store.read(name, 'png', 5))?.toString()).toBe('bytes');
  clearUnfinished(join(folder, 'none'));
});

test.each([
  ['../../../etc/passwd', 'png'],
  [`${'ab'.repeat(31)}/.`, 'png'],
  [name, 'png/../x'],
  [name.toUpperCase(), 'png'],
  ['', 'png'],
])('%j with %j is no name of a picture', async (sha256, extension) => {
  const store = openPictureStore(await temporaryFolder());
  await expect(store.read(sha256, extension)).rejects.toThrow('Not the name');
  await expect(store.write(sha256, extension, Buffer.alloc(1))).rejects.toThrow('Not the name');
});
