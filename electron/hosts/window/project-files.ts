import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Where the program's own files lie, run from the sources, from `out/` or from a package. */
export type ProjectFiles = {
  readonly version: string;
  readonly interfaceFolder: string;
  readonly preload: string;
  readonly samplesFolder: string;
};

/** By hand: a schema's library would take longer to load than all else that stands before the first answer. */
const versionIn = (manifest: unknown): string => {
  if (typeof manifest !== 'object' || manifest === null || !('version' in manifest)) throw notOurs();
  if (typeof manifest.version !== 'string') throw notOurs();
  return manifest.version;
};
const notOurs = (): Error => new Error('package.json names no version.');

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
    version: versionIn(manifest),
    interfaceFolder: join(root, 'out', 'renderer'),
    preload: join(root, 'out', 'preload', 'preload.cjs'),
    samplesFolder: join(root, 'samples'),
  };
};
