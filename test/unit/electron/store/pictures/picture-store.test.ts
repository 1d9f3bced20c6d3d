import { readdir, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { clearUnfinished, openPictureStore } from '../../../../../electron/store/pictures/picture-store.ts';
import { pictureStoreContract } from '../../../../contract/picture-store-contract.ts';
import { temporaryFolder } from '../../../../helpers/temporary-folder.ts';

/** SHA-256 of the five letters of `bytes`. */
const name = '277089d91c0bdf4f2e6862ba7e4a07605119431f5d13f726dd352b06f1b206a9';

test('does not return a truncated picture, and replaces it on the next write', async () => {
  const folder = await temporaryFolder();
  const store = openPictureStore(folder);
  await store.put(name, 'png', Buffer.from('bytes'));
  expect(await readdir(join(folder, '27'))).toEqual([`${name}.png`]);
  await truncate(join(folder, '27', `${name}.png`), 2);
  expect(await store.get(name, 'png', 5)).toBeNull();
  await store.put(name, 'png', Buffer.from('bytes'));
  expect((await store.get(name, 'png', 5))?.toString()).toBe('bytes');
});

test('does not return a picture with one changed byte, and replaces it on the next write', async () => {
  const folder = await temporaryFolder();
  const store = openPictureStore(folder);
  await store.put(name, 'png', Buffer.from('bytes'));
  await writeFile(join(folder, '27', `${name}.png`), 'bytez');
  expect(await store.get(name, 'png', 5)).toBeNull();
  expect(await store.get(name, 'png')).toBeNull();
  await store.put(name, 'png', Buffer.from('bytes'));
  expect((await store.get(name, 'png', 5))?.toString()).toBe('bytes');
});

test('deletes only what a killed process had begun to write', async () => {
  const folder = await temporaryFolder();
  const store = openPictureStore(folder);
  await store.put(name, 'png', Buffer.from('bytes'));
  await writeFile(join(folder, 'begun.part'), 'by');
  clearUnfinished(folder);
  expect(await readdir(folder)).toEqual(['27']);
  expect((await store.get(name, 'png', 5))?.toString()).toBe('bytes');
  clearUnfinished(join(folder, 'none'));
});

pictureStoreContract('A folder of pictures', async () => openPictureStore(await temporaryFolder()));
