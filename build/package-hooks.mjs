// What electron-builder calls for each system and processor that it packs (electron-builder.yml).
import process from 'node:process';
import { join } from 'node:path';
import { Arch } from 'electron-builder';
import { missingNatives } from './natives.mjs';

/**
 * @typedef {{ electronPlatformName: string, arch: number }} Target
 * @typedef {Target & { appOutDir: string, packager: { getResourcesDir: (folder: string) => string } }} Packed
 */

/** @param {number} arch */
const nameOf = (arch) => {
  const name = Arch[arch];
  if (name === undefined) throw new Error(`electron-builder has no processor ${arch}`);
  return name;
};

/** Fetches and verifies Electron for this target into the folder that `build/package.mjs` names. @param {Target} target */
export const beforePack = async ({ electronPlatformName, arch }) => {
  const folder = process.env['VOUCH_VERIFIED_ELECTRON'];
  if (!folder) return;
  const { fetchVerified } = await import('./verified-electron.mjs');
  await fetchVerified([{ platform: electronPlatformName, arch: nameOf(arch) }], folder).catch((error) => {
    throw new Error(`Electron could not be fetched: ${error.message}`, { cause: error });
  });
};

/** Refuses a package without the native parts of its target. @param {Packed} packed */
export const afterPack = ({ appOutDir, electronPlatformName, arch, packager }) => {
  const resources = packager.getResourcesDir(appOutDir);
  const missing = missingNatives(join(resources, 'app.asar.unpacked'), electronPlatformName, nameOf(arch));
  if (missing.length === 0) return;
  throw new Error(
    `This package would not work on ${electronPlatformName}-${nameOf(arch)}:\n  ${missing.join('\n  ')}\n` +
      `Build it on a computer of that kind, or install its parts first: npm ci --os=${electronPlatformName} --cpu=${nameOf(arch)}`,
  );
};
