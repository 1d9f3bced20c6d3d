// `npm run notices`: writes NOTICE.txt, the licences of all that travels in a package.
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './install.mjs';

/** @typedef {{ version: string, license?: string, dev?: boolean, devOptional?: boolean, optional?: boolean }} Entry */

/** Licences that a program may be given on under; another one has to be looked at before it comes in. */
const allowed = new Set([
  'MIT',
  'ISC',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Apache-2.0',
  '0BSD',
  'BlueOak-1.0.0',
  'OFL-1.1',
  // Given to the public, with the same words on liability as MIT.
  'Unlicense',
]);
/** Loaded as a library of its own, beside the program, where anyone can put another in its place. */
const asLibrary = new Set(['LGPL-3.0-or-later']);

/** Types and their compiler, which others ask for as peers, and the Node.js that runs the project's own scripts. */
const staysHere = /^node_modules\/(@types\/|@typescript\/|typescript$|node-(linux|win)-x64$)/;

/**
 * A package by its place in node_modules, the deepest name counting.
 * @param {string} path
 */
const nameOf = (path) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);

/**
 * Whether an expression leaves a choice of which every licence is known.
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
 * Packages of a lock file that are there for more than development, by their places.
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
 * All that a package may carry, on whichever system it is built. The text of one that is made for a single system stands
 * in its own folder in the package: here only that system's would be at hand.
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

/** An office installs its packages itself, each with its licence: nothing to print, but no unknown licence either. */
const ofOffice = () =>
  needed(join(root, 'electron')).map(([path, { version, license }]) => ({
    title: `${nameOf(path)} ${version}`,
    license: license ?? 'unknown',
  }));

/** What travels and is no package of npm. */
const files = [
  {
    title: 'Noto Serif SC, a subset of its Regular',
    license: 'OFL-1.1',
    text: licenceText(join(root, 'electron', 'fonts')),
  },
];

/** @returns {string} */
export const notices = () => {
  const entries = travelling();
  const unknown = [...entries, ...ofOffice()].filter(({ license }) => !isAllowed(license));
  if (unknown.length > 0)
    throw new Error(
      `To be looked at: ${unknown.map(({ title, license }) => `${title} (${license})`).join(', ')}`,
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
      `${titles.join('\n')}\n\n${text ?? 'The text of this licence is in the package’s own folder, or at spdx.org/licenses.'}`,
  );
  const line = '='.repeat(80);
  return [
    'Vouch carries the work of others. Their licences follow; those of Electron and Chromium lie beside the program.',
    ...parts,
  ]
    .join(`\n\n${line}\n\n`)
    .concat('\n');
};

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href)
  writeFileSync(join(root, 'NOTICE.txt'), notices());
