import { afterAll, beforeAll } from 'vitest';
import { startApp, type HostName } from '../app.ts';
import { untilShown, type AppOptions, type RunningApp } from '../app-fixtures/running-app.ts';

/**
 * Removes all documents, forgets what the page remembers about its views, and loads it again: what the next test finds
 * of a fresh program. Settings and the account stay as they are.
 */
export const emptied = async ({ page }: RunningApp): Promise<void> => {
  await page.evaluate(async () => {
    const invoke = async (name: string, input: object): Promise<unknown> => {
      const bridge: unknown = Reflect.get(window, 'vouch');
      if (bridge) return Reflect.apply(Reflect.get(Object(bridge), 'invoke'), bridge, [name, input]);
      const response = await fetch(`/commands/${name}`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-vouch-session': sessionStorage.getItem('vouch-session') ?? '',
        },
        body: JSON.stringify(input),
      });
      return response.json();
    };
    for (const service of ['vat-invoice', 'face-detect']) {
      const listed = (await invoke('pages.list', { service })) as {
        readonly value: { readonly id: number }[];
      };
      const ids = listed.value.map(({ id }) => id);
      if (ids.length > 0) await invoke('pages.remove', { ids });
    }
    // All but the key by which a second tab of this browser enters.
    for (const key of Object.keys(localStorage)) if (key !== 'vouch-spare') localStorage.removeItem(key);
  });
  await page.reload();
  await untilShown(page);
};

/**
 * One program for the tests of a `describe`: a start takes longer than most tests. The result gives it to a test without
 * documents. Tests that change settings or the account start a program of their own.
 */
export const sharedApp = (host: HostName, options: AppOptions = {}): (() => Promise<RunningApp>) => {
  let app: RunningApp;
  let isUsed = false;
  // Not in the first test: what a test starts ends with it.
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
