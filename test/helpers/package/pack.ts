import { extractAll, listPackage } from '@electron/asar';
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectFolder } from '../app-fixtures/folders.ts';

/**
 * The bytes that `@electron/fuses` searches for in the binary: the version, the number of fuses, and Electron's
 * defaults.
 */
const fuseWire = Buffer.concat([
  Buffer.from('dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX'),
  Buffer.from([1, 9]),
  Buffer.from('101100011'),
]);

/** A folder that electron-builder accepts as Electron's, including the binary. */
const standInDist = (folder: string): string => {
  const dist = join(folder, 'electron');
  for (const inner of ['resources', 'locales']) mkdirSync(join(dist, inner), { recursive: true });
  writeFileSync(join(dist, 'electron'), Buffer.concat([Buffer.from('a stand-in '), fuseWire]));
  const others = ['LICENSE', 'LICENSES.chromium.html', 'version', 'chrome-sandbox'];
  const locales = ['en-US', 'zh-CN', 'de'].map((name) => join('locales', `${name}.pak`));
  for (const name of [...others, ...locales]) writeFileSync(join(dist, name), 'stand-in');
  return dist;
};

export type Packing = { readonly status: number | null; readonly detail: string; readonly program: string };

/**
 * Packages the build as a Linux folder with a stand-in for Electron's binary: the content is the same on
 * every system.
 * @param dist folder of Electron's binary, to use the real one
 * @param extra further settings, as on electron-builder's command line
 */
export const pack = (
  folder: string,
  extra: readonly string[] = [],
  dist: string = standInDist(folder),
): Packing => {
  const output = join(folder, 'packed');
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [
      join(projectFolder, 'build', 'package.mjs'),
      '--linux',
      'dir',
      '--x64',
      `-c.electronDist=${dist}`,
      `-c.directories.output=${output}`,
      ...extra,
    ],
    { cwd: projectFolder, encoding: 'utf8' },
  );
  return { status, detail: stdout + stderr, program: join(output, 'linux-unpacked') };
};

const archiveOf = (program: string): string => join(program, 'resources', 'app.asar');

const foldersAbove = (path: string): string[] =>
  path.split('/').flatMap((_, index, parts) => (index === 0 ? [] : [parts.slice(0, index).join('/')]));

/** Every file in the archive and in `app.asar.unpacked` next to it, with `/` as separator. */
export const filesIn = (program: string): readonly string[] => {
  const all = listPackage(archiveOf(program), { isPack: false }).map((path) =>
    path.replaceAll('\\', '/').slice(1),
  );
  const folders = new Set(all.flatMap(foldersAbove));
  return all.filter((path) => !folders.has(path));
};

/** Size of the archive itself in bytes; native parts are outside. */
export const archiveSize = (program: string): number => statSync(archiveOf(program)).size;

export const unpackedFiles = (program: string): readonly string[] =>
  readdirSync(`${archiveOf(program)}.unpacked`, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => entry.name);

/** Extracts the archive into a folder that Node can run. */
export const unpack = (program: string, folder: string): string => {
  const target = join(folder, 'app');
  extractAll(archiveOf(program), target);
  return target;
};
