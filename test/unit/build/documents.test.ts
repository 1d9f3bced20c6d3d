import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectFolder } from '../../helpers/app-fixtures/folders.ts';

const read = (name: string): string => readFileSync(join(projectFolder, name), 'utf8');

/** The sentences of a document's prose, without code, tables, headings and pictures. */
const sentencesOf = (text: string): readonly string[] =>
  text
    .replace(/```[\s\S]*?```/g, '')
    .split('\n')
    .filter((line) => !/^\s*(?:#|\||!\[)/.test(line))
    .map((line) =>
      line
        .replace(/`[^`]*`/g, 'code')
        .replace(/\]\([^)]*\)/g, ']')
        .replace(/^\s*(?:[-*]|\d+\.)\s+/, ''),
    )
    .flatMap((line) => line.split(/(?<=[.:?!])\**\s+/))
    .map((sentence) => sentence.trim())
    .filter((sentence) => /\p{L}/u.test(sentence));

const wordsOf = (sentence: string): number =>
  sentence.split(/\s+/).filter((word) => /\p{L}|\d/u.test(word)).length;

test.each([
  'README.md',
  'ARCHITECTURE.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  'SECURITY.md',
  'docs/performance.md',
  'docs/office.md',
  'samples/README.md',
])('%s has short sentences', (name) => {
  const lengths = sentencesOf(read(name)).map((sentence) => ({ sentence, words: wordsOf(sentence) }));
  expect(lengths.length).toBeGreaterThan(5);
  expect(lengths.filter(({ words }) => words > 35)).toEqual([]);
  const average = lengths.reduce((sum, { words }) => sum + words, 0) / lengths.length;
  expect(average).toBeLessThanOrEqual(16);
});

test('fits the architecture on a few screens and the readme on two', () => {
  expect(read('ARCHITECTURE.md').length).toBeLessThan(8000);
  expect(read('README.md').split('\n').length).toBeLessThan(90);
});
