import { fileURLToPath } from 'node:url';

export const projectFolder = fileURLToPath(new URL('../../../', import.meta.url));

/** The folder with the built `out/`, or that of a package to be tested. */
export const builtFolder = process.env.VOUCH_TEST_BUILD ?? projectFolder;
