import { viewKeys } from '../../../shared/contract/window-view.ts';
import { basename } from 'node:path';
import { afterEach } from 'vitest';
import { z } from 'zod';
import { defaultSettings } from '../../../shared/contract/settings.ts';
import { languageOf } from '../../../shared/language.ts';
import { startBrowserHost } from '../app-fixtures/browser-app.ts';
import { beyondTests, untilShown, type AppOptions, type RunningApp } from '../app-fixtures/running-app.ts';
import { sendAsPage } from './page-command.ts';

/**
 * One program of the browser host a worker, for all specs that don't need their own: a start takes longer than
 * most tests. It is reset before each test that asks for it: ledger, settings, account, the page and what the page
 * stores.
 *
 * A spec starts its own program if it restarts or kills it, needs another environment, enters an account, writes
 * vouchers (the program remembers their rules), or changes files of the data folder.
 */

/** What a test may choose of a shared program. */
type Look = Pick<AppOptions, 'locale' | 'colorScheme' | 'viewport'>;

/** A program with an empty backup of its ledger, and its information after the start. */
type Shared = { readonly app: RunningApp; readonly empty: string; readonly info: string };

const successSchema = z.object({ ok: z.literal(true), value: z.unknown() });
const savedSchema = z.object({ kind: z.literal('saved'), path: z.string(), pages: z.literal(0) });

const send = async (app: RunningApp, name: string, input: object): Promise<unknown> =>
  successSchema.parse(JSON.parse(await sendAsPage(app, name, input))).value;

const infoOf = async (app: RunningApp): Promise<string> => JSON.stringify(await send(app, 'app.info', {}));

/** Pictures and faces of pages: a page may still request those of removed ones. */
const data = /\/(?:pictures|faces)\//u;

/** Ends what a test has added to the page and set in it. */
const resetPage = async ({ page }: RunningApp, { colorScheme, viewport }: Look): Promise<void> => {
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  for (const event of ['dialog', 'filechooser', 'download', 'request', 'response'] as const)
    page.removeAllListeners(event);
  await page.context().clearPermissions();
  await page.mouse.move(0, 0);
  await page.emulateMedia({
    media: null,
    colorScheme: colorScheme ?? 'light',
    reducedMotion: null,
    forcedColors: null,
    contrast: null,
  });
  await page.setViewportSize(viewport ?? { width: 1440, height: 900 });
};

/** Empties the ledger, and sets settings and account back. */
const resetData = async ({ app, empty, info }: Shared): Promise<void> => {
  await send(app, 'account.clear', {});
  await send(app, 'settings.change', defaultSettings);
  await send(app, 'app.keepView', Object.fromEntries(viewKeys.map((key) => [key, null])));
  await send(app, 'data.restore', { name: empty });
  const now = await infoOf(app);
  if (now !== info) throw new Error(`The program is not as after its start: ${now} instead of ${info}`);
};

/** Clears what the page stores, except the keys of its session with the browser host. */
const clearStorage = ({ page }: RunningApp): Promise<void> =>
  page.evaluate(() => {
    for (const [storage, session] of [
      [localStorage, 'vouch-spare'],
      [sessionStorage, 'vouch-session'],
    ] as const)
      for (const key of Object.keys(storage)) if (key !== session) storage.removeItem(key);
  });

const reset = async (shared: Shared, look: Look): Promise<void> => {
  const { app } = shared;
  const { page } = app;
  app.forgive(/404/u, data);
  await resetPage(app, look);
  await resetData(shared);
  await clearStorage(app);
  if (look.locale && languageOf(look.locale) !== 'en')
    await send(app, 'settings.change', { language: languageOf(look.locale) });
  await page.reload();
  await untilShown(page);
  app.errors.refuse();
  app.errors.begin();
};

/** Starts a program that lasts until the worker ends, and saves its empty ledger. */
const startShared = async (): Promise<Shared> => {
  const app = await beyondTests(() => startBrowserHost());
  const { path } = savedSchema.parse(await send(app, 'data.backup', {}));
  return { app, empty: basename(path), info: await infoOf(app) };
};

let running: Shared | null = null;
/** A failed test may leave anything behind, so the next one gets a new program. */
let isSpent = false;

const end = async (): Promise<void> => {
  const spent = running;
  running = null;
  isSpent = false;
  await spent?.app.close().catch(() => {});
};

/** Called in a file or `describe`; the result resets the worker's program and gives it to a test. */
export const sharedApp = (): ((look?: Look) => Promise<RunningApp>) => {
  afterEach(({ task }) => {
    isSpent ||= task.result?.state === 'fail';
    // An error of the page fails the test that met it.
    running?.app.errors.refuse();
  });
  return async (look = {}) => {
    if (isSpent) await end();
    running ??= await startShared();
    try {
      await reset(running, look);
    } catch (error) {
      await end();
      throw error;
    }
    return running.app;
  };
};
