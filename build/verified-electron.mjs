// Fetches the Electron archives for a package and verifies them against the checksums in Electron's own npm
// package. electron-builder would take the checksums from the mirror itself.
import { copyFileSync, mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import { downloadArtifact } from '@electron/get';

const require = createRequire(import.meta.url);

/**
 * Puts the archives into a folder for electron-builder. Rejects if a checksum is wrong.
 * @param {readonly { platform: string, arch: string }[]} targets
 * @param {string} folder
 */
export const fetchVerified = async (targets, folder) => {
  mkdirSync(folder, { recursive: true });
  const { version } = require('electron/package.json');
  for (const { platform, arch } of targets) {
    const archive = await downloadArtifact({
      version,
      artifactName: 'electron',
      platform,
      arch,
      checksums: require('electron/checksums.json'),
    });
    copyFileSync(archive, join(folder, basename(archive)));
  }
};
