import { open, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import process from 'node:process';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { openPictureStore } from '../../../../../electron/store/pictures/picture-store.ts';
import { temporaryFolder } from '../../../../helpers/temporary-folder.ts';

/** From now on, each open folder refuses to sync. */
const refuseToSync = async (code: string): Promise<void> => {
  const handle = await open(tmpdir(), 'r');
  const prototype = Object.getPrototypeOf(handle) as FileHandle;
  await handle.close();
  vi.spyOn(prototype, 'sync').mockImplementation(async function (this: FileHandle) {
    if ((await this.stat()).isDirectory()) throw Object.assign(new Error(code), { code });
    await this.datasync();
  });
};

afterEach(() => {
  vi.restoreAllMocks();
});

/** SHA-256 of the five letters of `bytes`. */
const name = '277089d91c0bdf4f2e6862ba7e4a07605119431f5d13f726dd352b06f1b206a9';

describe.skipIf(process.platform === 'win32')('a folder that can’t be synced', () => {
  test.each(['EINVAL', 'ENOTSUP', 'EPERM'])(
    'is accepted on a file system without folder sync: %s',
    async (code) => {
      await refuseToSync(code);
      const store = openPictureStore(await temporaryFolder());
      await store.put(name, 'png', Buffer.from('bytes'));
      expect((await store.get(name, 'png', 5))?.toString()).toBe('bytes');
    },
  );

  test('is a failure if the disk fails', async () => {
    await refuseToSync('EIO');
    const store = openPictureStore(await temporaryFolder());
    await expect(store.put(name, 'png', Buffer.from('bytes'))).rejects.toThrow('EIO');
  });
});
