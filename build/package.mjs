// `npm run package [-- parameters of electron-builder]`: the packages for this system, into dist/. `-- --dir` leaves the
// program in a folder, without an installer.
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { ensureBuilt } from './compile.mjs';
import { ensureInstalled, nodePath, projectEnvironment, root } from './install.mjs';

ensureInstalled();
ensureBuilt();
const { drawIcons } = await import('./icons.mjs');
await drawIcons();

const builder = join(createRequire(import.meta.url).resolve('electron-builder/package.json'), '..', 'cli.js');
const { status } = spawnSync(nodePath(), [builder, '--publish', 'never', ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
  // Nothing is signed but by who has the certificate, named in electron-builder's own variables.
  env: { CSC_IDENTITY_AUTO_DISCOVERY: 'false', ...projectEnvironment() },
});
process.exit(status ?? 1);
