import { expect, test } from 'vitest';
import { formatBytes } from '../../../../shared/texts/format.ts';

test.each([
  [0, '0 KB'],
  [1, '0.1 KB'],
  [1536, '1.5 KB'],
  [10 * 1024, '10 KB'],
  [1023.9 * 1024, '1.0 MB'],
  [2.5 * 1024 ** 3, '2.5 GB'],
  [5000 * 1024 ** 4, '5000 TB'],
])('formats %d bytes as %s', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text);
});
