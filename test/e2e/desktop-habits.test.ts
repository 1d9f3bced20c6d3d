import { createServer, type ServerResponse } from 'node:http';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { onRealElectron, startDesktop } from '../helpers/app-fixtures/desktop-app.ts';
import { freshHome } from '../helpers/app-fixtures/running-app.ts';
import { listen, portOf } from '../helpers/listen.ts';
import { sendAsPage } from '../helpers/interface/page-command.ts';
import { sample } from '../helpers/interface/steps.ts';

/** What Chromium tells of a right click into an empty text field. */
const inField = {
  isEditable: true,
  selectionText: '',
  editFlags: { canCut: false, canCopy: false, canPaste: true, canSelectAll: true },
};

describe.skipIf(onRealElectron)('the habits of a desktop', () => {
  test('a right click shows a menu in text fields and on selected text', async () => {
    const app = await startDesktop();
    await app.standIn?.contextMenu(inField);
    await app.standIn?.contextMenu({ ...inField, isEditable: false });
    await app.standIn?.contextMenu({
      isEditable: false,
      selectionText: '318.00',
      editFlags: { ...inField.editFlags, canCopy: true },
    });
    const popups = (await app.standIn?.record())?.popups.map((items) =>
      items.flatMap(({ label, enabled }) => (label ? [`${label} ${String(enabled)}`] : [])),
    );
    expect(popups).toEqual([['Cut false', 'Copy false', 'Paste true', 'Select all true'], ['Copy true']]);
    await app.close();
  });

  test('the computer stays awake while pages are read, and sleep holds the calls back', async () => {
    const held: ServerResponse[] = [];
    const server = createServer((_, response) => void held.push(response));
    const port = portOf(await listen(server));
    onTestFinished(() => void server.close());
    const env = {
      VOUCH_APP_ID: 'app',
      VOUCH_API_KEY: 'key',
      VOUCH_API_SECRET: 'secret',
      VOUCH_BASE_URL: `http://127.0.0.1:${port}`,
    };
    const app = await startDesktop({ env });
    const { standIn } = app;
    const isAwake = async () => (await standIn?.record())?.awake;
    const patience = { timeout: 30_000 };
    expect(await isAwake()).toBe(false);
    await standIn?.power('suspend');
    await app.drop([sample('special-paper.jpg')]);
    await app.page.getByRole('row', { name: /special-paper/ }).waitFor();
    expect(held).toHaveLength(0);
    await standIn?.power('resume');
    await expect.poll(() => held.length, patience).toBe(1);
    await expect.poll(isAwake, patience).toBe(true);
    held.forEach((response) => response.writeHead(400).end('{}'));
    await expect.poll(isAwake, patience).toBe(false);
    await app.close();
  });

  test('no server gets a certificate of the system’s store', async () => {
    const app = await startDesktop();
    expect(await app.standIn?.certificateFor('https://tax.example/login?token=1')).toBe('none');
    // The log is written later.
    await expect.poll(() => app.log()).toMatch(/certificate-declined https:\/\/tax\.example$/mu);
    await app.close();
  });

  test('a proxy that asks for a login gets what the user enters, which is never kept', async () => {
    const given: string[] = [];
    const proxy = createServer();
    proxy.on('connect', ({ headers }, socket) => {
      const sent = headers['proxy-authorization']?.replace('Basic ', '') ?? '';
      given.push(Buffer.from(sent, 'base64').toString());
      const status = given.at(-1) === 'anna:planted-right' ? '502 Bad Gateway' : '407 Login';
      socket.end(`HTTP/1.1 ${status}\r\nContent-Length: 0\r\n\r\n`);
    });
    const port = portOf(await listen(proxy));
    onTestFinished(() => void proxy.close());
    const env = {
      VOUCH_APP_ID: 'app',
      VOUCH_API_KEY: 'key',
      VOUCH_API_SECRET: 'secret',
      VOUCH_BASE_URL: 'https://service.example',
    };
    const app = await startDesktop({ env });
    const { page } = app;
    await sendAsPage(app, 'settings.change', { proxy: `http://127.0.0.1:${port}` });
    const tested = sendAsPage(app, 'account.test', { service: 'vat-invoice' });
    const dialog = page.getByRole('alertdialog', { name: 'The proxy asks for a login' });
    await dialog.getByText(`The proxy 127.0.0.1:${port} requires`).waitFor();
    const enter = async (password: string) => {
      await dialog.getByLabel('User name').fill('anna');
      await dialog.getByLabel('Password').fill(password);
      await dialog.getByRole('button', { name: 'Log in' }).click();
    };
    await enter('planted-wrong');
    await dialog.getByText('The proxy refused this user name or password.').waitFor();
    expect(await dialog.getByLabel('Password').inputValue()).toBe('');
    await enter('planted-right');
    expect(await tested).not.toContain('planted');
    await dialog.waitFor({ state: 'detached' });
    expect(given).toEqual(['', 'anna:planted-wrong', 'anna:planted-right']);
    expect(app.log()).not.toContain('planted');
    expect(readFileSync(join(app.home, 'settings.json'), 'utf8')).not.toContain('planted');
    await app.close();
  });

  test('files that are opened are in the recent documents, and dumps of crashes stay here', async () => {
    const app = await startDesktop({ files: [sample('digital-data.xml')] });
    await app.page.getByRole('row', { name: /digital-data/ }).waitFor();
    const record = await app.standIn?.record();
    expect(record?.recentDocuments).toEqual([sample('digital-data.xml')]);
    expect(record?.crashReporter).toEqual({ uploadToServer: false });
    await app.close();
  });

  test('About names the day of the build', async () => {
    const app = await startDesktop();
    await app.standIn?.clickMenu('Help', 'About Vouch');
    await expect
      .poll(async () => JSON.stringify((await app.standIn?.record())?.dialogs.at(-1)))
      .toMatch(/Built on \d{4}-\d\d-\d\d/);
    await app.close();
  });

  test('hardware acceleration is off after a start that crashed, and is turned on in the menu', async () => {
    const home = freshHome();
    mkdirSync(join(home, 'desktop'), { recursive: true });
    writeFileSync(join(home, 'desktop', 'starting'), '');
    const first = await startDesktop({ home });
    expect((await first.standIn?.record())?.hardwareAcceleration).toBe(false);
    await first.standIn?.clickMenu('Help', 'Hardware acceleration (after a restart)');
    await first.close();
    const second = await startDesktop({ home });
    expect((await second.standIn?.record())?.hardwareAcceleration).toBe(true);
    await second.close();
  });
});
