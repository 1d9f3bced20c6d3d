import { fileURLToPath } from 'node:url';

export const projectFolder = fileURLToPath(new URL('../../../', import.meta.url));

/** The folder that holds the built `out/`; a package's, where a test is to run what was packed. */
export const builtFolder = process.env.VOUCH_TEST_BUILD ?? projectFolder;
