// `npm run package [-- parameters of electron-builder]`: builds the packages for this system and processor in dist/.
// `-- --dir` creates only the program's folder, without an installer.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureBuilt } from './compile.mjs';
import { ensureInstalled, nodePath, projectEnvironment, root } from './install.mjs';

ensureInstalled();
ensureBuilt();
const { drawIcons } = await import('./icons.mjs');
await drawIcons();

const given = process.argv.slice(2);
// A shipped binary is verified like one used locally, unless the parameters name one that is here.
const namesOwn = given.some((word) => /^(?:-c|--config)\.electronDist=/u.test(word));
const folder = mkdtempSync(join(tmpdir(), 'vouch-electron-'));
const builder = join(createRequire(import.meta.url).resolve('electron-builder/package.json'), '..', 'cli.js');
const verified = namesOwn ? [] : [`--config.electronDist=${folder}`];
const parameters = ['--publish', 'never', ...verified, ...given];
const { status } = spawnSync(nodePath(), [builder, ...parameters], {
  cwd: root,
  stdio: 'inherit',
  // Signs only if electron-builder's variables name a certificate.
  env: {
    CSC_IDENTITY_AUTO_DISCOVERY: 'false',
    ...projectEnvironment(),
    // For build/package-hooks.mjs, which fetches Electron for each system and processor.
    ...(namesOwn ? {} : { VOUCH_VERIFIED_ELECTRON: folder }),
  },
});
rmSync(folder, { recursive: true, force: true });
process.exit(status ?? 1);
