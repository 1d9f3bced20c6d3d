import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../../../build/install.mjs';

const read = (path: string) => JSON.parse(readFileSync(join(root, path), 'utf8'));
const manifest = read('package.json');
const office = read('electron/package.json');
const places = Object.keys(read('electron/package-lock.json').packages).filter((path) => path !== '');
const everyday = { ...manifest.dependencies, ...manifest.devDependencies };
const ofOffice = { ...office.dependencies, ...office.devDependencies };

test('fixes exact versions for the packages of an office, and runs no scripts', () => {
  const versions = Object.values(ofOffice);
  expect(versions.filter((version) => !/^\d+\.\d+\.\d+(-beta\.\d+)?$/.test(String(version)))).toEqual([]);
  expect(readFileSync(join(root, 'electron/.npmrc'), 'utf8')).toMatch(/^ignore-scripts=true$/m);
});

test('changes no package version used by electron/ when an office is installed', () => {
  const top = places.filter((path) => path.split('node_modules/').length === 2);
  expect(top.map((path) => path.replace('node_modules/', '')).toSorted()).toEqual(
    Object.keys(ofOffice).toSorted(),
  );
  expect(Object.keys(ofOffice).filter((name) => name in everyday)).toEqual([]);
  expect(office.overrides).toEqual({ '@types/node': everyday['@types/node'] });
});

test('leaves office packages out of the desktop program', () => {
  const config = readFileSync(join(root, 'vite.config.ts'), 'utf8');
  for (const name of Object.keys(ofOffice).filter((one) => !one.startsWith('@types/')))
    expect(config).toContain(`'${name}'`);
});
