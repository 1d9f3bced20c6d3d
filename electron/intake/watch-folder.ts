import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf } from '../infra/error-code.ts';
import { isHiddenName } from '../formats/zip/entry-name.ts';
import { looksLikePicture } from './expand-paths.ts';
import { fileEnd } from './whole-file.ts';

/** What identifies the state of a file: its length, and its time in whole milliseconds. */
export type FileState = { readonly bytes: number; readonly modified: number };
export type FoundFile = FileState & { readonly path: string };

type WatchOptions = {
  readonly folder: string;
  /** The files of earlier scans by path, also those of earlier runs; null if the folder was never watched. */
  readonly known: ReadonlyMap<string, FileState> | null;
  /** Also takes the files that are there at the first scan of all. */
  readonly addExisting: boolean;
  /** Milliseconds between two scans of the folder. */
  readonly everyMs?: number;
  /** Milliseconds without a change after which a file is taken: with its end in place, and if it shows no end. */
  readonly restMs?: number;
  readonly endlessRestMs?: number;
  /** After this time a file that is not complete is reported once, in milliseconds. */
  readonly patienceMs?: number;
  /** The files of the first scan of all, which stay out. */
  readonly onExisting: (files: readonly FoundFile[]) => void;
  /** New complete files; each is reported once unless it changes. */
  readonly onFiles: (files: readonly FoundFile[]) => void;
  readonly onUnfinished: (path: string) => void;
  /** The folder can't be read; reported once until it can be read again. */
  readonly onFailure: (code: string) => void;
};

export type FolderWatch = {
  /** Resolves after the first scan: later files are new. */
  readonly looked: Promise<void>;
  readonly close: () => Promise<void>;
};

type Growing = FileState & {
  /** When it was seen first, when it changed last, and its longest pause between two changes. */
  readonly first: number;
  readonly since: number;
  readonly longestPause: number;
  readonly isReported: boolean;
};

/**
 * Maximum known files checked per scan, so that a network folder of thousands is not queried completely each
 * time.
 */
const mostLooks = 200;

/** Names that browsers, cloud folders and office programs give to a file until it is complete. */
const temporaryName =
  /(?:\.(?:crdownload|part|partial|tmp|temp|download|opdownload|td|xltd|icloud|filepart|aria2|!ut|bc!|swp)|~)$/iu;
const isTemporary = (name: string): boolean => {
  const last = name.split(/[/\\]/u).at(-1) ?? '';
  return temporaryName.test(last) || last.startsWith('~$') || last.startsWith('.~');
};

const stateOf = async (path: string): Promise<FileState | null> => {
  try {
    const found = await stat(path);
    return found.isFile() ? { bytes: found.size, modified: Math.round(found.mtimeMs) } : null;
  } catch {
    return null;
  }
};

const isSame = (one: FileState, other: FileState): boolean =>
  one.bytes === other.bytes && one.modified === other.modified;

/** Follows files until they are complete. */
const createGrowth = ({
  restMs = 3_000,
  endlessRestMs = 10_000,
  patienceMs = 600_000,
  onUnfinished,
}: Pick<WatchOptions, 'restMs' | 'endlessRestMs' | 'patienceMs' | 'onUnfinished'>) => {
  const growing = new Map<string, Growing>();

  /** False while another program has the file locked, too. */
  const isWhole = async (path: string, { bytes, since, longestPause }: Growing, now: number) => {
    const rest = now - since;
    if (bytes === 0 || rest < restMs) return false;
    try {
      const end = await fileEnd(path, bytes);
      return end === 'whole' || (end === 'unknown' && rest >= Math.max(endlessRestMs, 2 * longestPause));
    } catch {
      return false;
    }
  };

  return {
    forget: (isThere: (path: string) => boolean): void => {
      for (const path of growing.keys()) if (!isThere(path)) growing.delete(path);
    },
    /** A file's state once it is complete; null before. */
    complete: async (path: string, now: number): Promise<FileState | null> => {
      const state = await stateOf(path);
      if (!state) return null;
      const before = growing.get(path) ?? {
        ...state,
        first: now,
        since: now,
        longestPause: 0,
        isReported: false,
      };
      const changed = !isSame(before, state);
      const pause = changed ? now - before.since : 0;
      const seen: Growing = {
        ...before,
        ...state,
        since: changed ? now : before.since,
        longestPause: Math.max(before.longestPause, pause),
      };
      if (await isWhole(path, seen, now)) {
        growing.delete(path);
        return state;
      }
      const isLate =
        !seen.isReported && now - seen.first >= patienceMs && (await looksLikePicture(path, path));
      if (isLate) onUnfinished(path);
      growing.set(path, { ...seen, isReported: seen.isReported || isLate });
      return null;
    },
  };
};

/**
 * Watches a folder with its subfolders for new and changed files. It polls, because network folders send no
 * notifications.
 */
export const watchFolder = (options: WatchOptions): FolderWatch => {
  const { folder, everyMs = 1000, addExisting, onExisting, onFiles, onFailure } = options;
  const growth = createGrowth(options);
  /** Known files with their state when reported or first seen, by path. */
  const known = new Map(options.known);
  let isFirst = options.known === null;
  let failure: string | null = null;
  let closed = false;
  let timer: NodeJS.Timeout | null = null;

  const pathsThere = async (): Promise<readonly string[]> => {
    const names = await readdir(folder, { recursive: true });
    return names
      .filter((name) => !isHiddenName(name.replaceAll('\\', '/')) && !isTemporary(name))
      .toSorted()
      .map((name) => join(folder, name));
  };

  /** The first scan of all: what is there stays out, unless the user wants it. */
  const lookFirst = async (paths: readonly string[]): Promise<void> => {
    isFirst = false;
    if (addExisting) return;
    const found: FoundFile[] = [];
    for (const path of paths) {
      const state = await stateOf(path);
      if (state) found.push({ path, ...state });
    }
    for (const { path, ...state } of found) known.set(path, state);
    onExisting(found);
  };

  /** A scanner may reuse a name for every page, or append one after a pause: a changed file is new again. */
  const forgetChanged = async (): Promise<void> => {
    for (const [path, before] of [...known].slice(0, mostLooks)) {
      const state = await stateOf(path);
      known.delete(path);
      // Moved to the end, so that the next scan checks the others. A file that is away may return.
      if (!state || isSame(before, state)) known.set(path, before);
    }
  };

  const look = async (): Promise<void> => {
    const paths = await pathsThere();
    if (isFirst) await lookFirst(paths);
    const there = new Set(paths);
    growth.forget((path) => there.has(path));
    await forgetChanged();
    const whole: FoundFile[] = [];
    for (const path of paths) {
      if (known.has(path)) continue;
      const state = await growth.complete(path, performance.now());
      if (!state) continue;
      known.set(path, state);
      if (await looksLikePicture(path, path)) whole.push({ path, ...state });
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
