import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { isAllowed, notices } from '../../../build/notices.mjs';
import { root } from '../../../build/install.mjs';

describe('NOTICE.txt', () => {
  it('is what the script writes for the dependencies as they are', () => {
    expect(readFileSync(`${root}/NOTICE.txt`, 'utf8').replaceAll('\r\n', '\n')).toBe(notices());
  });

  it('names what is bundled and what is native, and nothing that only builds and tests', () => {
    const text = notices();
    for (const name of ['react', 'konva', 'zod', 'sharp', '@img/sharp-win32-x64', 'pdfjs-dist', 'saxes'])
      expect(text).toMatch(new RegExp(`^${name} \\d`, 'm'));
    expect(text).toMatch(/^Noto Serif SC, .*\(OFL-1\.1\)$/m);
    expect(text).toContain('SIL OPEN FONT LICENSE Version 1.1');
    for (const name of ['vitest', 'playwright', 'electron-builder', 'typescript', '@types/react'])
      expect(text).not.toMatch(new RegExp(`^${name} \\d`, 'm'));
  });
});

describe('a licence', () => {
  it.each(['MIT', '(MIT OR GPL-3.0)', 'Apache-2.0 AND LGPL-3.0-or-later'])('may come in: %s', (licence) => {
    expect(isAllowed(licence)).toBe(true);
  });
  it.each(['GPL-3.0', 'AGPL-3.0-only', 'MIT AND GPL-2.0', 'UNLICENSED', 'unknown', ''])(
    'has to be looked at: %s',
    (licence) => {
      expect(isAllowed(licence)).toBe(false);
    },
  );
});

describe('the lock file', () => {
  it('names exact versions, and no script of a package is run', () => {
    const manifest = JSON.parse(readFileSync(`${root}/package.json`, 'utf8'));
    const versions = Object.values({ ...manifest.dependencies, ...manifest.devDependencies });
    expect(versions.filter((version) => !/^\d+\.\d+\.\d+$/.test(String(version)))).toEqual([]);
    expect(readFileSync(`${root}/.npmrc`, 'utf8')).toMatch(/^ignore-scripts=true$/m);
    for (const name of ['preinstall', 'install', 'postinstall', 'prepare'])
      expect(manifest.scripts).not.toHaveProperty(name);
  });
});
