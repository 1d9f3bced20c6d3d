import { createHash, randomUUID, type Hash } from 'node:crypto';
import { createReadStream, existsSync, readdirSync, rmSync } from 'node:fs';
import { mkdir, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { codeOf } from '../../infra/error-code.ts';
import { lengthOf, sha256Aside, sha256OfFile, type Content } from '../../infra/bytes.ts';

/** Pictures and files by the SHA-256 of their bytes (64 lower-case hexadecimal digits) and an extension. */
export interface PictureStore {
  /**
   * Null if it is missing, or if its bytes no longer match the digest.
   * @param bytes the expected length, if known
   */
  readonly get: (sha256: string, extension: string, bytes?: number) => Promise<Buffer | null>;
  /** Its bytes in pieces, not compared with the digest; nothing if it is missing. */
  readonly pieces: (sha256: string, extension: string) => AsyncIterable<Buffer>;
  /** Resolves when the content is stored permanently. An existing undamaged file is not written again. */
  readonly put: (sha256: string, extension: string, content: Content) => Promise<void>;
  /** Whether there is a file, undamaged or not: a quick check that reads no bytes. */
  readonly has: (sha256: string, extension: string) => Promise<boolean>;
  readonly remove: (sha256: string, extensions: readonly string[]) => Promise<void>;
  /** A path on this computer that another process can read; null if it is missing. */
  readonly file: (sha256: string, extension: string) => Promise<string | null>;
}

/** Pictures as files of a folder: `<folder>/ab/ab….<extension>`. */
export type PictureFolder = PictureStore & {
  /** The path of such a file, whether it exists or not. */
  readonly path: (sha256: string, extension: string) => string;
  /** Stores pieces if their digest is right; returns whether it is. */
  readonly take: (sha256: string, extension: string, pieces: AsyncIterable<Buffer>) => Promise<boolean>;
};

const hexadecimal = /^[0-9a-f]{64}$/;
const plainExtension = /^[a-z]{3,4}$/;

/** Whether the file exists and is undamaged; a disk may have lost a byte since it was written. */
const isSound = async (path: string, sha256: string, bytes: number): Promise<boolean> => {
  try {
    return (await stat(path)).size === bytes && (await sha256OfFile(path)) === sha256;
  } catch {
    return false;
  }
};

const unfinished = '.part';

/** Deletes what a killed process had begun to write. Only the process that holds the folder may call it. */
export const clearUnfinished = (folder: string): void => {
  try {
    for (const name of readdirSync(folder))
      if (name.endsWith(unfinished)) rmSync(join(folder, name), { force: true });
  } catch {
    // No folder yet, or an unreadable one; its first use reports that.
  }
};

/** Errors of file systems that store names on their own, as many on a network do. */
const refusesToSync = (error: unknown): boolean => ['EINVAL', 'ENOTSUP', 'EPERM'].includes(codeOf(error));

/**
 * Waits until the names in a folder are on the disk, if the system supports that; Windows stores them on its
 * own.
 */
const settle = async (folder: string): Promise<void> => {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } catch (error) {
    if (!refusesToSync(error)) throw error;
  } finally {
    await handle.close();
  }
};

async function* digested(pieces: AsyncIterable<Buffer>, digest: Hash): AsyncGenerator<Buffer> {
  for await (const piece of pieces) {
    digest.update(piece);
    yield piece;
  }
}

export const openPictureStore = (folder: string): PictureFolder => {
  const pathOf = (sha256: string, extension: string): string => {
    // Names come from the ledger's file, which anyone may have written: they must not lead out of the folder.
    if (!hexadecimal.test(sha256) || !plainExtension.test(extension))
      throw new Error('Not the name of a picture');
    return join(folder, sha256.slice(0, 2), `${sha256}.${extension}`);
  };
  /** Returns false, and stores nothing, unless the content is right. */
  const write = async (
    sha256: string,
    extension: string,
    source: Uint8Array | AsyncIterable<Buffer>,
    isRight: () => boolean,
  ): Promise<boolean> => {
    const path = pathOf(sha256, extension);
    const made = await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    // Written under another name and renamed: a name always means a complete file.
    const aside = join(folder, `${randomUUID()}${unfinished}`);
    try {
      // On the disk before the ledger names it: otherwise, after a power cut, the ledger could name a
      // missing file.
      await writeFile(aside, source, { mode: 0o600, flush: true });
      if (!isRight()) {
        await rm(aside);
        return false;
      }
      await rename(aside, path);
      await settle(dirname(path));
      if (made !== undefined) await settle(folder);
      return true;
    } catch (error) {
      await rm(aside, { force: true });
      throw error;
    }
  };
  return {
    path: pathOf,
    get: async (sha256, extension, bytes) => {
      try {
        const found = await readFile(pathOf(sha256, extension));
        const isWhole = bytes === undefined || found.length === bytes;
        return isWhole && (await sha256Aside(found)) === sha256 ? found : null;
      } catch (error) {
        if (codeOf(error) === 'ENOENT') return null;
        throw error;
      }
    },
    async *pieces(sha256, extension) {
      try {
        for await (const piece of createReadStream(pathOf(sha256, extension)))
          if (Buffer.isBuffer(piece)) yield piece;
      } catch (error) {
        if (codeOf(error) !== 'ENOENT') throw error;
      }
    },
    put: async (sha256, extension, content) => {
      // A damaged file is replaced while its correct bytes are available.
      if (await isSound(pathOf(sha256, extension), sha256, lengthOf(content))) return;
      const source = content instanceof Uint8Array ? content : createReadStream(content.path);
      await write(sha256, extension, source, () => true);
    },
    take: async (sha256, extension, pieces) => {
      const digest = createHash('sha256');
      return write(sha256, extension, digested(pieces, digest), () => digest.digest('hex') === sha256);
    },
    has: (sha256, extension) => Promise.resolve(existsSync(pathOf(sha256, extension))),
    file: (sha256, extension) => {
      const path = pathOf(sha256, extension);
      return Promise.resolve(existsSync(path) ? path : null);
    },
    remove: async (sha256, extensions) => {
      for (const extension of extensions) await rm(pathOf(sha256, extension), { force: true });
    },
  };
};
