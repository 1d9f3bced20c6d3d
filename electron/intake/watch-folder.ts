import { open, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isHiddenName } from './entry-name.ts';
import { looksLikePicture } from './expand-paths.ts';
import { errorCode } from './read-file.ts';

export type WatchOptions = {
  readonly folder: string;
  /** Milliseconds between two looks. */
  readonly everyMs?: number;
  /** A file that has not changed for so long is taken for whole: a scanner writes a page in bursts. */
  readonly restMs?: number;
  /** New files that are whole, each told of once. */
  readonly onFiles: (paths: readonly string[]) => void;
  /** The folder can't be looked into; told once until it can again. */
  readonly onProblem: (code: string) => void;
};

export type FolderWatch = {
  /** Ends with the first look: what comes from then on is new. */
  readonly looked: Promise<void>;
  readonly close: () => Promise<void>;
};

type Growing = { readonly size: number; readonly mtimeMs: number; readonly since: number };

const sizeOf = async (path: string): Promise<Pick<Growing, 'size' | 'mtimeMs'> | null> => {
  try {
    const found = await stat(path);
    return found.isFile() ? { size: found.size, mtimeMs: found.mtimeMs } : null;
  } catch {
    return null;
  }
};

/** Who writes a file may have it to himself: then it is not whole yet. */
const canBeRead = async (path: string): Promise<boolean> => {
  try {
    await (await open(path, 'r')).close();
    return true;
  } catch {
    return false;
  }
};

/**
 * Watches a folder, deep, for files that come into it; those that are there already are left alone. It looks again and
 * again instead of waiting to be told, since network folders tell nothing.
 */
export const watchFolder = (options: WatchOptions): FolderWatch => {
  const { folder, everyMs = 1000, restMs = 2000, onFiles, onProblem } = options;
  let known: Set<string> | null = null;
  const growing = new Map<string, Growing>();
  let problem: string | null = null;
  let closed = false;
  let timer: NodeJS.Timeout | null = null;

  const isWhole = async (path: string, now: number): Promise<boolean> => {
    const size = await sizeOf(path);
    const before = growing.get(path);
    if (!size) {
      growing.delete(path);
      return false;
    }
    const same = before?.size === size.size && before.mtimeMs === size.mtimeMs;
    growing.set(path, { ...size, since: same ? before.since : now });
    return same && size.size > 0 && now - before.since >= restMs && (await canBeRead(path));
  };

  const look = async (): Promise<void> => {
    const names = (await readdir(folder, { recursive: true })).filter((name) => !isHiddenName(name)).sort();
    if (known === null) {
      known = new Set(names);
      return;
    }
    const there = new Set(names);
    // A file that went and comes again is a new one.
    for (const name of known) if (!there.has(name)) known.delete(name);
    const whole: string[] = [];
    for (const name of names) {
      if (known.has(name)) continue;
      const path = join(folder, name);
      if (!(await isWhole(path, performance.now()))) continue;
      known.add(name);
      growing.delete(path);
      if (await looksLikePicture(path, name)) whole.push(path);
    }
    if (whole.length > 0 && !closed) onFiles(whole);
  };

  const round = async (): Promise<void> => {
    try {
      await look();
      problem = null;
    } catch (error) {
      const code = errorCode(error);
      if (code === null) throw error;
      if (problem !== code) onProblem(code);
      problem = code;
    }
    if (closed) return;
    timer = setTimeout(() => {
      running = round();
    }, everyMs);
    timer.unref();
  };
  let running = round();

  return {
    looked: running,
    close: async () => {
      closed = true;
      if (timer) clearTimeout(timer);
      await running;
    },
  };
};
