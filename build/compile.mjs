import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { nodePath, projectEnvironment, root } from './install.mjs';

const sources = ['shared', 'electron', 'renderer', 'package-lock.json', 'package.json', 'vite.config.ts'];
const stampPath = join(root, 'out', '.sources');

/**
 * @param {string} path
 * @returns {string[]}
 */
const filesUnder = (path) =>
  statSync(path).isDirectory()
    ? readdirSync(path)
        .filter((name) => name !== 'node_modules')
        .toSorted()
        .flatMap((name) => filesUnder(join(path, name)))
    : [path];

/** A hash of the state of all sources, so that unchanged sources are not built again. */
const sourcesStamp = () => {
  const hash = createHash('sha256');
  for (const file of sources.flatMap((source) => filesUnder(join(root, source)))) {
    const { mtimeMs, size } = statSync(file);
    hash.update(`${file}\0${mtimeMs}\0${size}\n`);
  }
  return hash.digest('hex');
};

const builtStamp = () => {
  try {
    return readFileSync(stampPath, 'utf8');
  } catch {
    return null;
  }
};

/** Whether out/ was built from the current sources. */
export const isBuilt = () => builtStamp() === sourcesStamp();

/** Builds out/ if the sources are newer. */
export const ensureBuilt = () => {
  const stamp = sourcesStamp();
  if (builtStamp() === stamp) return;
  console.error('Building …');
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  const { status, stdout, stderr } = spawnSync(nodePath(), [vite, 'build', '--logLevel', 'warn'], {
    cwd: root,
    // Always a production build: a test's environment would produce a development build.
    env: { ...projectEnvironment(), NODE_ENV: 'production' },
    encoding: 'utf8',
  });
  if (status !== 0) {
    console.error(`${stdout}\n${stderr}\nThe build failed: see above.`);
    process.exit(1);
  }
  writeFileSync(stampPath, stamp);
};
