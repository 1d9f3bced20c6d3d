import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { chromiumPath, headlessShell } from './chromium.mjs';
import { nodePath, root } from './install.mjs';

/** Paths of Debian's fonts-noto-cjk: the samples and the overlay are Chinese. */
const chineseFonts = ['/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc', '/usr/share/fonts/noto-cjk'];

/**
 * Without a network it fails within seconds, so that a machine with another Chromium does not wait long.
 * @param {string[]} parameters
 * @returns {boolean}
 */
const aptGet = (parameters) =>
  spawnSync(
    'apt-get',
    ['-q', '-y', '-o', 'Acquire::Retries=0', '-o', 'Acquire::http::Timeout=10', ...parameters],
    { stdio: ['ignore', 2, 2], env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } },
  ).status === 0;

/** @param {string[]} packages */
const aptInstall = (packages) => aptGet(['install', '--no-install-recommends', ...packages]);

const isDebianRoot = () => existsSync('/usr/bin/apt-get') && process.getuid?.() === 0;

const isComplete = () =>
  chromiumPath() !== undefined &&
  (!isDebianRoot() ||
    ((process.env.VOUCH_CHROMIUM || existsSync(headlessShell)) &&
      chineseFonts.some((path) => existsSync(path))));

/**
 * Installs a Chromium for the tests if there is none. On Debian it also installs the headless shell next to an
 * installed Chromium, because tests take much less processor time in it, and Chinese fonts.
 * @returns {string | undefined} its path
 */
export const ensureChromium = () => {
  if (isComplete()) return chromiumPath();
  console.error('Installing Chromium and fonts for the tests …');
  if (isDebianRoot()) {
    aptGet(['update']);
    const fonts = 'fonts-noto-cjk';
    // Older releases of Debian have no separate package of the shell.
    if (!aptInstall([fonts, 'chromium-headless-shell']))
      aptInstall(chromiumPath() ? [fonts] : [fonts, 'chromium']);
  }
  if (!chromiumPath()) {
    const cli = join(root, 'node_modules', 'playwright', 'cli.js');
    spawnSync(nodePath(), [cli, 'install', 'chromium'], { stdio: ['ignore', 2, 2] });
  }
  return chromiumPath();
};

/**
 * The command prefix for a program with windows. On Linux without a display it is a virtual display, which is
 * installed on Debian.
 * @returns {string[]} the start of a command line; empty if there is a display
 */
export const withDisplay = () => {
  if (process.platform !== 'linux' || process.env.DISPLAY || process.env.WAYLAND_DISPLAY) return [];
  if (!existsSync('/usr/bin/xvfb-run') && isDebianRoot()) aptInstall(['xvfb', 'xauth']);
  return existsSync('/usr/bin/xvfb-run') ? ['xvfb-run', '-a'] : [];
};
