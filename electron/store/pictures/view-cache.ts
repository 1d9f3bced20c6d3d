import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { crc32 } from 'node:zlib';
import { createTurn } from '../../../shared/turn.ts';
import { openPictureStore } from './picture-store.ts';

/**
 * Views that can be made again, stored by the SHA-256 of their picture in a folder of limited size. The least
 * recently used views are deleted first. This is only a cache: if a view can't be stored, or is damaged, it
 * counts as missing.
 */
export type ViewCache = {
  readonly read: (sha256: string, extension: string) => Promise<Buffer | null>;
  readonly write: (sha256: string, extension: string, bytes: Uint8Array) => Promise<void>;
  readonly remove: (sha256: string, extensions: readonly string[]) => Promise<void>;
};

/** A CRC-32 follows each view, so that damage is detected. */
const sealBytes = 4;

const sealed = (bytes: Uint8Array): Buffer => {
  const seal = Buffer.alloc(sealBytes);
  seal.writeUInt32BE(crc32(bytes));
  return Buffer.concat([bytes, seal]);
};

const unsealed = (kept: Buffer): Buffer | null => {
  if (kept.length <= sealBytes) return null;
  const bytes = kept.subarray(0, -sealBytes);
  return kept.readUInt32BE(bytes.length) === crc32(bytes) ? bytes : null;
};

/** Each file's time records the order of use; a time this recent is not updated. */
const restMs = 3_600_000;
const statsAtOnce = 32;

type Kept = { readonly bytes: number; readonly usedMs: number };
type Found = Kept & { readonly path: string };

const foundAt = async (path: string): Promise<Found | null> => {
  try {
    const { size, mtimeMs } = await stat(path);
    return { path, bytes: size, usedMs: mtimeMs };
  } catch {
    return null;
  }
};

/** The files of the cache, and those that a crash left incomplete. */
const filesIn = async (folder: string): Promise<{ whole: readonly Found[]; parts: readonly string[] }> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const paths = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
  const whole: Found[] = [];
  const known = paths.filter((path) => /^[0-9a-f]{64}\.[a-z]{3,4}$/.test(basename(path)));
  for (let from = 0; from < known.length; from += statsAtOnce) {
    const found = await Promise.all(known.slice(from, from + statsAtOnce).map(foundAt));
    whole.push(...found.filter((file) => file !== null));
  }
  return { whole, parts: paths.filter((path) => path.endsWith('.part')) };
};

/** @param limit maximum number of bytes for the files of the cache, including those that are being written */
export const openViewCache = (folder: string, limit: number, now: () => Date): ViewCache => {
  const { path: pathOf } = openPictureStore(folder);
  /** By path, least recently used first. */
  const kept = new Map<string, Kept>();
  let total = 0;

  const forget = (path: string): void => {
    total -= kept.get(path)?.bytes ?? 0;
    kept.delete(path);
  };
  const note = (path: string, file: Kept): void => {
    forget(path);
    kept.set(path, file);
    total += file.bytes;
  };

  const drop = async (path: string): Promise<void> => {
    await rm(path, { recursive: true, force: true });
    forget(path);
  };

  const load = async (): Promise<void> => {
    const { whole, parts } = await filesIn(folder);
    for (const part of parts) await rm(part, { force: true });
    for (const { path, ...file } of whole.toSorted((one, other) => one.usedMs - other.usedMs))
      note(path, file);
    await makeRoom(0);
  };

  const makeRoom = async (bytes: number): Promise<void> => {
    for (let tries = kept.size; tries > 0; tries -= 1) {
      const [oldest] = kept;
      if (!oldest || total + bytes <= limit) return;
      const [path, file] = oldest;
      try {
        await drop(path);
      } catch {
        // Another process has it open, so the next files are deleted before another try.
        note(path, file);
      }
    }
  };

  /**
   * One change at a time, so that no file is counted as freed twice. A failed change leaves everything as it
   * was.
   */
  const turn = createTurn();
  let loaded: Promise<void> | null = null;
  const inTurn = (change: () => Promise<void>): Promise<void> => {
    loaded ??= turn.run(load).catch(() => undefined);
    return turn.run(change).catch(() => undefined);
  };

  const put = async (path: string, bytes: Buffer): Promise<void> => {
    await drop(path);
    if (bytes.length > limit) return;
    await makeRoom(bytes.length);
    if (total + bytes.length > limit) return;
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    const aside = `${path}.${randomUUID()}.part`;
    try {
      await writeFile(aside, bytes, { mode: 0o600 });
      await rename(aside, path);
      note(path, { bytes: bytes.length, usedMs: now().getTime() });
    } catch (error) {
      await rm(aside, { force: true });
      throw error;
    }
  };

  const used = async (path: string, bytes: number): Promise<void> => {
    const at = now();
    const before = kept.get(path);
    // An earlier change may have dropped it since it was read.
    if (before) note(path, { bytes, usedMs: before.usedMs });
    if (before && at.getTime() - before.usedMs < restMs) return;
    try {
      await utimes(path, at, at);
      if (kept.has(path)) note(path, { bytes, usedMs: at.getTime() });
    } catch {
      // It was deleted meanwhile, or the disk is read-only.
    }
  };

  return {
    read: async (sha256, extension) => {
      const path = pathOf(sha256, extension);
      let bytes: Buffer;
      try {
        bytes = await readFile(path);
      } catch {
        return null;
      }
      const view = unsealed(bytes);
      if (view) await used(path, bytes.length);
      return view;
    },
    write: (sha256, extension, bytes) => {
      const path = pathOf(sha256, extension);
      return inTurn(() => put(path, sealed(bytes)));
    },
    remove: (sha256, extensions) => {
      const paths = extensions.map((extension) => pathOf(sha256, extension));
      return inTurn(async () => {
        for (const path of paths) await drop(path);
      });
    },
  };
};
