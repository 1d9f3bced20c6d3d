import { createHash, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { open, readdir, rm, rmdir } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { ArrivedFile } from '../../../shared/contract/incoming-file.ts';
import { failed, success, type Result } from '../../../shared/result.ts';
import { codeOf } from '../../infra/error-code.ts';
import { isSystemError } from '../../infra/files/write-failure.ts';
import type { BodyFailure } from './body.ts';

/** The disk can't store a file: the system's error code. */
type Unstored = { readonly disk: string };

/**
 * Files that arrive over HTTP. They go to the disk in pieces, each is deleted when its command ends, and all together
 * have a limit.
 */
export type Uploads = {
  /**
   * Receives the body of a request and hands it to `work`. Before, it waits until there is room for it. `full`: there
   * was none, nothing of the file was kept, and it can be sent again.
   * @param by who sends it
   * @throws what `work` throws
   */
  readonly receive: <Value>(
    request: IncomingMessage,
    from: { readonly name: string; readonly by: string },
    work: (file: ArrivedFile) => Promise<Value>,
  ) => Promise<Result<Value, BodyFailure | Unstored | 'full'>>;
  readonly close: () => Promise<void>;
};

type UploadLimits = {
  /** Bytes of one file. */
  readonly file: number;
  /** Bytes of all files that arrive or are being added. */
  readonly all: number;
  /** Those of one user, so that nobody keeps the others waiting. */
  readonly each: number;
  /** How long an upload waits for its turn, in milliseconds. */
  readonly patienceMs: number;
  /** An upload from which nothing came for this long has ended. */
  readonly silenceMs: number;
};

export const usualLimits: UploadLimits = {
  file: 64_000_000,
  all: 256_000_000,
  each: 128_000_000,
  patienceMs: 20_000,
  silenceMs: 30_000,
};

type Turn = { readonly by: string; readonly bytes: number; readonly begin: () => void };

/** Reserves room for uploads, in the order in which they ask for it. */
const createRoom = ({ all, each, patienceMs }: UploadLimits) => {
  const taken = new Map<string, number>();
  const waiting = new Set<Turn>();
  let total = 0;
  const add = (by: string, bytes: number): void => {
    total += bytes;
    const own = (taken.get(by) ?? 0) + bytes;
    if (own > 0) taken.set(by, own);
    else taken.delete(by);
  };
  const isOver = ({ by, bytes }: Turn): boolean => (taken.get(by) ?? 0) + bytes > each;
  const next = (): void => {
    for (const turn of waiting) {
      if (isOver(turn)) continue;
      // Smaller ones behind it must not overtake it for ever.
      if (total + turn.bytes > all) return;
      waiting.delete(turn);
      add(turn.by, turn.bytes);
      turn.begin();
    }
  };
  /** Returns what frees the room; null if there was none in time. */
  return async (by: string, bytes: number): Promise<(() => void) | null> => {
    const begun = Promise.withResolvers<boolean>();
    const turn: Turn = { by, bytes, begin: () => begun.resolve(true) };
    waiting.add(turn);
    next();
    const timer = setTimeout(() => begun.resolve(false), patienceMs);
    const isIn = await begun.promise;
    clearTimeout(timer);
    if (!isIn) {
      waiting.delete(turn);
      next();
      return null;
    }
    return () => {
      add(by, -bytes);
      next();
    };
  };
};

/** Reads a body to its end. @throws if its sender has gone, or is silent */
const readParts = async (
  request: IncomingMessage,
  { file, silenceMs }: UploadLimits,
  take: (part: Buffer) => Promise<unknown>,
): Promise<'whole' | BodyFailure> => {
  const wait = () => setTimeout(() => request.destroy(), silenceMs);
  let timer = wait();
  let bytes = 0;
  try {
    for await (const part of request) {
      if (!Buffer.isBuffer(part)) continue;
      bytes += part.length;
      if (bytes > file) return 'too-large';
      // A slow disk is not the sender's silence.
      clearTimeout(timer);
      await take(part);
      timer = wait();
    }
    return request.complete ? 'whole' : 'cut';
  } finally {
    clearTimeout(timer);
  }
};

/** What a disk does; a parameter, for tests of slow, full and Windows disks. */
export type Disk = { readonly open: typeof open; readonly rm: typeof rm };

/** What can't be deleted now is deleted with its folder: the command has its answer. */
const drop = (disk: Disk, path: string): Promise<void> =>
  disk.rm(path, { force: true, maxRetries: 5 }).catch(() => {});

const loadLocks = () => import('../../infra/files/lock-file.ts');

const lockName = 'lock.sqlite';

/** Deletes a folder that this process has locked, and ends the lock. */
const removeHeld = async (
  disk: Disk,
  folder: string,
  lock: { readonly close: () => void },
): Promise<void> => {
  const files = async () =>
    (await readdir(folder).catch(() => []))
      .filter((name) => name !== lockName)
      .map((name) => join(folder, name));
  for (const file of await files()) await drop(disk, file);
  if ((await files()).length > 0) {
    // The next start deletes a folder with a free lock.
    lock.close();
    return;
  }
  // Deleted while it is locked, if the system allows that (Windows does not): nobody else can lock it in between.
  await disk.rm(join(folder, lockName), { force: true }).catch(() => {});
  lock.close();
  await drop(disk, join(folder, lockName));
  await rmdir(folder).catch(() => {});
};

/** Deletes the folders of processes that were killed: their locks are free. */
const clearDead = async (disk: Disk, parent: string): Promise<void> => {
  const names = await readdir(parent).catch(() => []);
  for (const name of names) {
    const folder = join(parent, name);
    const { hold } = await loadLocks();
    // Its process has not locked it yet, or was killed before.
    if (!existsSync(join(folder, lockName))) {
      await rmdir(folder).catch(() => {});
      continue;
    }
    try {
      const lock = hold(folder);
      if (lock) await removeHeld(disk, folder, lock);
    } catch {
      // Another process clears it.
    }
  }
};

const triesToClaim = 5;

/** A folder of this process. */
const claimFolder = async (parent: string) => {
  const [{ hold }, { makePrivateFolder }] = await Promise.all([
    loadLocks(),
    import('../../infra/files/make-folder.ts'),
  ]);
  for (let tries = 1; ; tries += 1) {
    const folder = join(parent, randomUUID());
    makePrivateFolder(folder);
    try {
      const lock = hold(folder);
      // Before it was locked, another process may have taken it for one of a dead process.
      if (lock && existsSync(join(folder, lockName))) return { folder, lock };
      lock?.close();
    } catch (error) {
      if (existsSync(folder) || tries === triesToClaim) throw error;
    }
  }
};

/** @param parent the folder for the uploads of all processes */
export const openUploads = (
  parent: string,
  limits: UploadLimits = usualLimits,
  disk: Disk = { open, rm },
): Uploads => {
  const reserve = createRoom(limits);
  const cleared = clearDead(disk, parent);
  let claimed: ReturnType<typeof claimFolder> | null = null;
  const ownFolder = async (): Promise<string> => {
    claimed ??= claimFolder(parent);
    return (
      await claimed.catch((error: unknown) => {
        // A full disk may have room again.
        claimed = null;
        throw error;
      })
    ).folder;
  };

  /** Nothing is kept of a body that was not received as a whole. */
  const write = async (
    request: IncomingMessage,
    name: string,
    path: string,
  ): Promise<Result<ArrivedFile, BodyFailure>> => {
    const digest = createHash('sha256');
    const handle = await disk.open(path, 'wx', 0o600);
    let bytes = 0;
    let isOnDisk = true;
    let isWhole = false;
    try {
      const ended = await readParts(request, limits, async (part) => {
        digest.update(part);
        isOnDisk = false;
        await handle.writeFile(part);
        isOnDisk = true;
        bytes += part.length;
      });
      if (ended !== 'whole') return failed(ended);
      isWhole = true;
    } catch (error) {
      if (!isOnDisk) throw error;
      return failed('cut');
    } finally {
      await handle.close();
      if (!isWhole) await drop(disk, path);
    }
    return success(new ArrivedFile({ name, path, bytes, sha256: digest.digest('hex') }));
  };

  const store = async (
    request: IncomingMessage,
    name: string,
  ): Promise<Result<ArrivedFile, BodyFailure | Unstored>> => {
    try {
      return await write(request, name, join(await ownFolder(), `${randomUUID()}.part`));
    } catch (error) {
      if (!isSystemError(error)) throw error;
      return failed({ disk: codeOf(error) });
    }
  };

  return {
    receive: async (request, { name, by }, work) => {
      const announced = request.headers['content-length'];
      if (Number(announced ?? 0) > limits.file) return failed('too-large');
      const free = await reserve(by, announced === undefined ? limits.file : Number(announced));
      if (free === null) {
        // A browser reads the answer after it has sent everything.
        const ended = await readParts(request, limits, () => Promise.resolve()).catch(() => 'cut' as const);
        return failed(ended === 'whole' ? 'full' : ended);
      }
      try {
        const file = await store(request, name);
        if (!file.ok) return file;
        try {
          return success(await work(file.value));
        } finally {
          await drop(disk, file.value.path);
        }
      } finally {
        free();
      }
    },
    close: async () => {
      await cleared;
      const own = await claimed?.catch(() => null);
      if (!own) return;
      // What still arrives ends with its connection.
      await removeHeld(disk, own.folder, own.lock);
    },
  };
};
