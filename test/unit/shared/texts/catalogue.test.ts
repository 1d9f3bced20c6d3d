import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const sources = globSync(['electron/**/*.ts', 'renderer/**/*.{ts,tsx}', 'shared/**/*.ts'], {
  exclude: ['**/node_modules/**', 'shared/texts/**'],
});

/** A pair of texts: `zh: '…'` with Chinese in it. */
const chineseText = /\bzh:\s*(?:'[^'\n]*\p{Script=Han}|"[^"\n]*\p{Script=Han}|`[^`]*\p{Script=Han})/u;

test('finds all displayed texts in shared/texts', () => {
  expect(sources.length).toBeGreaterThan(500);
  expect(sources.filter((path) => chineseText.test(readFileSync(path, 'utf8')))).toEqual([]);
});
