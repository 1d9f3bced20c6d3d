import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { loadTruths } from '../../electron/extract/sandbox/truths.ts';
import { startApp } from '../helpers/app.ts';
import { projectFolder } from '../helpers/app-fixtures/folders.ts';
import { freshHome } from '../helpers/app-fixtures/running-app.ts';
import { startCountingService } from '../helpers/counting-service.ts';
import { sharedApp } from '../helpers/interface/shared-app.ts';
import { eventually, fieldCell, sample } from '../helpers/interface/steps.ts';

const shared = sharedApp();
const reading = { timeout: 60_000 };

test('reads a scan without an account, at once', async () => {
  const app = await shared();
  const { page } = app;
  // One more byte: a sample itself is demo data, known by its digest.
  const path = join(freshHome(), 'own.png');
  writeFileSync(path, Buffer.concat([readFileSync(sample('digital-ordinary.png')), Buffer.from([0])]));
  await app.drop([path]);
  const row = page.getByRole('row', { name: /Recognized.*own\.png/ });
  await row.waitFor(reading);
  expect(await page.getByRole('alertdialog').count()).toBe(0);
  expect(await fieldCell(app, 'Total with tax').textContent()).toContain('1,300.00');
  // It is the user's own picture, and no demo.
  expect(await row.textContent()).not.toContain('Demo');
  await page.getByRole('application', { name: /^Picture of own/ }).waitFor();
});

test('compares the service with this computer, and takes the other value by a key', async () => {
  const { truths } = await loadTruths(join(projectFolder, 'samples'));
  // The service misreads the total.
  const misread = truths.map((truth): typeof truth =>
    JSON.parse(JSON.stringify(truth).replaceAll('11610.56', '11610.86')),
  );
  const service = await startCountingService(misread);
  const app = await startApp('browser', { env: service.environment });
  const { page } = app;
  await app.drop([sample('special-paper.jpg')]);
  await page.getByRole('row', { name: /Recognized.*special-paper/ }).waitFor(reading);
  expect(await fieldCell(app, 'Total without tax').textContent()).toContain('11,610.86');
  await page.keyboard.press('Control+F9');
  const difference = page.getByText(/^Total without tax: 11610\.86 in .*, 11610\.56 in local/);
  await difference.first().waitFor(reading);
  await fieldCell(app, 'Total without tax').click();
  await page.getByRole('button', { name: /^Use 11,610\.56/ }).waitFor();
  await page.keyboard.press('F8');
  await eventually(async () => (await fieldCell(app, 'Total without tax').textContent()) ?? '').toContain(
    '11,610.56',
  );
  await difference.first().waitFor({ state: 'detached' });
  expect(service.calls()).toBe(1);
  await app.close();
});
