import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
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
 * Whether node_modules matches the lock file, by npm's own lock file in node_modules. Optional packages of
 * other platforms may be missing.
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

/** Errors only: another Node.js runs npm than Vouch, so npm's engine warnings do not apply. */
const installParameters = ['ci', '--loglevel=error'];

/** A lock that is older belongs to a process that was killed, whatever process has its number now. */
const longestMs = 15 * 60_000;

/** @param {unknown} error */
const codeOf = (error) => (error instanceof Error && 'code' in error ? error.code : null);

/**
 * The name of the file in a lock, which tells its holder and no other lock: so what is removed by this name is the very
 * lock that was judged.
 */
const holderName = () => `${process.pid}-${Date.now()}`;

/**
 * Whether a lock is held. One that is not is left empty, which is the same as none: a folder in place of an empty one
 * is refused on Windows only.
 * @param {string} path
 */
const isHeld = (path) => {
  /** @type {string[]} */
  let names = [];
  try {
    names = readdirSync(path);
  } catch (error) {
    // Just released.
    if (codeOf(error) !== 'ENOENT') throw error;
    return false;
  }
  for (const name of names) {
    if (isAlive(name)) return true;
    rmSync(join(path, name), { force: true });
  }
  removeEmpty(path);
  return false;
};

/** @param {string} name */
const isAlive = (name) => {
  const [pid, startedMs] = name.split('-').map(Number);
  if (!pid || !startedMs || Date.now() - startedMs > longestMs) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: another user's process is alive.
    return codeOf(error) === 'EPERM';
  }
};

/** Removes a lock without a holder; one that another process has just taken is not empty, and stays. @param {string} path */
const removeEmpty = (path) => {
  try {
    rmdirSync(path);
  } catch {
    // Taken, or gone.
  }
};

/**
 * Takes a lock: a folder with the holder's file appears at once, or not at all.
 * @param {string} path
 * @param {string} holder
 * @returns {boolean} false if another process was quicker
 */
const take = (path, holder) => {
  const own = mkdtempSync(`${path}-`);
  try {
    writeFileSync(join(own, holder), '');
    renameSync(own, path);
    return true;
  } catch (error) {
    rmSync(own, { recursive: true, force: true });
    // EPERM and EACCES: Windows says so of every folder that exists.
    if (['EEXIST', 'ENOTEMPTY', 'EPERM', 'EACCES'].includes(String(codeOf(error)))) return false;
    throw error;
  }
};

/**
 * Does work in a folder that two processes must not do at once. The second one waits.
 * @template Value
 * @param {string} folder
 * @param {string} waiting shown while another process works
 * @param {() => Value} work
 * @returns {Value}
 */
export const oneAtATime = (folder, waiting, work) => {
  const path = join(folder, '.vouch-lock');
  const holder = holderName();
  for (let told = false; isHeld(path) || !take(path, holder); told = true) {
    if (!told) console.error(waiting);
    // Nothing else is to be done here in the meantime.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100);
  }
  try {
    return work();
  } finally {
    // Only the own lock: after a long time, another process may have taken it over.
    rmSync(join(path, holder), { force: true });
    removeEmpty(path);
  }
};

/**
 * @param {string} folder
 * @returns {string | null} why it failed, next to what npm printed; null if it did not
 */
const runInstall = (folder) => {
  const npm = process.env.npm_execpath;
  // npm passes its own log level on; the parameter must win.
  const env = { ...process.env, npm_config_loglevel: 'error' };
  const { status, signal, error } = npm
    ? spawnSync(process.execPath, [npm, ...installParameters], { cwd: folder, stdio: ['ignore', 2, 2], env })
    : spawnSync('npm', installParameters, {
        cwd: folder,
        stdio: ['ignore', 2, 2],
        env,
        shell: process.platform === 'win32',
      });
  if (status === 0) return null;
  return error ? error.message : `npm ended with ${signal ?? status}`;
};

/**
 * Installs the packages of a lock file if some are missing; of several processes, one installs them. If that fails,
 * ends the process with npm's message.
 * @param {string} folder the one with the lock file
 * @param {string} what the packages are for, shown in the progress line
 */
export const installMissing = (folder, what) => {
  if (isInstalled(folder)) return;
  const failure = oneAtATime(folder, `Another process installs ${what}: waiting …`, () => {
    if (isInstalled(folder)) return null;
    console.error(`Installing ${what} (npm ci, about half a minute) …`);
    const startedMs = performance.now();
    const failed = runInstall(folder);
    if (failed === null)
      console.error(`Installed in ${Math.round((performance.now() - startedMs) / 1000)} s.`);
    return failed;
  });
  if (failure === null) return;
  console.error(`npm ci failed in ${folder}: ${failure}. Fix the failure above, then try again.`);
  process.exit(1);
};

/** Installs the packages that every part of Vouch needs. */
export const ensureInstalled = () => installMissing(root, 'packages');

/** Installs the packages that only an office needs; `npm start` and `npm ci` do without. */
export const ensureOfficeInstalled = () =>
  installMissing(join(root, 'electron'), 'the packages of an office');

/**
 * Path of the Node.js that runs Vouch: the pinned one in node_modules, or the current one if it is new
 * enough.
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
 * Flags of Node.js for the browser host: a long batch creates many short-lived objects, for which V8 would
 * otherwise reserve over a hundred megabytes.
 */
export const hostFlags = ['--max-semi-space-size=8', '--disable-warning=ExperimentalWarning'];

/**
 * Environment for programs of this project: its own tools, including the pinned Node.js, come first in the
 * PATH. glibc gives each thread its own heap, and pictures of several megabytes fragment all of them. So the
 * number of heaps is limited, and large blocks return to the system at once.
 * @returns {NodeJS.ProcessEnv}
 */
export const projectEnvironment = () => {
  const separator = process.platform === 'win32' ? ';' : ':';
  const path = [dirname(nodePath()), join(root, 'node_modules', '.bin'), process.env.PATH ?? ''].join(
    separator,
  );
  return { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '1048576', ...process.env, PATH: path };
};
