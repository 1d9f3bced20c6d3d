import { accessSync, constants } from 'node:fs';
import { createRequire } from 'node:module';

/** Flags for a Chromium that runs as root, without a graphics card and without network access. */
export const chromiumFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/**
 * The same for end-to-end tests: their pages live for seconds, too short for optimized code to save the time of its
 * compilation.
 */
export const shortLivedFlags = [...chromiumFlags, '--js-flags=--no-opt --no-maglev'];

/** The program of Debian's package chromium-headless-shell. */
export const headlessShell = '/usr/lib/chromium/chromium-headless-shell';

const candidates = [
  process.env.VOUCH_CHROMIUM,
  // Without the browser's own interface, a start and each window take a fraction of the processor time.
  headlessShell,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/** The result of `playwright install chromium`, if it was run. Playwright takes long to load. */
const ofPlaywright = () => {
  /** @type {typeof import('playwright')} */
  const { chromium } = createRequire(import.meta.url)('playwright');
  return chromium.executablePath();
};

/** @param {string | undefined} path */
const isProgram = (path) => {
  if (!path) return false;
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

/**
 * The Chromium of this machine for tests; undefined if there is none.
 * @returns {string | undefined}
 */
export const chromiumPath = () => candidates.find(isProgram) ?? [ofPlaywright()].find(isProgram);
