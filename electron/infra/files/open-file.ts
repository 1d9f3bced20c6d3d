import { constants } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';

/** Opens a file for reading without blocking: opening a pipe without a writer would never return. */
export const openFile = (path: string): Promise<FileHandle> =>
  // Windows has neither this flag nor such pipes.
  open(path, constants.O_RDONLY | (process.platform === 'win32' ? 0 : constants.O_NONBLOCK));
