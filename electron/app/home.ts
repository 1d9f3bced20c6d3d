import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Bilingual } from '../../shared/language.ts';
import { failed, type Result } from '../../shared/result.ts';
import { secretFileTexts } from '../../shared/texts/command-line.ts';
import { takeEnvironment, type Environment } from '../infra/environment.ts';
import { withSecretFiles } from '../infra/secret-files.ts';
import { makePrivateFolder } from '../infra/files/make-folder.ts';

/** A variable's value; an empty one counts as unset. */
const variable = (environment: Environment, name: string): string | null => environment[name]?.trim() || null;

const userDataFolder = (environment: Environment, platform: string, home: string): string => {
  if (platform === 'darwin') return join(home, 'Library', 'Application Support');
  if (platform === 'win32') return variable(environment, 'APPDATA') ?? join(home, 'AppData', 'Roaming');
  return variable(environment, 'XDG_CONFIG_HOME') ?? join(home, '.config');
};

/**
 * The data folder of every host: `VOUCH_HOME`, else `vouch` in the system's folder for a user's program data
 * (the parent of Electron's `userData`). An absolute path.
 */
export const dataFolder = (environment: Environment, platform: string, home: string = homedir()): string =>
  resolve(variable(environment, 'VOUCH_HOME') ?? join(userDataFolder(environment, platform, home), 'vouch'));

/**
 * Creates the data folder if it is missing, readable for the user only: it contains other people's invoices.
 */
export const createDataFolder = (home: string): void => {
  makePrivateFolder(home);
};

/** The address of the office's database; null if this program has its own ledger. */
export const officeAddress = (environment: Environment): string | null =>
  environment.VOUCH_DATABASE_URL?.trim() || null;

/**
 * The environment of a program, with the secrets that are in files. Its secrets are removed from the original, which
 * every child process inherits.
 */
export const programEnvironment = (
  original: Record<string, string | undefined>,
): Result<Environment, { readonly message: Bilingual }> => {
  const read = withSecretFiles(takeEnvironment(original));
  if (read.ok) return read;
  const { name, reason, detail } = read.failure;
  return failed(secretFileTexts[reason](name, detail));
};
