import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Files kept by the SHA-256 of a picture: `<folder>/ab/ab….<extension>`. */
export type PictureStore = {
  /** Null where it is not there, or not whole. */
  readonly read: (sha256: string, extension: string, bytes?: number) => Promise<Buffer | null>;
  /** Where such a file stands, whether it is there or not. */
  readonly path: (sha256: string, extension: string) => string;
  readonly write: (sha256: string, extension: string, bytes: Uint8Array) => Promise<void>;
  readonly remove: (sha256: string, extensions: readonly string[]) => Promise<void>;
};

const hexadecimal = /^[0-9a-f]{64}$/;
const plainExtension = /^[a-z]{3,4}$/;

const isThere = async (path: string, bytes: number): Promise<boolean> => {
  try {
    return (await stat(path)).size === bytes;
  } catch {
    return false;
  }
};

export const openPictureStore = (folder: string): PictureStore => {
  const pathOf = (sha256: string, extension: string): string => {
    // Names come from the ledger's file, which anyone may have written: they must not lead out of the folder.
    if (!hexadecimal.test(sha256) || !plainExtension.test(extension))
      throw new Error('Not the name of a picture');
    return join(folder, sha256.slice(0, 2), `${sha256}.${extension}`);
  };
  return {
    path: pathOf,
    read: async (sha256, extension, bytes) => {
      try {
        const found = await readFile(pathOf(sha256, extension));
        return bytes === undefined || found.length === bytes ? found : null;
      } catch (error) {
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
        throw error;
      }
    },
    write: async (sha256, extension, bytes) => {
      const path = pathOf(sha256, extension);
      if (await isThere(path, bytes.length)) return;
      await mkdir(join(folder, sha256.slice(0, 2)), { recursive: true, mode: 0o700 });
      // Written aside and renamed: a name stands for a whole file.
      const aside = `${path}.${randomUUID()}.part`;
      try {
        await writeFile(aside, bytes, { mode: 0o600 });
        await rename(aside, path);
      } catch (error) {
        await rm(aside, { force: true });
        throw error;
      }
    },
    remove: async (sha256, extensions) => {
      for (const extension of extensions) await rm(pathOf(sha256, extension), { force: true });
    },
  };
};
