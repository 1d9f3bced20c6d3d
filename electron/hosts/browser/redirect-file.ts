import { randomUUID } from 'node:crypto';
import { readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

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
export const clearRedirectFiles = async (folder: string): Promise<void> => {
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
