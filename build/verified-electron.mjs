// Fetches the Electron archives for a package and verifies them against the checksums in Electron's own npm
// package. electron-builder would take the checksums from the mirror itself.
import { copyFileSync, mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import { downloadArtifact } from '@electron/get';

const require = createRequire(import.meta.url);

const platforms = {
  '--linux': 'linux',
  '-l': 'linux',
  '--win': 'win32',
  '-w': 'win32',
  '--mac': 'darwin',
  '-m': 'darwin',
};
const architectures = { '--x64': 'x64', '--arm64': 'arm64' };

/**
 * @param {Readonly<Record<string, string>>} known
 * @param {readonly string[]} given
 * @param {string} usual
 */
const named = (known, given, usual) => {
  const found = given.flatMap((word) => known[word] ?? []);
  return found.length > 0 ? [...new Set(found)] : [usual];
};

/**
 * The systems for which electron-builder's parameters request packages.
 * @param {readonly string[]} given
 * @param {{ platform: string, arch: string }} here
 */
export const targetsOf = (given, { platform, arch } = process) =>
  named(platforms, given, platform).flatMap((system) =>
    named(architectures, given, arch).map((processor) => ({ platform: system, arch: processor })),
  );

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
