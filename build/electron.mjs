import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { nodePath, root } from './install.mjs';

const folder = join(root, 'node_modules', 'electron');
/** "Within 15 seconds": a download without progress for this long is stopped. */
const stalledAfterMs = 12_000;

/**
 * Path of the Electron binary; null if it is not installed.
 * @returns {string | null}
 */
export const electronPath = () => {
  try {
    const override = process.env.ELECTRON_OVERRIDE_DIST_PATH;
    const name = readFileSync(join(folder, 'path.txt'), 'utf8');
    const path = join(override ?? join(folder, 'dist'), name);
    return existsSync(path) ? path : null;
  } catch {
    return null;
  }
};

/**
 * Downloads the binary if it is missing. ELECTRON_MIRROR sets a mirror. A slow download continues while bytes
 * arrive; one that does not start is stopped.
 * @returns {Promise<{ path: string } | { why: string }>}
 */
export const fetchElectron = async () => {
  const present = electronPath();
  if (present) return { path: present };
  const why = await download();
  if (why !== null) return { why };
  const unpacked = spawnSync(nodePath(), [join(folder, 'install.js')], { stdio: 'ignore' });
  const path = electronPath();
  return unpacked.status === 0 && path ? { path } : { why: 'it could not be unpacked' };
};

/** @returns {Promise<string | null>} why it failed, or null */
const download = () =>
  new Promise((finish) => {
    const script = join(dirname(fileURLToPath(import.meta.url)), 'download-electron.mjs');
    const child = spawn(nodePath(), [script], { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
    let said = '';
    const giveUp = () => {
      child.kill('SIGKILL');
      finish('no answer from its download server');
    };
    let timer = setTimeout(giveUp, stalledAfterMs);
    child.stdout.on('data', () => {
      clearTimeout(timer);
      timer = setTimeout(giveUp, stalledAfterMs);
    });
    child.stderr.setEncoding('utf8').on('data', (text) => {
      said += text;
    });
    child.on('close', (code) => {
      clearTimeout(timer);
      finish(code === 0 ? null : said.trim().split('\n')[0] || 'the download failed');
    });
  });
