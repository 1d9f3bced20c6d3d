import { fileURLToPath } from 'node:url';

export const projectFolder = fileURLToPath(new URL('../../../', import.meta.url));

/** The folder with the built `out/`. */
export const builtFolder = projectFolder;
