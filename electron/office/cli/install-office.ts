import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { foreignEnvironment } from '../../infra/environment.ts';
import { findProjectFiles } from '../../hosts/http/project-files.ts';

/**
 * Installs the packages that only an office needs if they are missing, and reports that in one line.
 * @returns false if that fails, and in a package, which has no office part
 */
export const installOffice = (): boolean => {
  const script = join(findProjectFiles(import.meta.url).root, 'build', 'ensure-office.mjs');
  if (!existsSync(script)) return false;
  // The account's key and secret reach no other program.
  const env = foreignEnvironment(process.env);
  return spawnSync(process.execPath, [script], { stdio: ['ignore', 2, 2], env }).status === 0;
};
