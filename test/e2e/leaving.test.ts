import { expect, test } from 'vitest';
import { startBrowserHost } from '../helpers/app-fixtures/browser-app.ts';
import { dropOnSandbox, eventually, sample } from '../helpers/interface/steps.ts';
import { sharedApp } from '../helpers/interface/shared-app.ts';

const shared = sharedApp();

test('asks before a tab is closed while files are sent, and not afterwards', async () => {
  const app = await shared();
  const { page } = app;
  const asked: string[] = [];
  page.on('dialog', (dialog) => {
    asked.push(dialog.type());
    void dialog.dismiss();
  });
  const held = Promise.withResolvers<undefined>();
  await page.route('**/*drop=*', async (route) => {
    await held.promise;
    await route.continue();
  });
  const request = page.waitForRequest(/drop=/);
  await dropOnSandbox(app, sample('special-paper.jpg'), sample('digital-ordinary.png'));
  await request;
  await page.close({ runBeforeUnload: true });
  await eventually(() => asked).toEqual(['beforeunload']);
  held.resolve(undefined);
  await page.getByRole('toolbar', { name: 'Results of the batch' }).getByText('2 read:').waitFor();
  await page.reload();
  await page.getByRole('grid', { name: 'List of documents' }).waitFor();
  expect(asked).toEqual(['beforeunload']);
});

test('stores a change that the browser of a tab that left had not sent yet', async () => {
  const app = await startBrowserHost();
  const { page, host } = app;
  await dropOnSandbox(app, sample('digital-ordinary.png'));
  await page.getByRole('toolbar', { name: 'Results of the batch' }).getByText('1 read:').waitFor();
  await page.keyboard.press('F3');
  const seller = page.locator('.sheet-rows [data-column="seller"]');
  await seller.click();
  await page.keyboard.type('青禾');
  // Requests without an answer occupy all connections to the host, so that the browser keeps the change back.
  host.child.kill('SIGSTOP');
  await page.evaluate(() => {
    for (let number = 0; number < 8; number += 1) void fetch(`/pictures/1/full?${number}`).catch(() => null);
  });
  const change = page.waitForRequest(/commands\/pages\.correct/);
  await page.keyboard.press('Enter');
  await change;
  const address = page.url();
  await page.goto('about:blank');
  host.child.kill('SIGCONT');
  await page.goto(address);
  // Without the mark of a text that is not saved.
  await eventually(() => seller.textContent()).toBe('青禾');
  await app.close();
});
