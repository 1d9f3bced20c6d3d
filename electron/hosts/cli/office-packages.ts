import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { foreignEnvironment } from '../window/environment.ts';

/**
 * Installs the packages that only an office needs (electron/package.json) if they are missing: `npm ci` alone
 * leaves them out.
 * @param root the program's own folder
 */
export const ensureOfficePackages = async (root: string): Promise<void> => {
  const script = join(root, 'build', 'ensure-office.mjs');
  if (existsSync(join(root, 'electron', 'node_modules', 'pg')) || !existsSync(script)) return;
  const child = spawn(process.execPath, [script], {
    stdio: ['ignore', 2, 2],
    env: foreignEnvironment(process.env),
  });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error('The packages of an office could not be installed.');
};
