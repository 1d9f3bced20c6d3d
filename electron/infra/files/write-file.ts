import { randomUUID } from 'node:crypto';
import * as nodeFiles from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { failed, success, type Result } from '../../../shared/result.ts';
import { realPlace } from './file-identity.ts';
import { isSystemError, reasonOf, type WriteFailure, type WriteStep } from './write-failure.ts';
import { writeTexts } from '../../../shared/texts/host-failures.ts';
import { codeOf } from '../error-code.ts';

/** The content to write: as a whole or in pieces. */
export type WrittenContent = string | Uint8Array | Iterable<Uint8Array> | AsyncIterable<Uint8Array>;

/** The part of node:fs/promises needed for writing; tests replace it with a failing one. */
export type Files = Pick<typeof nodeFiles, 'open' | 'rename' | 'rm' | 'stat' | 'chmod' | 'access'>;

const piecesOf = (content: WrittenContent): Iterable<Uint8Array> | AsyncIterable<Uint8Array> => {
  if (typeof content === 'string') return [Buffer.from(content, 'utf8')];
  return content instanceof Uint8Array ? [content] : content;
};

/** `name (2).csv`, or the next free number. */
const freePathBeside = async (path: string, files: Files): Promise<string | null> => {
  const extension = extname(path);
  const stem = join(dirname(path), basename(path, extension));
  for (let number = 2; number < 1000; number += 1) {
    const candidate = `${stem} (${String(number)})${extension}`;
    try {
      await files.access(candidate);
    } catch {
      return candidate;
    }
  }
  return null;
};

const describe = async (
  error: unknown,
  step: WriteStep,
  path: string,
  files: Files,
): Promise<WriteFailure> => {
  const reason = reasonOf(codeOf(error), step);
  const nameHelps = reason === 'locked' || reason === 'is-folder';
  return {
    reason,
    ...writeTexts[reason],
    detail: codeOf(error),
    otherPath: nameHelps ? await freePathBeside(path, files) : null,
  };
};

const writeAll = async (handle: nodeFiles.FileHandle, content: WrittenContent): Promise<void> => {
  for await (const piece of piecesOf(content)) {
    let offset = 0;
    while (offset < piece.length) {
      const { bytesWritten } = await handle.write(piece, offset);
      offset += bytesWritten;
    }
  }
};

const statusOrNull = async (path: string, files: Files) => {
  try {
    return await files.stat(path);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  }
};

/**
 * The current content of the path, and its real path: a link is followed, even to a target that does not
 * exist yet.
 */
const targetOf = async (path: string, files: Files) => {
  const status = await statusOrNull(path, files);
  const isReplaced = status === null || status.isFile();
  return { path: isReplaced ? await realPlace(path) : path, status };
};

/** A pipe or a device can't be replaced by a file, and has no content to lose. */
const writeThrough = async (path: string, content: WrittenContent, files: Files): Promise<void> => {
  const handle = await files.open(path, 'w');
  try {
    await writeAll(handle, content);
  } finally {
    await handle.close();
  }
};

const writeTemporary = async (
  path: string,
  content: WrittenContent,
  mode: number | null,
  files: Files,
): Promise<void> => {
  // The replacement of a private file must be private from the start.
  const permissions = mode === null ? null : mode & 0o777;
  const handle = await files.open(path, 'wx', permissions ?? 0o666);
  try {
    await writeAll(handle, content);
    // A rename may reach the disk before the bytes do: without this, a power cut could leave an empty file.
    await handle.sync();
  } finally {
    await handle.close();
  }
  // The umask may have removed permissions on opening.
  if (permissions !== null) await files.chmod(path, permissions);
};

/** Pauses in milliseconds before replacing a file is tried again. */
const pauses = [50, 100, 200] as const;

/** On Windows a virus scanner briefly locks a new file, which looks like a file open in Excel. */
const replaceFile = async (from: string, to: string, files: Files): Promise<void> => {
  for (const pause of pauses) {
    try {
      await files.rename(from, to);
      return;
    } catch (error) {
      if (reasonOf(codeOf(error), 'replace') !== 'locked') throw error;
      await setTimeout(pause);
    }
  }
  await files.rename(from, to);
};

/** Makes the folder's entry durable if the system supports it. Windows does not, and does not need it. */
const syncFolder = async (path: string, files: Files): Promise<void> => {
  try {
    const handle = await files.open(path, 'r');
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  } catch {
    // The file is complete in either case.
  }
};

const ownTemporary = /^\.vouch-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.tmp$/u;
/** A file that is still being written keeps changing. */
const abandonedAfterMs = 60 * 60_000;

/** Removes unfinished files that killed exports have left in a folder. */
const clearAbandoned = async (folder: string): Promise<void> => {
  try {
    for (const name of await nodeFiles.readdir(folder)) {
      if (!ownTemporary.test(name)) continue;
      const path = join(folder, name);
      const { mtimeMs } = await nodeFiles.lstat(path);
      if (Date.now() - mtimeMs > abandonedAfterMs) await nodeFiles.rm(path, { force: true });
    }
  } catch {
    // A file that can't be listed or removed here affects no export.
  }
};

/**
 * Writes a file completely or not at all: to a temporary file next to it, which is then renamed. If anything
 * fails, an earlier file is unchanged and no incomplete file remains.
 */
export const writeFileWhole = async (
  path: string,
  content: WrittenContent,
  files: Files = nodeFiles,
): Promise<Result<{ readonly path: string }, WriteFailure>> => {
  let step: WriteStep = 'temporary';
  let temporary: string | null = null;
  try {
    const target = await targetOf(path, files);
    if (target.status?.isDirectory()) {
      return failed(await describe(Object.assign(new Error(), { code: 'EISDIR' }), step, path, files));
    }
    if (target.status !== null && !target.status.isFile()) {
      await writeThrough(path, content, files);
      return success({ path });
    }
    const folder = dirname(target.path);
    const name = join(folder, `.vouch-${randomUUID()}.tmp`);
    temporary = name;
    await writeTemporary(name, content, target.status?.mode ?? null, files);
    step = 'replace';
    await replaceFile(name, target.path, files);
    temporary = null;
    await syncFolder(folder, files);
    await clearAbandoned(folder);
    return success({ path });
  } catch (error) {
    if (!isSystemError(error)) throw error;
    return failed(await describe(error, step, path, files));
  } finally {
    if (temporary !== null) await files.rm(temporary, { force: true }).catch(() => null);
  }
};
