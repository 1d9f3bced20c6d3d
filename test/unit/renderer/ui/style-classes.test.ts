import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectFolder } from '../../../helpers/app-fixtures/folders.ts';

const folder = join(projectFolder, 'renderer');
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
const textOf = (pattern: RegExp): readonly string[] =>
  files.filter((path) => pattern.test(path)).map((path) => readFileSync(join(folder, path), 'utf8'));
const source = textOf(/\.tsx?$/).join('\n');

/** A class is written out, or composed with a prefix: `tone-${tone}`. */
const isUsed = (name: string): boolean => {
  if (new RegExp(`(?<![\\w-])${name}(?![\\w-])`).test(source)) return true;
  const words = name.split('-');
  return words.some((_, at) => at > 0 && source.includes(`${words.slice(0, at).join('-')}-\${`));
};

test('every class of the style sheets is used by a component', () => {
  const selectors = textOf(/\.css$/)
    .join('\n')
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .replaceAll(/\{[^{}]*\}/g, '{}');
  const names = new Set([...selectors.matchAll(/\.([a-z][\w-]*)/g)].map(([, name]) => name ?? ''));
  expect(names.size).toBeGreaterThan(200);
  expect([...names].filter((name) => !isUsed(name))).toEqual([]);
});
