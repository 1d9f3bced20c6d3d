import { copyFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createWatcher } from '../../../../electron/app/watcher.ts';
import { settingsSchema } from '../../../../shared/contract/settings.ts';
import { temporaryFolder } from '../../../helpers/temporary-folder.ts';
import { testHost } from '../../../helpers/test-host.ts';

const never = () => Promise.reject(new Error('not expected'));

test('reports files that could not be added, and continues', async () => {
  const folder = join(await temporaryFolder(), 'scans');
  await mkdir(folder);
  const { watch } = settingsSchema.parse({ watch: [{ folder, service: 'vat-invoice' }] });
  const bugs: unknown[] = [];
  const sample = join(testHost(folder).samplesFolder, 'digital-ordinary.png');
  for (const name of ['1.png', '2.png']) await copyFile(sample, join(folder, name));
  const watcher = createWatcher({
    settings: () => ({ watch }),
    store: {
      // Watched before, with nothing in it.
      watchedFiles: () => Promise.resolve([]),
      pagesOfDocument: never,
      page: never,
      pages: never,
      eventsOf: never,
      filesAndExports: never,
      transact: never,
    },
    runner: { settled: never },
    add: () => Promise.reject(new Error('the disk is full')),
    remove: never,
    note: never,
    onFailure: () => {},
    onBug: (error) => bugs.push(error),
  });
  onTestFinished(watcher.close);
  watcher.follow();
  await expect.poll(() => bugs, { timeout: 20_000 }).toHaveLength(2);
  expect(bugs).toEqual([new Error('the disk is full'), new Error('the disk is full')]);
});

test('reads the one folder that earlier versions watched', () => {
  expect(settingsSchema.parse({ watch: { folder: '/in', service: 'face-detect' } }).watch).toEqual([
    { folder: '/in', service: 'face-detect', addExisting: false },
  ]);
  expect(settingsSchema.parse({ watch: null }).watch).toEqual([]);
});
