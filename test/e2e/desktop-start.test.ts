import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { grounds } from '../../electron/hosts/desktop/appearance.ts';
import { spawnBrowserHost } from '../helpers/app-fixtures/browser-app.ts';
import {
  onRealElectron,
  spawnStandIn,
  startAgain,
  startDesktop,
  type DesktopApp,
} from '../helpers/app-fixtures/desktop-app.ts';
import { freshHome, readLogs } from '../helpers/app-fixtures/running-app.ts';
import { sample } from '../helpers/interface/steps.ts';

/** Closes the window like a user; resolves when the program has ended. */
const closeWindow = async ({ standIn, real }: DesktopApp): Promise<void> => {
  if (standIn) return standIn.quit();
  const ended = real?.waitForEvent('close');
  // The program may exit before it has responded.
  real
    ?.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().forEach((each) => each.close()))
    .catch(() => {});
  await ended;
};

test('adds files passed at the start or by a second start, and ends when the window is closed', async () => {
  // An account with an unreachable service: added files wait.
  const env = {
    VOUCH_APP_ID: 'app',
    VOUCH_API_KEY: 'key',
    VOUCH_API_SECRET: 'secret',
    VOUCH_BASE_URL: 'http://127.0.0.1:1',
  };
  const app = await startDesktop({ env, files: ['--hidden', sample('special-paper.jpg'), '/no/such.pdf'] });
  const list = app.page.getByRole('grid', { name: 'List of documents' });
  await list.getByText('special-paper.jpg').waitFor();
  const { standIn } = app;
  await standIn?.minimize();
  if (standIn) expect(await standIn.record()).toMatchObject({ minimized: [true], inFront: [false] });
  // A second start on the same data folder shows the first one’s window, and exits.
  const files = [sample('ordinary-paper-photo.jpg')];
  expect(await startAgain({ home: app.home, env, files })).toBe(0);
  await list.getByText('ordinary-paper-photo.jpg').waitFor();
  expect(await list.getByRole('row').allInnerTexts()).toEqual([
    expect.stringContaining('special-paper.jpg'),
    expect.stringContaining('ordinary-paper-photo.jpg'),
  ]);
  if (standIn)
    await expect
      .poll(() => standIn.record())
      .toMatchObject({ visible: [true], minimized: [false], inFront: [true] });
  await closeWindow(app);
  await app.close();
});

describe.skipIf(onRealElectron)('start and exit', () => {
  test('ends when the window is closed while it loads for the first time', async () => {
    const home = freshHome();
    const desktop = spawnStandIn({ home, env: { VOUCH_STAND_IN_CLOSES: 'while-loading' } });
    const [code] = await desktop.ended;
    expect(desktop.detail()).not.toMatch(/could not start/);
    expect(code).toBe(0);
    // The ledger was closed: its log is part of it.
    expect(existsSync(join(home, 'ledger.sqlite'))).toBe(true);
    expect(existsSync(join(home, 'ledger.sqlite-wal'))).toBe(false);
    expect(readLogs(home)).toMatch(/ warn window-load /);
  });

  test.each([
    'ready-to-show=never',
    'ready-to-show=never,did-finish-load=never',
    'ready-to-show=1500,did-finish-load=3000',
  ])('shows its window and takes the files that it opens, with %s', async (events) => {
    const files = [sample('digital-ordinary.png')];
    const app = await startDesktop({ files, env: { VOUCH_STAND_IN_EVENTS: events } });
    await expect
      .poll(async () => (await app.standIn?.record())?.visible, { timeout: 20_000 })
      .toEqual([true]);
    await app.page.getByRole('row', { name: /digital-ordinary/ }).waitFor({ timeout: 60_000 });
    await app.close();
  });

  test('has the background of its theme before and after the first paint', async () => {
    const app = await startDesktop();
    expect((await app.standIn?.record())?.windows[0]?.['backgroundColor']).toBe(grounds.light);
    await app.page.getByRole('button', { name: 'Settings' }).first().click();
    await app.page.getByText('Dark', { exact: true }).click();
    await expect
      .poll(async () => (await app.standIn?.record())?.backgrounds.at(-1), { timeout: 20_000 })
      .toBe(grounds.dark);
    await app.close();
    const again = await startDesktop({ home: app.home });
    expect((await again.standIn?.record())?.windows[0]?.['backgroundColor']).toBe(grounds.dark);
    await again.close();
  });

  test('reads a file that it opens on this computer, without an account', async () => {
    const app = await startDesktop({ files: [sample('digital-ordinary.png')] });
    await app.page.getByRole('row', { name: /Recognized.*digital-ordinary/ }).waitFor({ timeout: 60_000 });
    expect((await app.standIn?.record())?.dialogs).toEqual([]);
    await app.close();
  });

  test('reports a data folder in use by another program in a dialog', async () => {
    const host = await spawnBrowserHost();
    await expect.poll(() => existsSync(join(host.home, 'ledger.sqlite')), { timeout: 20_000 }).toBe(true);
    const desktop = spawnStandIn({ home: host.home });
    const [code] = await desktop.ended;
    expect(code).toBe(1);
    const who = new RegExp(
      `Vouch could not start: .*using the data folder \\(Vouch \\(browser\\), pid ${host.child.pid},`,
      's',
    );
    expect(desktop.detail()).toMatch(who);
    const chinese = spawnStandIn({ home: host.home, locale: 'zh-CN' });
    expect((await chinese.ended)[0]).toBe(1);
    expect(chinese.detail()).toMatch(
      /Vouch 无法启动: 数据文件夹正被另一个 Vouch 使用.*请等待其结束，或将其关闭/s,
    );
    await host.stop();
  });
});
