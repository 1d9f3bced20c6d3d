import { existsSync, readFileSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');

const executable = process.platform === 'win32' ? 'node.exe' : 'node';

/** @param {string} path */
const readLock = (path) => {
  try {
    return JSON.parse(readFileSync(path, 'utf8')).packages ?? {};
  } catch {
    return null;
  }
};

/**
 * Whether node_modules holds what the lock file names. npm leaves a lock file of its own in node_modules; optional
 * packages of other platforms are missing there by right.
 * @param {string} folder the one with the lock file
 * @returns {boolean}
 */
const isInstalled = (folder) => {
  const wanted = readLock(join(folder, 'package-lock.json'));
  const present = readLock(join(folder, 'node_modules', '.package-lock.json'));
  if (!wanted || !present) return false;
  return Object.entries(wanted).every(([path, entry]) => {
    if (path === '') return true;
    const found = present[path];
    return found ? found.version === entry.version : entry.optional === true || entry.devOptional === true;
  });
};

/** Errors only: the Node.js that runs npm is not the one that runs Vouch, so npm's engine warnings say nothing. */
const installParameters = ['ci', '--loglevel=error'];

/**
 * Installs the packages of a lock file if some are missing. Ends the process with npm's message if that fails.
 * @param {string} folder the one with the lock file
 * @param {string} what they are for, as the progress line names them
 */
const installMissing = (folder, what) => {
  if (isInstalled(folder)) return;
  console.error(`Installing ${what} (npm ci, about half a minute) …`);
  const startedMs = performance.now();
  const npm = process.env.npm_execpath;
  // npm hands its own log level down; the parameter has to win.
  const env = { ...process.env, npm_config_loglevel: 'error' };
  const { status, error } = npm
    ? spawnSync(process.execPath, [npm, ...installParameters], { cwd: folder, stdio: ['ignore', 2, 2], env })
    : spawnSync('npm', installParameters, {
        cwd: folder,
        stdio: ['ignore', 2, 2],
        env,
        shell: process.platform === 'win32',
      });
  if (status === 0) {
    console.error(`Installed in ${Math.round((performance.now() - startedMs) / 1000)} s.`);
    return;
  }
  console.error(`npm ci failed${error ? `: ${error.message}` : ''}. Fix the problem above, then try again.`);
  process.exit(1);
};

/** Installs what every part of Vouch needs. */
export const ensureInstalled = () => installMissing(root, 'packages');

/** Installs what only an office needs: `npm start` and `npm ci` do without. */
export const ensureOfficeInstalled = () =>
  installMissing(join(root, 'electron'), 'the packages of an office');

/**
 * Path of the Node.js that runs Vouch: the pinned one of node_modules, or this one where it is new enough.
 * @returns {string}
 */
export const nodePath = () => {
  const pinned = join(root, 'node_modules', `node-${nodePlatform()}`, 'bin', executable);
  if (existsSync(pinned)) return pinned;
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > 22 || (major === 22 && minor >= 16)) return process.execPath;
  console.error(
    `Vouch needs Node.js 22.16 or newer on this system (this is ${process.versions.node}). Install it, then run this again.`,
  );
  return process.exit(1);
};

const nodePlatform = () => {
  const platform = process.platform === 'win32' ? 'win' : process.platform;
  return `${platform}-${process.arch}`;
};

/**
 * How Node.js runs the browser host: a long batch makes much that lives briefly, for which V8 would otherwise keep a
 * hundred megabytes and more.
 */
export const hostFlags = ['--max-semi-space-size=8', '--disable-warning=ExperimentalWarning'];

/**
 * Environment for programs of this project: its own tools, the pinned Node.js among them, come first. glibc gives each
 * of many threads a heap of its own, and pictures of some megabytes that wander through them leave holes in all: few
 * heaps, and what is large goes back to the system at once.
 * @returns {NodeJS.ProcessEnv}
 */
export const projectEnvironment = () => {
  const separator = process.platform === 'win32' ? ';' : ':';
  const path = [dirname(nodePath()), join(root, 'node_modules', '.bin'), process.env.PATH ?? ''].join(
    separator,
  );
  return { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '1048576', ...process.env, PATH: path };
};
