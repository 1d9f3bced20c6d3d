import { constants } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';

/** Opens a file for reading and never waits: the opening of a pipe that nobody writes to would not come back. */
export const openFile = (path: string): Promise<FileHandle> =>
  // Windows knows no such flag, and no such pipes.
  open(path, constants.O_RDONLY | (process.platform === 'win32' ? 0 : constants.O_NONBLOCK));
