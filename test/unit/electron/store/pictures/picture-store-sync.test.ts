import type * as FileSystem from 'node:fs/promises';
import process from 'node:process';
import { describe, expect, test, vi } from 'vitest';
import { openPictureStore } from '../../../../../electron/store/pictures/picture-store.ts';
import { temporaryFolder } from '../../../../helpers/temporary-folder.ts';

const said = vi.hoisted(() => ({ code: '' }));

/** A file system that refuses to sync separately opened files and folders. */
vi.mock('node:fs/promises', async (original) => {
  const real = await original<typeof FileSystem>();
  return {
    ...real,
    open: async (path: string, flags: string) => {
      const handle = await real.open(path, flags);
      handle.sync = () => Promise.reject(Object.assign(new Error(said.code), { code: said.code }));
      return handle;
    },
  };
});

/** SHA-256 of the five letters of `bytes`. */
const name = '277089d91c0bdf4f2e6862ba7e4a07605119431f5d13f726dd352b06f1b206a9';

describe.skipIf(process.platform === 'win32')('a folder that can’t be synced', () => {
  test.each(['EINVAL', 'ENOTSUP', 'EPERM'])(
    'is no failure on a file system without folder sync: %s',
    async (code) => {
      said.code = code;
      const store = openPictureStore(await temporaryFolder());
      await store.put(name, 'png', Buffer.from('bytes'));
      expect((await store.get(name, 'png', 5))?.toString()).toBe('bytes');
    },
  );

  test('is a failure if the disk fails', async () => {
    said.code = 'EIO';
    const store = openPictureStore(await temporaryFolder());
    await expect(store.put(name, 'png', Buffer.from('bytes'))).rejects.toThrow('EIO');
  });
});
