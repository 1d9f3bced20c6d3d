import { expect, test } from 'vitest';
import type { Bilingual } from '../../../../shared/language.ts';
import { usage } from '../../../../shared/texts/command-line.ts';
import { commandUsages } from '../../../../shared/texts/program-commands.ts';

const usages: readonly (readonly [string, Bilingual])[] = [
  ['vouch', usage],
  ...Object.entries(commandUsages),
];

/** The options that have a line of their own. */
const explained = (text: string): readonly string[] =>
  [...text.matchAll(/^ {2}(--[a-z-]+)/gm)].map(([, flag]) => flag ?? '');

test.each(usages)('explains the same options of %s in both languages', (_, { zh, en }) => {
  expect(explained(zh)).toEqual(explained(en));
});

test.each(usages)('begins the usage of %s as that of every command', (_, { zh, en }) => {
  expect(zh).toMatch(/^用法：/u);
  expect(en).toMatch(/^Usage:/u);
});

test('explains every option of vouch on a line', () => {
  expect(explained(usage.en)).toEqual(
    expect.arrayContaining(['--csv', '--json', '--local', '--base-url', '--concurrency', '--quiet']),
  );
});
