import { expect, test, vi } from 'vitest';

// Other tests replace this module and start the threads of the build.
const { threadAddress } = await vi.importActual<
  typeof import('../../../../electron/infra/thread-address.ts')
>('../../../../electron/infra/thread-address.ts');

test.each([
  [
    'file:///vouch/electron/store/sqlite/open-store.ts',
    'file:///vouch/electron/store/sqlite/store-worker.ts',
  ],
  ['file:///vouch/out/main/main.js', 'file:///vouch/out/main/store-worker.js'],
  ['file:///vouch/out/main/parts/data-folder-a1.js', 'file:///vouch/out/main/store-worker.js'],
])('starts the thread of %s at %s', (here, there) => {
  expect(threadAddress(here, 'store-worker.ts', 'store-worker.js').href).toBe(there);
});
