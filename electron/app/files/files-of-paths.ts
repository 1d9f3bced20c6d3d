import { expandPaths } from '../../intake/expand-paths.ts';

/** The files of paths, folders included. */
export const filesOfPaths = async (paths: readonly string[]): Promise<readonly string[]> =>
  (await expandPaths(paths)).files;
