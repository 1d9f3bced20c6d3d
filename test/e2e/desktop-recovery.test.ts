import { expect, test } from 'vitest';
import type { Page } from 'playwright';
import { onRealElectron, startDesktop, type DesktopApp } from '../helpers/app-fixtures/desktop-app.ts';
import { dropOnSandbox, eventually, sample } from '../helpers/interface/steps.ts';

const list = (page: Page) => page.getByRole('grid', { name: 'List of documents' });

const breaks = (app: DesktopApp): number => app.log().split(' error window-gone').length - 1;

/** Kills the page's process and waits until the program has noticed. */
const killPage = async (app: DesktopApp): Promise<void> => {
  const before = breaks(app);
  await app.standIn?.killPage();
  await expect.poll(() => breaks(app), { timeout: 20_000 }).toBe(before + 1);
};

const shown = async (app: DesktopApp): Promise<Page> => {
  const page = await app.newPage();
  await page.getByRole('tab').first().waitFor();
  return page;
};

test.skipIf(onRealElectron)('reloads a crashed page with all its work, and reports it', async () => {
  const app = await startDesktop();
  await dropOnSandbox(app, sample('special-paper.jpg'), sample('digital-data.xml'));
  await list(app.page)
    .getByRole('row', { name: /Recognized/ })
    .nth(1)
    .waitFor();
  const rows = await list(app.page).getByRole('row').count();
  await killPage(app);

  const page = await shown(app);
  await page.getByText('The window crashed and was reopened').waitFor();
  await eventually(() => list(page).getByRole('row').count()).toBe(rows);
  // It responds: the bridge was set up again.
  await page.getByRole('button', { name: 'Dismiss' }).first().click();
  await page.getByText('The window crashed').waitFor({ state: 'detached' });
  expect((await app.standIn?.record())?.dialogs).toEqual([]);
  await app.close();
});

test.skipIf(onRealElectron)('asks the user instead of reloading a page that keeps crashing', async () => {
  const app = await startDesktop();
  for (let index = 0; index < 3; index += 1) {
    await killPage(app);
    await shown(app);
  }
  await app.scriptDialog('showMessageBox', { response: 0 });
  await killPage(app);
  await shown(app);
  const { dialogs } = (await app.standIn?.record()) ?? { dialogs: [] };
  expect(dialogs.map(({ options }) => options.message)).toEqual(['The window keeps crashing']);
  await app.close();
});

test.skipIf(onRealElectron)('reloads a hanging page only if the user agrees', async () => {
  const app = await startDesktop();
  const { standIn } = app;
  if (!standIn) throw new Error('This spec is for the stand-in.');
  // Only one question is open at a time; "wait" leaves the page unchanged.
  await standIn.hangs();
  await expect.poll(async () => (await standIn.record()).dialogs).toHaveLength(1);
  await app.page.getByRole('tab').first().waitFor();
  expect(breaks(app)).toBe(0);

  app.page.evaluate('for (;;) {}').catch(() => {});
  await standIn.scriptDialog('showMessageBox', { response: 1 });
  await standIn.hangs();
  const page = await shown(app);
  await page.getByText('The window crashed and was reopened').waitFor();
  expect((await standIn.record()).dialogs.map(({ options }) => options.message)).toEqual(
    Array.from({ length: 2 }, () => 'The window does not respond'),
  );
  await app.close();
});

test.skipIf(onRealElectron)(
  'reports a bug in the main process once, and keeps the window working',
  async () => {
    const app = await startDesktop();
    const { standIn } = app;
    await standIn?.break();
    await standIn?.break();
    await expect.poll(() => app.log().split(' error uncaught').length - 1, { timeout: 20_000 }).toBe(2);
    const { dialogs } = (await standIn?.record()) ?? { dialogs: [] };
    expect(dialogs.map(({ options }) => options.message)).toEqual(['Vouch had an internal error']);
    await app.page.getByRole('tab').first().click();
    await app.close();
  },
);
