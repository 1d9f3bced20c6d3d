import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { onRealElectron, startDesktop, type DesktopApp } from '../helpers/app-fixtures/desktop-app.ts';
import { menuEntries, menuGroups } from '../../shared/contract/menu.ts';
import { menuGroupTexts, menuTexts } from '../../shared/texts/menu.ts';
import { dropOnSandbox, eventually, openDocument, sample } from '../helpers/interface/steps.ts';
import { projectFolder } from '../helpers/app-fixtures/folders.ts';
import type { MenuEntry, StandInControl } from '../helpers/app-fixtures/stand-in-control.ts';
import { readByService } from '../helpers/interface/steps.ts';

/** The disabled menu items. */
const greyed = (menu: readonly MenuEntry[]): string[] =>
  menu.flatMap(({ label, enabled, items }) => [
    ...(enabled === false ? [label] : []),
    ...greyed(items ?? []),
  ]);

/** The stand-in records what the program asked of Electron. On the real binary, these specs are skipped. */
const standInOf = (app: DesktopApp): StandInControl => {
  if (!app.standIn) throw new Error('This spec is for the stand-in.');
  return app.standIn;
};

const labelsOf = (menu: readonly MenuEntry[]): string[] =>
  menu.flatMap(({ label, items }) => [label, ...labelsOf(items ?? [])]);

const openFromPage = (app: DesktopApp, address: string): Promise<void> =>
  app.page.evaluate((to) => {
    window.open(to);
  }, address);

/** On the stand-in and on the real binary: what the page itself can do. */
describe('limits of the page', () => {
  let app: DesktopApp;
  beforeAll(async () => {
    app = await startDesktop();
  });
  afterAll(() => app.close());

  test('has eight frozen functions, and no access to Node.js or Electron', async () => {
    const seen = await app.page.evaluate(() => ({
      bridge: Object.keys(Reflect.get(window, 'vouch')).sort(),
      frozen: Object.isFrozen(Reflect.get(window, 'vouch')),
      leaks: ['require', 'process', 'module', 'ipcRenderer', 'electron', 'standInSend', 'Buffer'].filter(
        (name) => name in window,
      ),
    }));
    expect(seen).toEqual({
      bridge: [
        'addFiles',
        'answerProxy',
        'chooseFiles',
        'dragExport',
        'handFile',
        'invoke',
        'listen',
        'showEnabled',
      ],
      frozen: true,
      leaks: [],
    });
  });

  test('cannot navigate', async () => {
    app.forgive(/ERR_ABORTED|Content Security Policy|Not allowed to load|Unsafe attempt/);
    const visible = ['navigation https://example.com/', 'navigation vouch://app/assets/x.js'];
    for (const address of [
      'https://example.com/',
      'http://127.0.0.1:1/',
      'file:///etc/passwd',
      '/assets/x.js',
    ]) {
      await app.page.evaluate((to) => {
        location.href = to;
      }, address);
      await app.page.waitForTimeout(100);
      expect(new URL(app.page.url()).pathname).toBe('/');
      await app.page.getByRole('tab').first().waitFor();
    }
    const record = await app.standIn?.record();
    expect(record?.prevented ?? visible).toEqual(expect.arrayContaining(visible));
    expect(record?.allowed ?? []).toEqual([]);
  });

  test('cannot open a window for any target', async () => {
    app.forgive(/Content Security Policy|Not allowed to load/);
    const { length } = app.page.context().pages();
    for (const address of ['https://example.com/', 'about:blank', 'file:///etc/passwd', '/'])
      await openFromPage(app, address);
    await app.page.getByRole('tab').first().waitFor();
    await expect.poll(() => app.page.context().pages().length).toBe(length);
  });

  test('has no permission except writing to the clipboard', async () => {
    const states = await app.page.evaluate(async () => {
      const names = [
        'geolocation',
        'notifications',
        'camera',
        'microphone',
        'midi',
        'clipboard-read',
        'clipboard-write',
      ];
      const found: Record<string, string> = {};
      for (const name of names) {
        const { permissions } = navigator;
        const status: PermissionStatus = await Reflect.apply(Reflect.get(permissions, 'query'), permissions, [
          { name },
        ]);
        found[name] = status.state;
      }
      return found;
    });
    expect(states).toEqual({
      geolocation: 'denied',
      notifications: 'denied',
      camera: 'denied',
      microphone: 'denied',
      midi: 'denied',
      'clipboard-read': 'denied',
      'clipboard-write': 'granted',
    });
  });

  test('gets “not found” for an app address of an unknown page, file or picture', async () => {
    app.forgive(/404|403|405/);
    const statuses = await app.page.evaluate(async () => {
      const paths = [
        '/pictures/999/full',
        '/downloads/a',
        '/../package.json',
        '/%2e%2e/package.json',
        '/commands/app.info',
      ];
      const found = await Promise.all(paths.map(async (path) => (await fetch(path)).status));
      const posted = await fetch('/', { method: 'POST', body: 'x' });
      return [...found, posted.status];
    });
    expect(statuses).toEqual([404, 404, 404, 404, 404, 405]);
  });
});

describe.skipIf(onRealElectron)('Electron settings', () => {
  let app: DesktopApp;
  let standIn: StandInControl;
  beforeAll(async () => {
    app = await startDesktop();
    standIn = standInOf(app);
  });
  afterAll(() => app.close());

  test('set every security switch of the window, and show it once it has content', async () => {
    const { windows, visible, sandboxed, sessionOptions } = await standIn.record();
    expect(windows).toHaveLength(1);
    const { session: _, preload, ...switches } = windows[0]?.webPreferences ?? {};
    expect(preload).toMatch(/preload\.cjs$/);
    // An exact list: a new switch must be added here.
    expect(switches).toEqual({
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      allowRunningInsecureContent: false,
      experimentalFeatures: false,
      enableBlinkFeatures: '',
      webviewTag: false,
      plugins: false,
      navigateOnDragDrop: false,
      enableDeprecatedPaste: false,
      safeDialogs: true,
      disableDialogs: true,
      spellcheck: false,
      devTools: true,
    });
    expect(visible).toEqual([true]);
    expect(sandboxed).toBe(true);
    expect(sessionOptions).toEqual({ cache: false });
  });

  test('register exactly seven channels, including electron-store’s', async () => {
    expect((await standIn.record()).channels.toSorted()).toEqual([
      'vouch:add-files',
      'vouch:choose-files',
      'vouch:drag-export',
      'vouch:enabled-actions',
      'vouch:hand-file',
      'vouch:invoke',
      'vouch:proxy-login',
    ]);
  });

  test("block the network of the window's session, including WebRTC", async () => {
    const { network, webRtcPolicy, defaultSessionIsGuarded } = await standIn.record();
    expect(network).toEqual({
      proxy: { proxyRules: 'socks5://127.0.0.1:9', proxyBypassRules: '<-loopback>' },
      lets: ['vouch://app/'],
    });
    expect(webRtcPolicy).toBe('disable_non_proxied_udp');
    expect(defaultSessionIsGuarded).toBe(true);
  });

  test("identify the program on Windows by the name of the installer's shortcut", async () => {
    const appId = /^appId: (.+)$/mu.exec(
      readFileSync(join(projectFolder, 'electron-builder.yml'), 'utf8'),
    )?.[1];
    expect((await standIn.record()).appUserModelId).toBe(appId);
  });

  test('cause no network request', async () => {
    expect((await standIn.record()).refusedRequests).toEqual([]);
  });

  test.each(['will-attach-webview'])('prevent %s', async (event) => {
    expect(await standIn.prevents(event)).toBe(true);
  });

  test('open no window; listed links open outside after a question, others do not open', async () => {
    const listed = 'https://inv-veri.chinatax.gov.cn/';
    await openFromPage(app, 'https://example.com/');
    await openFromPage(app, listed);
    await expect.poll(async () => (await standIn.record()).dialogs.length).toBe(1);
    expect((await standIn.record()).openedOutside).toEqual([]);
    await standIn.scriptDialog('showMessageBox', { response: 0 });
    await openFromPage(app, listed);
    await expect.poll(async () => (await standIn.record()).openedOutside).toEqual([listed]);
    const { dialogs, windows } = await standIn.record();
    expect(dialogs.map(({ options }) => options.detail)).toEqual([listed, listed]);
    expect(windows).toHaveLength(1);
  });

  test('deny a download started by the page', async () => {
    await app.page.evaluate(() => {
      const link = document.createElement('a');
      link.href = URL.createObjectURL(new Blob(['x']));
      link.download = 'x.exe';
      link.click();
    });
    await expect.poll(async () => (await standIn.record()).prevented.join()).toMatch(/download blob:/);
  });

  test('list every action of the window in the menu and run it in the window', async () => {
    const { menu } = await standIn.record();
    expect(labelsOf(menu)).toEqual(
      expect.arrayContaining([
        ...menuEntries.map(({ id }) => menuTexts[id].en),
        'Copy',
        'Quit',
        'About Vouch',
      ]),
    );
    expect(menu.map(({ label }) => label)).toEqual(menuGroups.map(({ id }) => menuGroupTexts[id].en));
    await standIn.clickMenu('Help', 'Keys');
    await app.page.getByRole('dialog').waitFor();
    // The menu does not act on what a dialog covers.
    await standIn.clickMenu('View', 'Faces');
    await app.page.keyboard.press('Escape');
    await app.page.getByRole('dialog').waitFor({ state: 'detached' });
    await app.page.getByRole('tab', { name: 'Invoices', selected: true }).waitFor();
    await standIn.clickMenu('View', 'Faces');
    await app.page.getByRole('tab', { name: 'Faces', selected: true }).waitFor();
    await standIn.clickMenu('View', 'Invoices');
    await app.page.getByRole('tab', { name: 'Invoices', selected: true }).waitFor();
  });

  test('add a file through the menu, and ask which service should recognize it', async () => {
    const path = join(projectFolder, 'samples', 'special-paper.jpg');
    await standIn.scriptDialog('showOpenDialog', { canceled: false, filePaths: [path] });
    await readByService(app);
    await standIn.clickMenu('File', 'Add files…');
    await app.page.getByRole('alertdialog').waitFor();
    expect((await standIn.record()).dialogs.at(-1)?.method).toBe('showOpenDialog');
    await app.page.keyboard.press('Escape');
    await app.page.getByRole('alertdialog').waitFor({ state: 'detached' });
  });

  test('undo in the focused text field first', async () => {
    await app.page.keyboard.press('Control+,');
    const field = app.page.getByRole('dialog').getByRole('textbox').first();
    await field.fill('');
    await field.pressSequentially('typed');
    await standIn.clickMenu('Edit', 'Undo edit');
    await expect.poll(() => field.inputValue()).not.toBe('typed');
    await app.page.keyboard.press('Escape');
  });

  test('show the version, and copy the diagnostics', async () => {
    await standIn.scriptDialog('showMessageBox', { response: 1 });
    await standIn.clickMenu('Help', 'About Vouch');
    await expect.poll(async () => (await standIn.record()).copied.length).toBe(1);
    const { dialogs, copied } = await standIn.record();
    expect(dialogs.at(-1)?.options).toMatchObject({
      message: expect.stringMatching(/^Vouch \d+\.\d+\.\d+$/),
      detail: expect.stringMatching(/Electron .*Chromium .*Node\.js \d+.*Data folder: /s),
    });
    expect(copied[0]).toMatch(/^# Vouch\nversion: .*# settings\n.*language: /s);
    await standIn.clickMenu('Help', 'Copy diagnostics');
    await expect.poll(async () => (await standIn.record()).copied.length).toBe(2);
  });

  test('update the menu and the theme when the settings change', async () => {
    await app.page.evaluate(() => {
      const vouch = Reflect.get(window, 'vouch');
      return vouch.invoke('settings.change', { language: 'zh', theme: 'dark' });
    });
    await expect.poll(async () => labelsOf((await standIn.record()).menu)).toContain('添加文件…');
    expect((await standIn.record()).theme).toBe('dark');
  });
});

test.skipIf(onRealElectron)(
  'disables menu actions that are not possible now, and runs the others',
  async () => {
    const app = await startDesktop();
    const standIn = standInOf(app);
    const disabled = async () => greyed((await standIn.record()).menu);
    await eventually(disabled).toEqual(
      expect.arrayContaining(['Zoom in', 'Confirm and open the next', 'Undo edit']),
    );
    expect(await disabled()).not.toContain('Add files…');

    await dropOnSandbox(app, sample('special-paper.jpg'));
    await openDocument(app, 'special-paper.jpg');
    await eventually(disabled).not.toEqual(expect.arrayContaining(['Zoom in']));
    // No line is selected, and nothing waits. Undo covers all documents, so it is enabled with the first.
    expect(await disabled()).toEqual(expect.arrayContaining(['Delete the line', 'Pause the queue']));
    expect(await disabled()).not.toContain('Undo edit');
    expect(await disabled()).not.toContain('Call record…');

    const zoom = app.page.getByRole('status', { name: 'Zoom' });
    await standIn.clickMenu('Picture', 'Actual size');
    await eventually(() => zoom.textContent()).toBe('100%');
    await app.page.getByRole('grid', { name: 'Goods and services' }).getByRole('gridcell').first().click();
    await eventually(disabled).not.toContain('Delete the line');
    const rows = app.page.getByRole('grid', { name: 'Goods and services' }).getByRole('row');
    const before = await rows.count();
    await standIn.clickMenu('Line items', 'Delete the line');
    await eventually(() => rows.count()).toBe(before - 1);
    await eventually(disabled).not.toContain('Undo edit');
    await standIn.clickMenu('Edit', 'Undo edit');
    await eventually(() => rows.count()).toBe(before);
    await standIn.clickMenu('Recognition', 'Call record…');
    await app.page.getByRole('dialog').waitFor();
    await app.close();
  },
);
