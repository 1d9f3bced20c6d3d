// `npm run screenshots`: the main states in both languages, both themes and three window sizes, into screenshots/.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { ensureBuilt } from './compile.mjs';
import { ensureInstalled, nodePath, projectEnvironment, root } from './install.mjs';

ensureInstalled();
ensureBuilt();
const { status } = spawnSync(
  nodePath(),
  ['--disable-warning=ExperimentalWarning', join(root, 'test', 'screenshots', 'run.ts')],
  { cwd: root, stdio: 'inherit', env: projectEnvironment() },
);
process.exit(status ?? 1);
