import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createDialogFolders } from '../../../../../electron/hosts/desktop/dialog-folders.ts';
import { temporaryFolder } from '../../../../helpers/temporary-folder.ts';
import { memoryStore } from '../../credentials/memory-store.ts';

test('opens each dialog in its last folder, also after a restart, if that still exists', async () => {
  const folder = await temporaryFolder();
  const [scans, books] = [join(folder, '扫描'), join(folder, 'books')];
  await Promise.all([mkdir(scans), mkdir(books)]);
  const { store } = memoryStore();
  const first = createDialogFolders(store, () => '/usual');
  expect([first.of('open'), first.of('save')]).toEqual(['/usual', '/usual']);
  first.remember('open', scans);
  first.remember('save', books);
  const again = createDialogFolders(store, () => '/usual');
  expect([again.of('open'), again.of('save')]).toEqual([scans, books]);

  await rm(scans, { recursive: true });
  expect(again.of('open')).toBe('/usual');
  await writeFile(scans, 'now a file');
  expect([again.of('open'), again.of('save')]).toEqual(['/usual', books]);
});

test.each([null, 'x', 3, { open: 3 }])('ignores a damaged entry (%j)', (damaged) => {
  const { store } = memoryStore();
  store.set('dialogFolders', damaged);
  expect(createDialogFolders(store, () => '/usual').of('open')).toBe('/usual');
});
