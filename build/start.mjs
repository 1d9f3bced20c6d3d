// `npm start`: installs missing packages, builds changed sources, and opens Vouch.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { ensureBuilt } from './compile.mjs';
import { fetchElectron } from './electron.mjs';
import { ensureInstalled, hostFlags, nodePath, projectEnvironment, root } from './install.mjs';

const hasDisplay = () =>
  process.platform !== 'linux' || Boolean(process.env.DISPLAY) || Boolean(process.env.WAYLAND_DISPLAY);

/** @returns {Promise<{ path: string } | { why: string }>} */
const findDesktop = async () =>
  hasDisplay() ? fetchElectron() : { why: 'there is no display to open a window on' };

/**
 * Runs a program and exits with its result.
 * @param {string} program
 * @param {string[]} parameters
 */
const run = (program, parameters) => {
  const child = spawn(program, parameters, { cwd: root, stdio: 'inherit', env: projectEnvironment() });
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.on(signal, () => child.kill(signal));
  }
  child.on('error', (error) => {
    console.error(error.message);
    process.exit(1);
  });
  child.on('close', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 1)));
};

const parameters = process.argv.slice(2);
const forced = parameters.includes('--browser');
const rest = parameters.filter((parameter) => parameter !== '--browser');

ensureInstalled();
const browserHost = () => run(nodePath(), [...hostFlags, join(root, 'out', 'main', 'browser.js'), ...rest]);

if (forced) {
  ensureBuilt();
  browserHost();
} else {
  const desktop = await findDesktop();
  ensureBuilt();
  if ('path' in desktop) run(desktop.path, [root, ...rest]);
  else {
    console.error(`Electron is not available here (${desktop.why}): Vouch opens in the browser.`);
    browserHost();
  }
}
