import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startBrowserHost } from '../helpers/app-fixtures/browser-app.ts';
import { startCountingService } from '../helpers/counting-service.ts';
import { pass, type Fault } from '../helpers/fault-server.ts';
import { eventually } from '../helpers/interface/steps.ts';
import { madeInvoice, writeMade } from '../helpers/made-invoices.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

test('shows the previous result after a kill during repeated recognition, and lets the user decide', async () => {
  const never: Fault = { strike: () => new Promise(() => {}) };
  const made = await madeInvoice(1);
  const { input } = await writeMade(await temporaryFolder(), [made]);
  const service = await startCountingService([made.truth], (index) => (index === 1 ? never : pass));
  const first = await startBrowserHost({ env: service.environment });
  first.forgive(/Failed to load resource|ERR_/);
  await first.drop([join(input, made.name)]);
  const row = /Recognized/;
  await first.page.getByRole('row', { name: row }).waitFor();
  await first.page.getByRole('grid', { name: 'List of documents' }).focus();
  await first.page.getByRole('button', { name: 'Recognize again' }).first().click();
  await eventually(service.calls).toBe(2);
  await first.host.stop('SIGKILL');
  await first.close();

  const app = await startBrowserHost({ home: first.home, env: service.environment });
  const { page } = app;
  await page.getByRole('row', { name: row }).click();
  const banner = page.getByRole('region', { name: 'Recognizing again failed' });
  await banner.getByText('Vouch closed during the call').waitFor();
  expect(await banner.innerText()).toContain('the call may have been billed');
  await page.getByRole('gridcell', { name: /^Invoice number: 10000001/ }).waitFor();
  await banner.getByRole('button', { name: 'Keep this result' }).focus();
  await page.keyboard.press('Enter');
  await banner.waitFor({ state: 'detached' });
  await page.getByRole('gridcell', { name: /^Invoice number: 10000001/ }).waitFor();
  expect(service.calls()).toBe(2);
  await app.close();
});
