import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { isAllowed, notices } from '../../../build/notices.mjs';
import { root } from '../../../build/install.mjs';

describe('NOTICE.txt', () => {
  it('matches what the script writes for the current dependencies', () => {
    expect(readFileSync(`${root}/NOTICE.txt`, 'utf8').replaceAll('\r\n', '\n')).toBe(notices());
  });

  it('lists bundled and native packages, and nothing used only to build or test', () => {
    const text = notices();
    for (const name of ['react', 'konva', 'zod', 'sharp', '@img/sharp-win32-x64', 'pdfjs-dist', 'saxes'])
      expect(text).toMatch(new RegExp(`^${name} \\d`, 'm'));
    expect(text).toMatch(/^Noto Serif SC, .*\(OFL-1\.1\)$/m);
    expect(text).toContain('SIL OPEN FONT LICENSE Version 1.1');
    for (const name of ['vitest', 'playwright', 'electron-builder', 'typescript', '@types/react'])
      expect(text).not.toMatch(new RegExp(`^${name} \\d`, 'm'));
  });
});

/** What a package says itself, if it is installed on this system. */
const listIn = (path: string, shape: RegExp): readonly string[] => {
  const file = `${root}/node_modules/${path}`;
  return existsSync(file) ? [...readFileSync(file, 'utf8').matchAll(shape)].map(([, name = '']) => name) : [];
};

describe('the libraries inside binaries', () => {
  it.each([
    ['@img/sharp-libvips-linux-x64/README.md', /^\| ([a-z][\w-]+)\s+\|/gmu],
    [
      '@napi-rs/canvas-linux-x64-gnu/sbom.cdx.json',
      /"name": "(freetype|brotli|harfbuzz|libjxl|libpng|wuffs|zlib|expat|libwebp|highway)"/gu,
    ],
  ])('are all named: %s', (path, shape) => {
    const text = notices().split('Inside binaries:')[1]?.split('====')[0] ?? '';
    expect(listIn(path, shape).filter((name) => !text.includes(name))).toEqual([]);
  });

  it('are named for every package that has some', () => {
    for (const name of ['Skia', 'zxing-cpp', 'OpenJPEG', 'libde265', 'ONNX Runtime', 'ICU', 'librsvg'])
      expect(notices()).toContain(name);
  });
});

describe('a licence', () => {
  it.each(['MIT', '(MIT OR GPL-3.0)', 'Apache-2.0 AND LGPL-3.0-or-later'])('is allowed: %s', (licence) => {
    expect(isAllowed(licence)).toBe(true);
  });
  it.each(['GPL-3.0', 'AGPL-3.0-only', 'MIT AND GPL-2.0', 'UNLICENSED', 'unknown', ''])(
    'needs a review: %s',
    (licence) => {
      expect(isAllowed(licence)).toBe(false);
    },
  );
});

describe('the lock file', () => {
  it('has exact versions, and runs no script of a package', () => {
    const manifest = JSON.parse(readFileSync(`${root}/package.json`, 'utf8'));
    const versions = Object.values({ ...manifest.dependencies, ...manifest.devDependencies });
    expect(versions.filter((version) => !/^\d+\.\d+\.\d+$/.test(String(version)))).toEqual([]);
    expect(readFileSync(`${root}/.npmrc`, 'utf8')).toMatch(/^ignore-scripts=true$/m);
    for (const name of ['preinstall', 'install', 'postinstall', 'prepare'])
      expect(manifest.scripts).not.toHaveProperty(name);
  });
});
