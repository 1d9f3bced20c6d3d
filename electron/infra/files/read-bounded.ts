import { constants } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { failed, success, type Result } from '../../../shared/result.ts';
import { isSystemError } from './write-failure.ts';
import { codeOf } from '../error-code.ts';

/** Opens a file for reading without blocking: opening a pipe without a writer would never return. */
export const openFile = (path: string): Promise<FileHandle> =>
  // Windows has neither this flag nor such pipes.
  open(path, constants.O_RDONLY | (process.platform === 'win32' ? 0 : constants.O_NONBLOCK));

type BoundedFailure =
  | { readonly reason: 'too-large' }
  /** `code` is the system's (`ENOENT`), or means that it is not a file. */
  | { readonly reason: 'unreadable'; readonly code: string };

const unreadable = (code: string): BoundedFailure => ({ reason: 'unreadable', code });

/**
 * Reads a file that someone chose. Reading a pipe or a device might never end.
 * @param most maximum bytes
 */
export const readBounded = async (path: string, most: number): Promise<Result<Buffer, BoundedFailure>> => {
  try {
    const file = await openFile(path);
    try {
      const status = await file.stat();
      if (!status.isFile()) return failed(unreadable(status.isDirectory() ? 'EISDIR' : 'not a regular file'));
      return status.size > most ? failed({ reason: 'too-large' }) : success(await file.readFile());
    } finally {
      await file.close();
    }
  } catch (error) {
    if (!isSystemError(error)) throw error;
    return failed(unreadable(codeOf(error)));
  }
};
