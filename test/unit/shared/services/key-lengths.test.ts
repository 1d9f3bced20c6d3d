import { expect, test } from 'vitest';
import { oddKeyLength } from '../../../../shared/services/key-lengths.ts';

test.each([
  ['', null],
  ['0123456789abcdef0123456789abcdef', null],
  [' 0123456789abcdef0123456789abcdef\n', null],
  ['0123456789abcdef0123456789abcde', 31],
  ['0123456789abcdef0123456789abcdef0', 33],
])('reports that the length of %j differs from that of a key', (typed, told) => {
  expect(oddKeyLength(typed)).toBe(told);
});
