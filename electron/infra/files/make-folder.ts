import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;

/**
 * Creates a folder and its parents, readable for the user only. Node.js does the same with `recursive`, but never
 * returns if the system has no such folder and allows nobody to create it, as in `/proc`.
 * @throws the system's error if it can't be created
 */
export const makePrivateFolder = (path: string): void => {
  if (isFolder(path)) return;
  const parent = dirname(path);
  if (parent !== path) makePrivateFolder(parent);
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    // Another process may have created it meanwhile.
    if (!isFolder(path)) throw error;
  }
};
