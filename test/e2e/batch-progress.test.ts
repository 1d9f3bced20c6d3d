import { expect, test } from 'vitest';
import { onRealElectron, startDesktop } from '../helpers/app-fixtures/desktop-app.ts';
import { dropOnSandbox, eventually, sample } from '../helpers/interface/steps.ts';
import { sharedApp } from '../helpers/interface/shared-app.ts';

const shared = sharedApp();

const batch = ['special-paper.jpg', 'digital-special.png', 'ordinary-paper-photo.jpg'].map(sample);

test.skipIf(onRealElectron)(
  'shows the progress in the task bar on the desktop and announces the end once',
  async () => {
    const app = await startDesktop();
    const { standIn } = app;
    if (!standIn) throw new Error('This spec is for the stand-in.');
    await dropOnSandbox(app, ...batch);
    await eventually(async () => (await standIn.record()).notifications).toEqual([
      { title: 'Vouch', body: 'Recognition finished: 3 pages, 0 failed' },
    ]);
    const { progressBar } = await standIn.record();
    const done = progressBar.slice(0, -1);
    expect(progressBar.at(-1)).toBe(-1);
    expect(done).toEqual(done.toSorted((a, b) => a - b));
    expect(done.every((share) => share >= 0 && share < 1)).toBe(true);
    expect(done.some((share) => share > 0)).toBe(true);
    await app.close();
  },
);

test("shows the progress in the tab's title in the browser and announces it to screen readers", async () => {
  const app = await shared();
  await app.page.evaluate(() => {
    const titles: string[] = [];
    Object.assign(globalThis, { titles });
    const title = document.querySelector('title');
    if (title) new MutationObserver(() => titles.push(document.title)).observe(title, { childList: true });
    // The user is in another window.
    document.hasFocus = () => false;
  });
  await dropOnSandbox(app, ...batch);
  await app.page
    .getByRole('status')
    .filter({ hasText: /^Recognition finished\. 3 read: / })
    .waitFor();
  await eventually(() => app.page.title()).toBe('Finished · Vouch');
  const titles = await app.page.evaluate(() => Reflect.get(globalThis, 'titles'));
  expect(titles).toEqual(expect.arrayContaining([expect.stringMatching(/^\d+% · Vouch$/u)]));
  await app.page.evaluate(() => globalThis.dispatchEvent(new Event('focus')));
  await eventually(() => app.page.title()).toBe('Vouch');
});
