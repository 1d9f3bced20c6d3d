import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

/** Where the program's own files lie, run from the sources, from `out/` or from a package. */
export type ProjectFiles = {
  readonly version: string;
  readonly interfaceFolder: string;
  readonly preload: string;
  readonly samplesFolder: string;
};

const manifestSchema = z.object({ version: z.string() });

const findRoot = (folder: string): string => {
  if (existsSync(join(folder, 'package.json'))) return folder;
  const parent = dirname(folder);
  if (parent === folder)
    throw new Error('The program lies outside its own folder: no package.json above it.');
  return findRoot(parent);
};

/** @param from URL of a module of the program. */
export const findProjectFiles = (from: string): ProjectFiles => {
  const root = findRoot(dirname(fileURLToPath(from)));
  const manifest: unknown = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return {
    version: manifestSchema.parse(manifest).version,
    interfaceFolder: join(root, 'out', 'renderer'),
    preload: join(root, 'out', 'preload', 'preload.cjs'),
    samplesFolder: join(root, 'samples'),
  };
};
