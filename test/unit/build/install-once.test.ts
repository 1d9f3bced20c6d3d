import { spawn } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { once } from 'node:events';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { oneAtATime, root } from '../../../build/install.mjs';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';

const module = pathToFileURL(join(root, 'build', 'install.mjs')).href;

/** A folder that wants one package, and an npm that does as it is told. */
const openFolder = async (npm: string) => {
  const folder = await temporaryFolder(onTestFinished);
  const lock = { packages: { 'node_modules/one': { version: '1.0.0' } } };
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify(lock));
  writeFileSync(join(folder, 'runs'), '');
  writeFileSync(join(folder, 'npm.cjs'), `const fs = require('fs');\n${npm}`);
  return {
    folder,
    runs: () => readFileSync(join(folder, 'runs'), 'utf8'),
    /** What a start of Vouch does in this folder. */
    install: async () => {
      const script = `import { installMissing } from ${JSON.stringify(module)};
        installMissing(${JSON.stringify(folder)}, 'packages');`;
      const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
        stdio: ['ignore', 'ignore', 'pipe'],
        env: { ...process.env, npm_execpath: join(folder, 'npm.cjs') },
      });
      const [told] = await Promise.all([text(child.stderr), once(child, 'exit')]);
      return { code: child.exitCode, told };
    },
  };
};

/** Takes a while, so that several would overlap. */
const goodNpm = `fs.appendFileSync('runs', 'begin ');
  setTimeout(() => {
    fs.mkdirSync('node_modules', { recursive: true });
    fs.copyFileSync('package-lock.json', 'node_modules/.package-lock.json');
    fs.appendFileSync('runs', 'end ');
  }, 500);`;

test('installs packages once for several first starts at once', async () => {
  const { install, runs } = await openFolder(goodNpm);
  const ran = await Promise.all(Array.from({ length: 4 }, install));
  expect(ran.map(({ code }) => code)).toEqual([0, 0, 0, 0]);
  expect(runs()).toBe('begin end ');
  expect(await install()).toEqual({ code: 0, told: '' });
});

test('says why an installation failed, and tries again at the next start', async () => {
  const { install, runs } = await openFolder(`fs.appendFileSync('runs', 'begin ');
    console.error('npm error network ECONNREFUSED'); process.exit(7);`);
  for (const count of [1, 2]) {
    const { code, told } = await install();
    expect(code).toBe(1);
    expect(told).toContain('npm error network ECONNREFUSED');
    expect(told).toMatch(/npm ended with 7/u);
    expect(runs()).toBe('begin '.repeat(count));
  }
});

test('takes over the lock of a process that was killed once', async () => {
  const { install, folder, runs } = await openFolder(goodNpm);
  const gone = spawn(process.execPath, ['--eval', '']);
  await once(gone, 'exit');
  mkdirSync(join(folder, '.vouch-lock'));
  writeFileSync(join(folder, '.vouch-lock', `${gone.pid}-${Date.now()}`), '');
  // Several find the lock at once: one takes it over, and nobody removes the new one.
  const ran = await Promise.all(Array.from({ length: 4 }, install));
  expect(ran.map(({ code }) => code)).toEqual([0, 0, 0, 0]);
  expect(runs()).toBe('begin end ');
  expect(readdirSync(folder).filter((name) => name.startsWith('.vouch-lock'))).toEqual([]);
});

test('releases only its own lock', async () => {
  const folder = await temporaryFolder(onTestFinished);
  const lock = join(folder, '.vouch-lock');
  // Another process takes the lock over while the work lasts too long.
  const other = '1-1';
  oneAtATime(folder, '', () => {
    rmSync(lock, { recursive: true });
    mkdirSync(lock);
    writeFileSync(join(lock, other), '');
  });
  expect(readdirSync(lock)).toEqual([other]);
});
