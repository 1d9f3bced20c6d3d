import { copyFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { createWatcher } from '../../../../electron/app/watcher.ts';
import { settingsSchema } from '../../../../shared/contract/settings.ts';
import { temporaryFolder } from '../../../helpers/temporary-folder.ts';
import { testHost } from '../../../helpers/test-host.ts';

test('reports files that could not be added, and continues', async () => {
  const folder = join(await temporaryFolder(), 'scans');
  await mkdir(folder);
  const { watch } = settingsSchema.parse({ watch: { folder, service: 'vat-invoice' } });
  const bugs: unknown[] = [];
  const watcher = createWatcher({
    settings: () => ({ watch }),
    add: () => Promise.reject(new Error('the disk is full')),
    onFailure: () => {},
    onBug: (error) => bugs.push(error),
  });
  onTestFinished(watcher.close);
  watcher.follow();
  const sample = join(testHost(folder).samplesFolder, 'digital-ordinary.png');
  // Files from before the first scan are not new.
  for (let number = 1; bugs.length < 2; number += 1) {
    await copyFile(sample, join(folder, `${String(number)}.png`));
    await wait(200);
  }
  expect(bugs[0]).toEqual(new Error('the disk is full'));
});
