import { readdir, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { clearUnfinished, openPictureStore } from '../../../../../electron/store/pictures/picture-store.ts';
import { pictureStoreContract } from '../../../../contract/picture-store-contract.ts';
import { temporaryFolder } from '../../../../helpers/temporary-folder.ts';

/** SHA-256 of the five letters of `bytes`. */
const name = '277089d91c0bdf4f2e6862ba7e4a07605119431f5d13f726dd352b06f1b206a9';

test('a picture that was cut short is not given out, and is replaced when it is put in again', async () => {
  const folder = await temporaryFolder();
  const store = openPictureStore(folder);
  await store.put(name, 'png', Buffer.from('bytes'));
  expect(await readdir(join(folder, '27'))).toEqual([`${name}.png`]);
  await truncate(join(folder, '27', `${name}.png`), 2);
  expect(await store.get(name, 'png', 5)).toBeNull();
  await store.put(name, 'png', Buffer.from('bytes'));
  expect((await store.get(name, 'png', 5))?.toString()).toBe('bytes');
});

test('a picture of which one byte changed is not given out, and is replaced where it is written again', async () => {
  const folder = await temporaryFolder();
  const store = openPictureStore(folder);
  await store.put(name, 'png', Buffer.from('bytes'));
  await writeFile(join(folder, '27', `${name}.png`), 'bytez');
  expect(await store.get(name, 'png', 5)).toBeNull();
  expect(await store.get(name, 'png')).toBeNull();
  await store.put(name, 'png', Buffer.from('bytes'));
  expect((await store.get(name, 'png', 5))?.toString()).toBe('bytes');
});

test('what a killed process had begun is cleared, and nothing else', async () => {
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
