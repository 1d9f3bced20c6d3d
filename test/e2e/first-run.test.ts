import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { startSandbox } from '../../electron/extract/sandbox/server.ts';
import { loadTruths } from '../../electron/extract/sandbox/truths.ts';
import { freshHome, type RunningApp } from '../helpers/app-fixtures/running-app.ts';
import { projectFolder } from '../helpers/app-fixtures/folders.ts';
import { hosts, startApp } from '../helpers/app.ts';
import { sendAsPage } from '../helpers/interface/page-command.ts';
import { eventually } from '../helpers/interface/steps.ts';

const steps = ({ page }: RunningApp) => page.getByRole('region', { name: 'Get started in three steps' });

const account = { appId: 'first', apiKey: 'first-key-0123456789', apiSecret: 'first-secret-0123456789' };

/** A local service with an account. */
const startService = async () => {
  const { truths } = await loadTruths(join(projectFolder, 'samples'));
  return startSandbox({ truths, account, now: () => new Date() });
};

/** Presses Tab until the button has the focus, and activates it. */
const pressByKeyboard = async ({ page }: RunningApp, name: string): Promise<void> => {
  const button = page.getByRole('button', { name, exact: true });
  for (let index = 0; index < 40; index += 1) {
    if (await button.evaluate((element) => element === document.activeElement)) break;
    await page.keyboard.press('Tab');
  }
  await page.keyboard.press('Enter');
};

// Hosts differ in where they store that the steps are done, but all three ways use the same code. So each way runs in
// one host, and the first one in both.
describe('the first run', () => {
  test.each(hosts)('starts with the samples by keyboard, and is never shown again (%s)', async (host) => {
    const home = freshHome();
    const app = await startApp(host, { home });
    await steps(app).waitFor();
    expect(await steps(app).getByRole('listitem').count()).toBe(3);
    expect(await steps(app).getByRole('button', { name: 'Test connection' }).isDisabled()).toBe(true);
    await pressByKeyboard(app, 'Try it with samples');
    await app.page.getByRole('grid', { name: 'List of documents' }).waitFor();
    // The other workspace is also still empty.
    await app.page.getByRole('tab', { name: 'Faces' }).click();
    await app.page.getByText('Drop photos here').waitFor();
    expect(await steps(app).count()).toBe(0);
    // The last batch can be opened from here.
    await app.page.getByRole('button', { name: /^Invoices · .* documents · / }).click();
    await app.page.getByRole('tab', { name: 'Invoices', selected: true }).waitFor();
    await eventually(() => sendAsPage(app, 'app.info', {})).toContain('"welcomed":true');
    await app.close();

    const again = await startApp(host, { home });
    await again.page.getByRole('tab', { name: 'Faces' }).click();
    await again.page.getByText('Drop photos here').waitFor();
    expect(await steps(again).count()).toBe(0);
    await again.close();
  });

  test('saves and tests an account', async () => {
    const service = await startService();
    const home = freshHome();
    const app = await startApp('desktop', { home });
    const { page } = app;
    await steps(app).getByRole('button', { name: 'Enter account' }).click();
    const dialog = page.getByRole('dialog', { name: 'Settings' });
    await dialog.getByRole('textbox', { name: 'APP ID' }).fill(account.appId);
    await dialog.getByRole('textbox', { name: 'Base URL' }).fill(service.baseUrl);
    await dialog.getByRole('textbox', { name: 'API key' }).fill(account.apiKey);
    await dialog.getByRole('textbox', { name: 'API secret' }).fill(account.apiSecret);
    const section = dialog.getByRole('region', { name: 'Service account' });
    await section.getByRole('button', { name: 'Save' }).click();
    await section.getByText('Saved').waitFor();
    await page.keyboard.press('Escape');
    await steps(app).getByText('Account saved.').waitFor();
    await steps(app).getByRole('button', { name: 'Test connection' }).click();
    await steps(app).getByText('Vouch is ready').waitFor();
    await steps(app).getByRole('button', { name: 'Begin' }).click();
    await steps(app).waitFor({ state: 'detached' });
    await page.getByText('Drop invoices here').waitFor();
    await app.close();
    await service.close();

    const again = await startApp('desktop', { home });
    await again.page.getByText('Drop invoices here').waitFor();
    expect(await steps(again).count()).toBe(0);
    await again.close();
  });

  test('can be dismissed without samples and without an account', async () => {
    const home = freshHome();
    const app = await startApp('browser', { home });
    await steps(app).getByRole('button', { name: 'Don’t show this again' }).click();
    await steps(app).waitFor({ state: 'detached' });
    await app.page.getByRole('button', { name: 'Try it with samples' }).waitFor();
    await app.close();
    const again = await startApp('browser', { home });
    await again.page.getByRole('button', { name: 'Try it with samples' }).waitFor();
    expect(await steps(again).count()).toBe(0);
    await again.close();
  });
});
