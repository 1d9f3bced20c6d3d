import { expect, test } from 'vitest';
import { threadAddress } from '../../../../electron/infra/thread-address.ts';

test.each([
  ['file:///vouch/electron/store/sqlite/reader.ts', 'file:///vouch/electron/store/sqlite/reader-worker.ts'],
  ['file:///vouch/out/main/main.js', 'file:///vouch/out/main/reader-worker.js'],
  ['file:///vouch/out/main/parts/data-folder-a1.js', 'file:///vouch/out/main/reader-worker.js'],
])('a thread that %s starts is at %s', (here, there) => {
  expect(threadAddress(here, 'reader-worker.ts', 'reader-worker.js').href).toBe(there);
});
