import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { foreignEnvironment } from '../../infra/environment.ts';
import { findProjectFiles } from '../../hosts/http/project-files.ts';

/** `packaged`: the installed program, which has no office part. `failed`: the reason is on standard error. */
type Prepared = 'ready' | 'packaged' | 'failed';

/** Runs a script of the project, which is missing in a package. */
const runScript = (name: string): Prepared => {
  const script = join(findProjectFiles(import.meta.url).root, 'build', name);
  if (!existsSync(script)) return 'packaged';
  // The account's key and secret reach no other program.
  const env = foreignEnvironment(process.env);
  const { status } = spawnSync(process.execPath, [script], { stdio: ['ignore', 2, 2], env });
  return status === 0 ? 'ready' : 'failed';
};

/** Installs the packages that only an office needs if they are missing, and reports that in one line. */
export const installOffice = (): Prepared => runScript('ensure-office.mjs');

/** Builds the window of a server if it is missing, as in a fresh clone. */
export const buildWindow = (): Prepared => {
  const { interfaceFolder } = findProjectFiles(import.meta.url);
  return existsSync(join(interfaceFolder, 'index.html')) ? 'ready' : runScript('ensure-window.mjs');
};
