import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The program's own files, run from the sources, from `out/` or from a package. */
export type ProjectFiles = {
  readonly version: string;
  /** The program's own folder. */
  readonly root: string;
  readonly interfaceFolder: string;
  readonly preload: string;
  readonly samplesFolder: string;
};

/**
 * The version in a manifest; null if there is none. Parsed by hand: loading a schema library would take
 * longer than everything else.
 */
const versionAt = (path: string): string | null => {
  if (!existsSync(path)) return null;
  const manifest: unknown = JSON.parse(readFileSync(path, 'utf8'));
  if (typeof manifest !== 'object' || manifest === null || !('version' in manifest)) return null;
  return typeof manifest.version === 'string' ? manifest.version : null;
};

/**
 * The nearest folder whose package.json has a version; a package.json without one belongs to a part of the
 * program.
 */
const findRoot = (folder: string): { readonly root: string; readonly version: string } => {
  const version = versionAt(join(folder, 'package.json'));
  if (version !== null) return { root: folder, version };
  const parent = dirname(folder);
  if (parent === folder)
    throw new Error('The program is outside its own folder: no package.json with a version above it.');
  return findRoot(parent);
};

/** @param from URL of a module of the program */
export const findProjectFiles = (from: string): ProjectFiles => {
  const { root, version } = findRoot(dirname(fileURLToPath(from)));
  return {
    version,
    root,
    interfaceFolder: join(root, 'out', 'renderer'),
    preload: join(root, 'out', 'preload', 'preload.cjs'),
    samplesFolder: join(root, 'samples'),
  };
};
