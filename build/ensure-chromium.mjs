import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { chromiumPath } from './chromium.mjs';
import { nodePath, root } from './install.mjs';

/** Paths of Debian's fonts-noto-cjk: the samples and the overlay are Chinese. */
const chineseFonts = ['/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc', '/usr/share/fonts/noto-cjk'];

/**
 * @param {string[]} parameters
 * @returns {boolean}
 */
const aptGet = (parameters) =>
  spawnSync('apt-get', ['-q', '-y', ...parameters], {
    stdio: ['ignore', 2, 2],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  }).status === 0;

const isDebianRoot = () => existsSync('/usr/bin/apt-get') && process.getuid?.() === 0;

/**
 * Installs a Chromium for the tests if there is none, and on Debian also Chinese fonts.
 * @returns {string | undefined} its path
 */
export const ensureChromium = () => {
  const needsFonts = isDebianRoot() && !chineseFonts.some((path) => existsSync(path));
  if (chromiumPath() && !needsFonts) return chromiumPath();
  console.error('Installing Chromium and fonts for the tests …');
  if (isDebianRoot()) {
    aptGet(['update']);
    aptGet(['install', '--no-install-recommends', 'chromium', 'xvfb', 'xauth', 'fonts-noto-cjk']);
  }
  if (!chromiumPath()) {
    const cli = join(root, 'node_modules', 'playwright', 'cli.js');
    spawnSync(nodePath(), [cli, 'install', 'chromium'], { stdio: ['ignore', 2, 2] });
  }
  return chromiumPath();
};
