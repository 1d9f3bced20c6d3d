import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isHiddenName } from '../formats/zip/entry-name.ts';
import { looksLikePicture } from './expand-paths.ts';
import { openFile } from '../infra/files/read-bounded.ts';
import { codeOf } from '../infra/error-code.ts';

type WatchOptions = {
  readonly folder: string;
  /** Milliseconds between two scans of the folder. */
  readonly everyMs?: number;
  /**
   * A file unchanged for this many milliseconds is considered complete: a scanner writes a page in bursts.
   */
  readonly restMs?: number;
  /** New complete files; each is reported once unless it changes. */
  readonly onFiles: (paths: readonly string[]) => void;
  /** The folder can't be read; reported once until it can be read again. */
  readonly onFailure: (code: string) => void;
};

export type FolderWatch = {
  /** Resolves after the first scan: later files are new. */
  readonly looked: Promise<void>;
  readonly close: () => Promise<void>;
};

type State = { readonly size: number; readonly mtimeMs: number };
type Growing = State & { readonly since: number };

/**
 * Maximum known files checked per scan, so that a network folder of thousands is not queried completely each
 * time.
 */
const mostLooks = 200;

const stateOf = async (path: string): Promise<State | null> => {
  try {
    const found = await stat(path);
    return found.isFile() ? { size: found.size, mtimeMs: found.mtimeMs } : null;
  } catch {
    return null;
  }
};

const isSame = (one: State | undefined, other: State): boolean =>
  one?.size === other.size && one.mtimeMs === other.mtimeMs;

/** False while another program has the file locked: it is not complete yet. */
const canBeRead = async (path: string): Promise<boolean> => {
  try {
    await (await openFile(path)).close();
    return true;
  } catch {
    return false;
  }
};

/**
 * Watches a folder recursively for new and changed files. Existing files are ignored until they change. It
 * polls, because network folders send no notifications.
 */
export const watchFolder = (options: WatchOptions): FolderWatch => {
  const { folder, everyMs = 1000, restMs = 2000, onFiles, onFailure } = options;
  /** Known files with their state when reported or first seen; null if not checked yet. */
  let known: Map<string, State | null> | null = null;
  const growing = new Map<string, Growing>();
  let failure: string | null = null;
  let closed = false;
  let timer: NodeJS.Timeout | null = null;

  /** A file's state once it has not changed for long enough; null before. */
  const restingState = async (path: string, now: number): Promise<State | null> => {
    const state = await stateOf(path);
    const before = growing.get(path);
    if (!state) {
      growing.delete(path);
      return null;
    }
    const same = isSame(before, state);
    growing.set(path, { ...state, since: before && same ? before.since : now });
    if (!before || !same || state.size === 0 || now - before.since < restMs) return null;
    return (await canBeRead(path)) ? state : null;
  };

  /** A scanner may reuse a name for every page, or append one after a pause: a changed file is new again. */
  const forgetChanged = async (files: Map<string, State | null>): Promise<void> => {
    for (const [name, before] of [...files].slice(0, mostLooks)) {
      const state = await stateOf(join(folder, name));
      files.delete(name);
      // Moved to the end, so that the next scan checks the others.
      if (!before || !state || isSame(before, state)) files.set(name, state ?? before);
    }
  };

  const look = async (): Promise<void> => {
    const names = (await readdir(folder, { recursive: true })).filter((name) => !isHiddenName(name)).sort();
    if (known === null) {
      known = new Map(names.map((name) => [name, null]));
      await forgetChanged(known);
      return;
    }
    const there = new Set(names);
    // A file that disappears and returns is new.
    for (const name of known.keys()) if (!there.has(name)) known.delete(name);
    await forgetChanged(known);
    const whole: string[] = [];
    for (const name of names) {
      if (known.has(name)) continue;
      const path = join(folder, name);
      const state = await restingState(path, performance.now());
      if (!state) continue;
      known.set(name, state);
      growing.delete(path);
      if (await looksLikePicture(path, name)) whole.push(path);
    }
    if (whole.length > 0 && !closed) onFiles(whole);
  };

  const round = async (): Promise<void> => {
    try {
      await look();
      failure = null;
    } catch (error) {
      const code = codeOf(error);
      if (code === '') throw error;
      if (failure !== code) onFailure(code);
      failure = code;
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
