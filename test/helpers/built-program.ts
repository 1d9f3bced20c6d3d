import { join } from 'node:path';
import { projectFolder } from './app-fixtures/folders.ts';

/**
 * The folder of the built threads and programs, which start in a third of the time that their sources take. Null if the
 * sources have changed since: then tests run the sources.
 */
export const builtProgram: string | null =
  process.env.VOUCH_TEST_BUILT === 'yes' ? join(projectFolder, 'out', 'main') : null;
