import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { sha256Aside } from '../infra/bytes.ts';

/** Identifies a file independently of its path. */
export type FileContent = { readonly sha256: string; readonly bytes: number };

/** A folder to search, and how many folders deep. */
export type FilePlace = { readonly folder: string; readonly depth: number };

/** same: the same file; other: another file at this path; missing: nothing readable. */
type Sight = 'same' | 'other' | 'missing';

export type FileFinder = {
  readonly look: (path: string, content: FileContent) => Promise<Sight>;
  /** The first file in these places with this content. */
  readonly find: (content: FileContent, places: readonly FilePlace[]) => Promise<string | null>;
};

type Listing = {
  readonly mtimeMs: number;
  readonly files: readonly { readonly path: string; readonly bytes: number }[];
  readonly folders: readonly string[];
};
type Digest = { readonly bytes: number; readonly mtimeMs: number; readonly sha256: string };

/** Limit of a search, so that it never scans a whole disk. */
const mostEntries = 50_000;
const statsAtOnce = 32;

/** A map that keeps only the newest entries. */
const bounded = <Value>(most: number) => {
  const kept = new Map<string, Value>();
  return {
    get: (key: string): Value | undefined => kept.get(key),
    set: (key: string, value: Value): void => {
      kept.delete(key);
      kept.set(key, value);
      const [oldest] = kept.keys();
      if (kept.size > most && oldest !== undefined) kept.delete(oldest);
    },
  };
};

/** Up to this length a file is read as a whole, and hashed off the main thread. */
const readWhole = 32 * 1024 * 1024;

const digestOfParts = async (path: string, signal: AbortSignal): Promise<string> => {
  const hash = createHash('sha256');
  for await (const part of createReadStream(path, { highWaterMark: 256 * 1024, signal }))
    if (part instanceof Uint8Array) hash.update(part);
  return hash.digest('hex');
};

const sizeOf = async (path: string): Promise<number | null> => {
  try {
    return (await stat(path)).size;
  } catch {
    return null;
  }
};

/** Finds files by their content. Reads only files of the same length, and skips missing or forbidden ones. */
export const createFileFinder = (signal: AbortSignal): FileFinder => {
  const digests = bounded<Digest>(2_000);
  const listings = bounded<Listing>(500);

  const digestOf = async (path: string, bytes: number, mtimeMs: number): Promise<string> => {
    const known = digests.get(path);
    if (known?.bytes === bytes && known.mtimeMs === mtimeMs) return known.sha256;
    const sha256 =
      bytes <= readWhole ? await sha256Aside(await readFile(path)) : await digestOfParts(path, signal);
    digests.set(path, { bytes, mtimeMs, sha256 });
    return sha256;
  };

  const look = async (path: string, content: FileContent): Promise<Sight> => {
    try {
      const found = await stat(path);
      if (!found.isFile() || found.size !== content.bytes) return 'other';
      return (await digestOf(path, found.size, found.mtimeMs)) === content.sha256 ? 'same' : 'other';
    } catch {
      return 'missing';
    }
  };

  /**
   * Lists a folder. Does not follow links, which may form cycles. An unchanged folder is not listed twice.
   */
  const listingOf = async (folder: string): Promise<Listing> => {
    const { mtimeMs } = await stat(folder);
    const known = listings.get(folder);
    if (known?.mtimeMs === mtimeMs) return known;
    const entries = (await readdir(folder, { withFileTypes: true })).slice(0, mostEntries);
    const paths = entries.filter((entry) => entry.isFile()).map(({ name }) => join(folder, name));
    const files: { path: string; bytes: number }[] = [];
    for (let from = 0; from < paths.length && !signal.aborted; from += statsAtOnce) {
      const some = paths.slice(from, from + statsAtOnce);
      const sizes = await Promise.all(some.map(sizeOf));
      for (const [index, path] of some.entries()) files.push({ path, bytes: sizes[index] ?? -1 });
    }
    const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => join(folder, name));
    const listing = { mtimeMs, files, folders };
    listings.set(folder, listing);
    return listing;
  };

  return {
    look,
    find: async (content, places) => {
      const waiting = [...places];
      const seen = new Set<string>();
      let left = mostEntries;
      for (let place = waiting.shift(); place && left > 0 && !signal.aborted; place = waiting.shift()) {
        const { folder, depth } = place;
        if (seen.has(folder)) continue;
        seen.add(folder);
        const listing = await listingOf(folder).catch(() => null);
        if (!listing) continue;
        left -= listing.files.length + listing.folders.length;
        for (const { path, bytes } of listing.files)
          if (bytes === content.bytes && (await look(path, content)) === 'same') return path;
        if (depth > 0) waiting.push(...listing.folders.map((inner) => ({ folder: inner, depth: depth - 1 })));
      }
      return null;
    },
  };
};
