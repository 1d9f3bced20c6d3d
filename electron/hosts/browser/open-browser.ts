import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { foreignEnvironment } from '../../infra/environment.ts';
import { randomUUID } from 'node:crypto';

/** A page that redirects to the address. Only its user can read it, so the token in it stays private. */
const pageOf = (address: string): string =>
  [
    '<!doctype html><meta charset="utf-8"><meta name="referrer" content="no-referrer"><title>Vouch</title>',
    `<meta http-equiv="refresh" content="0;url=${address}">`,
    `<p><a href="${address}">Vouch</a></p>\n`,
  ].join('');

type RedirectFile = { readonly path: string; readonly remove: () => Promise<void> };

const ours = /^vouch-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.html$/u;

/** Removes the files of a killed process; the tokens in them ended with the process. */
const clearRedirectFiles = async (folder: string): Promise<void> => {
  const names = await readdir(folder).catch(() => []);
  for (const name of names) if (ours.test(name)) await rm(join(folder, name), { force: true });
};

/**
 * Writes the file that the system's opener gets instead of the address: all users of the computer can read a
 * program's arguments, but not a file with mode 0600.
 * @param address our own address: it needs no escaping
 */
export const writeRedirectFile = async (folder: string, address: string): Promise<RedirectFile> => {
  const path = join(folder, `vouch-${randomUUID()}.html`);
  await writeFile(path, pageOf(address), { mode: 0o600, flag: 'wx' });
  return { path, remove: () => rm(path, { force: true }) };
};

const opener = (platform: NodeJS.Platform): readonly [string, ...string[]] => {
  if (platform === 'darwin') return ['open'];
  // Not `cmd /c start`: it would interpret the address as a command line.
  if (platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler'];
  return ['xdg-open'];
};

/** Browsers have read the file long before, and its token works only once. */
const keptMs = 60_000;

/** A browser from a snap can't read hidden folders, only visible ones in the user's home folder. */
export const redirectFolder = (
  home: string,
  userFolder: string,
  platform: NodeJS.Platform,
  hasSnaps: boolean,
): string => (platform === 'linux' && hasSnaps ? userFolder : join(home, 'open'));

const nothing = async (): Promise<void> => {};

type BrowserOpener = {
  /** Opens an address in the system's browser. Without a browser, the user opens the printed address. */
  readonly open: (address: string) => Promise<void>;
  /** Removes the files that were left for a browser to read. */
  readonly close: () => Promise<void>;
};

/**
 * @param home the data folder
 * @param userFolder the user's home folder
 */
export const createBrowserOpener = (
  home: string,
  userFolder: string,
  platform: NodeJS.Platform,
): BrowserOpener => {
  let close = nothing;
  return {
    open: async (address) => {
      await close();
      const folder = redirectFolder(home, userFolder, platform, existsSync('/snap'));
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await clearRedirectFiles(folder);
      const { path, remove } = await writeRedirectFile(folder, address);
      const timer = setTimeout(() => void close(), keptMs).unref();
      close = async () => {
        clearTimeout(timer);
        await remove();
      };
      const [program, ...parameters] = opener(platform);
      const child = spawn(program, [...parameters, pathToFileURL(path).href], {
        stdio: 'ignore',
        detached: true,
        env: foreignEnvironment(process.env),
      });
      child.on('error', () => {});
      child.unref();
    },
    close: () => close(),
  };
};
