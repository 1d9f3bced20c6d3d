// `npm run office`: an office on this machine, for evaluation: PostgreSQL, one `serve` and two workers.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { ensureBuilt } from './compile.mjs';
import { ensureInstalled, ensureOfficeInstalled, nodePath, projectEnvironment, root } from './install.mjs';

ensureInstalled();
ensureOfficeInstalled();
ensureBuilt();
const child = spawn(
  nodePath(),
  [
    '--disable-warning=ExperimentalWarning',
    join(root, 'build', 'office', 'run.ts'),
    ...process.argv.slice(2),
  ],
  { cwd: root, stdio: 'inherit', env: projectEnvironment() },
);
// A terminal signals the whole process group; a signal to this process alone is passed on.
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']))
  process.on(signal, () => child.kill(signal));
child.on('close', (code) => process.exit(code ?? 1));
