import type { PictureStore } from '../port.ts';
import { openPictureStore, type PictureFolder } from './picture-store.ts';

/**
 * The originals of an office, stored next to its pictures, so that all its computers have them. Readers use a
 * copy on this computer.
 */
export const officeOriginals = (shared: PictureStore, folder: string): PictureFolder => {
  const copies = openPictureStore(folder);
  return {
    path: copies.path,
    get: shared.get,
    has: shared.has,
    put: async (sha256, extension, bytes) => {
      await shared.put(sha256, extension, bytes);
      await copies.put(sha256, extension, bytes);
    },
    remove: async (sha256, extensions) => {
      await shared.remove(sha256, extensions);
      await copies.remove(sha256, extensions);
    },
    file: async (sha256, extension) => {
      const copy = await copies.file(sha256, extension);
      if (copy !== null) return copy;
      const bytes = await shared.get(sha256, extension);
      if (!bytes) return null;
      await copies.put(sha256, extension, bytes);
      return copies.file(sha256, extension);
    },
  };
};
