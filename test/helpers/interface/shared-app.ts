import { afterAll, beforeAll } from 'vitest';
import { z } from 'zod';
import { startApp, type HostName } from '../app.ts';
import { untilShown, type AppOptions, type RunningApp } from '../app-fixtures/running-app.ts';
import { sendAsPage } from './page-command.ts';

/** Pictures and faces of pages. */
const data = /\/(?:pictures|faces)\//u;

const listedSchema = z.object({ value: z.array(z.object({ id: z.number() })) });

/**
 * Removes all documents, clears the page's saved views, and loads the page again, so that the next test finds a
 * fresh program. Settings and the account are kept.
 */
export const emptied = async (app: RunningApp): Promise<void> => {
  const { page } = app;
  // The page may still request removed documents.
  await page.route(data, (route) => route.fulfill({ status: 204 }));
  for (const service of ['vat-invoice', 'face-detect']) {
    const listed = listedSchema.parse(JSON.parse(await sendAsPage(app, 'pages.list', { service })));
    const ids = listed.value.map(({ id }) => id);
    if (ids.length === 0) continue;
    // A request may be in progress.
    app.forgive(/404/u, new RegExp(`/(?:pictures|faces)/(?:${ids.join('|')})(?!\\d)`, 'u'));
    await sendAsPage(app, 'pages.remove', { ids });
  }
  await page.evaluate(() => {
    // Everything except the key for a second tab of this browser.
    for (const key of Object.keys(localStorage)) if (key !== 'vouch-spare') localStorage.removeItem(key);
  });
  await page.reload();
  await untilShown(page);
  await page.unroute(data);
};

/**
 * One program for the tests of a `describe`, because a start takes longer than most tests. The result gives it to a
 * test without documents. Tests that change settings or the account start a program of their own.
 */
export const sharedApp = (host: HostName, options: AppOptions = {}): (() => Promise<RunningApp>) => {
  let app: RunningApp;
  let isUsed = false;
  // Not in the first test, because a program ends with the test that started it.
  beforeAll(async () => {
    app = await startApp(host, options);
  });
  afterAll(() => app.close());
  return async () => {
    if (isUsed) await emptied(app);
    isUsed = true;
    return app;
  };
};
