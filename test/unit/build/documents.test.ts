import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { commandWords } from '../../../shared/texts/program-commands.ts';
import { projectFolder } from '../../helpers/app-fixtures/folders.ts';

const read = (name: string): string => readFileSync(join(projectFolder, name), 'utf8');

const folders = ['build', 'docs', 'electron', 'renderer', 'samples', 'shared', 'test'];

/** Files and folders of the project, by their paths from its root. */
const contents = folders.flatMap((folder) =>
  readdirSync(join(projectFolder, folder), { recursive: true, encoding: 'utf8' }).map(
    (path) => `${folder}/${path.replaceAll('\\', '/')}`,
  ),
);
const specs = contents.filter((path) => /^test\/.*\.test\.tsx?$/u.test(path));

/** What stands in backquotes. */
const quotedIn = (text: string): readonly string[] =>
  [...text.matchAll(/`([^`\n]+)`/gu)].map(([, quoted = '']) => quoted);

/** The cells of all rows of a text's tables. */
const rowsIn = (text: string): readonly (readonly string[])[] =>
  text
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) => line.split('|').slice(1, -1));

const isPath = (text: string): boolean =>
  /^[\w.…-]+(?:\/[\w.-]+)*\/?$/u.test(text) &&
  (text.includes('/') || /\.(?:json|md|mjs|tsx?|yml)$/u.test(text));

const isRooted = (path: string): boolean => folders.some((folder) => path.startsWith(`${folder}/`));

/** Whether a path starts at the root; a file there has no folder. */
const isWhole = (path: string): boolean => isRooted(path) || !path.includes('/');

/**
 * Whether a document's path exists: from the root if it starts with a folder there, otherwise at the end of some
 * path, because a sentence has named its folder. `X` stands for any name.
 */
const exists = (path: string): boolean => {
  const name = path.replace(/^…\//u, '').replace(/\/$/u, '');
  const pattern = name.replaceAll('.', String.raw`\.`).replace(/\bX\b/u, String.raw`[\w-]+`);
  const shape = new RegExp(isRooted(path) ? `^${pattern}$` : `/${pattern}$`, 'u');
  return contents.some((one) => shape.test(one)) || existsSync(join(projectFolder, name));
};

describe('ARCHITECTURE.md', () => {
  const text = read('ARCHITECTURE.md');

  test('names only files and folders that exist', () => {
    const paths = quotedIn(text).filter(isPath);
    expect(paths.length).toBeGreaterThan(50);
    expect(paths.filter((path) => !exists(path))).toEqual([]);
  });

  test('lists only folders that exist, also those named after another one of their folder', () => {
    const cells = rowsIn(text)
      .slice(2)
      .map(([cell = '']) => quotedIn(cell.replaceAll('…', 'electron')))
      .filter(([first]) => first && folders.includes(first.split('/')[0] ?? ''));
    expect(cells.length).toBeGreaterThan(15);
    const listed = cells.flatMap(([first = '', ...others]) =>
      [first].concat(others.map((one) => (one.includes('/') ? one : join(dirname(first), one)))),
    );
    expect(listed.filter((path) => !existsSync(join(projectFolder, path)))).toEqual([]);
  });
});

describe('SECURITY.md', () => {
  const text = read('SECURITY.md');

  test('names only specs and scripts that exist', () => {
    const columns = rowsIn(text).flatMap((cells) => quotedIn(cells.at(-1) ?? ''));
    const prose = text.split('\n').filter((line) => !line.startsWith('|'));
    const named = [
      ...columns,
      // In sentences: names in brackets, and all that look like one.
      ...prose.flatMap((line) =>
        [...line.matchAll(/\((`[^()]*`)\)/gu)].flatMap(([, one = '']) => quotedIn(one)),
      ),
      ...quotedIn(prose.join('\n')).filter((one) => /^[a-z]+(?:[-/][a-z]+)+$/u.test(one)),
    ];
    expect(named.length).toBeGreaterThan(50);
    const { scripts } = z
      .object({ scripts: z.record(z.string(), z.string()) })
      .parse(JSON.parse(read('package.json')));
    const isKnown = (name: string): boolean =>
      specs.some((path) => path.replace(/\.test\.tsx?$/u, '').endsWith(`/${name}`)) ||
      (isRooted(name) && exists(name)) ||
      (/^npm run [\w-]+$/u.test(name) && (name.split(' ')[2] ?? '') in scripts) ||
      // npm's own command.
      name === 'npm audit';
    expect(named.filter((name) => !isKnown(name))).toEqual([]);
  });
});

test('each README names the other in its first line', () => {
  const [english, chinese] = [read('README.md'), read('README.zh-CN.md')];
  expect(english.split('\n')[0]).toContain('](README.zh-CN.md)');
  expect(chinese.split('\n')[0]).toContain('](README.md)');
});

test('each README shows every command with the same options', () => {
  const [english = '', chinese = ''] = ['README.md', 'README.zh-CN.md'].map(
    (name) => /```\n(vouch invoice [^`]+)```/u.exec(read(name))?.[1] ?? '',
  );
  for (const word of commandWords) expect(english).toMatch(new RegExp(`\\b${word}\\b`, 'u'));
  const [options, shown] = [english, chinese].map((text) => text.match(/--[a-z-]+|^vouch [a-z]+/gmu));
  expect(shown).toEqual(options);
});

test('docs/decisions.md has every dependency', () => {
  const names = z.record(z.string(), z.string());
  const { dependencies, devDependencies, optionalDependencies } = z
    .object({ dependencies: names, devDependencies: names, optionalDependencies: names })
    .parse(JSON.parse(read('package.json')));
  const office = z
    .object({ dependencies: names })
    .parse(JSON.parse(read('electron/package.json'))).dependencies;
  const text = read('docs/decisions.md');
  const all = { ...dependencies, ...devDependencies, ...optionalDependencies, ...office };
  const explained = new Set(
    text
      .split('\n')
      .filter((line) => line.startsWith('| '))
      .flatMap((line) => (line.split('|')[1] ?? '').split(',').map((name) => name.trim())),
  );
  const missing = Object.keys(all).filter(
    (name) => !explained.has(name.startsWith('@types/') ? '@types/*' : name),
  );
  expect(missing).toEqual([]);
});

describe('docs/how-to-add.md', () => {
  const [, ...recipes] = read('docs/how-to-add.md').split(/^## /mu);

  test('has a recipe for each part that grows', () => {
    expect(recipes.map((recipe) => recipe.split('\n')[0])).toEqual([
      'A field of an invoice',
      'A field of a page',
      'A check of an invoice',
      'An export column',
      'A document format',
      'A reader',
      'A fixed form, or a paper that is no invoice',
      'A recognition service',
      'A command',
      'A setting',
      'A shortcut',
      'A text',
      'A table of the ledger',
    ]);
  });

  test.each(recipes.map((recipe) => [recipe.split('\n')[0], recipe]))(
    '%s: names by their whole paths files that exist',
    (_, recipe = '') => {
      const paths = quotedIn(recipe).filter(isPath);
      expect(paths.length).toBeGreaterThan(5);
      expect(paths.filter((path) => !isWhole(path) || !existsSync(join(projectFolder, path)))).toEqual([]);
    },
  );
});

describe.each([
  'README.md',
  'README.zh-CN.md',
  'docs/decisions.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  'SECURITY.md',
  'docs/office.md',
  'docs/operations.md',
  'docs/outputs.md',
  'docs/performance.md',
  'samples/README.md',
])('%s', (name) => {
  const text = read(name);

  test('names only files and folders that exist', () => {
    expect(quotedIn(text).filter((one) => isPath(one) && isRooted(one) && !exists(one))).toEqual([]);
  });

  test('links only to files that exist', () => {
    const links = [...text.matchAll(/\]\((?!https?:|#)([^)#\s]+)/gu)].map(([, link = '']) => link);
    expect(links.filter((link) => !existsSync(join(projectFolder, dirname(name), link)))).toEqual([]);
  });
});
