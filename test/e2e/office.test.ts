import { join } from 'node:path';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBrowser, spawnServe, type ServeProcess } from '../helpers/app-fixtures/office-app.ts';
import { root } from '../../build/install.mjs';
import { Client } from '../../electron/office/store/client.ts';
import { dropFiles } from '../helpers/app-fixtures/running-app.ts';
import { violations } from '../helpers/interface/axe.ts';
import { noPostgres, startTestPostgres, type TestServer } from '../helpers/postgres.ts';

const password = 'plum kettle harbour seven';

const makeAccount = async (page: Page, link: string, name: string, email?: string): Promise<void> => {
  await page.goto(link);
  if (email !== undefined) await page.getByLabel('Email address').fill(email);
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByLabel('Password').fill(password);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: `Signed in as ${name}` }).waitFor();
};

/** A reviewer sees layouts and rules, uses them, and sees who can change them. */
const seesWhatIsSetForAll = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'More exports' }).click();
  await page.getByRole('menuitem', { name: 'All choices…' }).click();
  const exporting = page.getByRole('dialog', { name: 'Export' });
  expect(await exporting.getByRole('button', { name: 'Custom layouts…' }).isDisabled()).toBe(true);
  await exporting.getByText('Set by administrators for everyone.').waitFor();
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Books' }).click();
  await page.getByRole('menuitem', { name: 'Vouchers…' }).click();
  const vouchers = page.getByRole('dialog', { name: 'Vouchers' });
  await vouchers.getByText('Set by administrators for everyone.').waitFor();
  expect(await vouchers.getByRole('button', { name: 'Add a rule' }).isDisabled()).toBe(true);
  await vouchers.getByRole('button', { name: /^Try on/u }).click();
  await vouchers.getByText('No vouchers.').waitFor();
  expect(await vouchers.getByRole('button', { name: 'Add a matching rule' }).count()).toBe(0);
  expect((await page.getByRole('alert').allInnerTexts()).join('')).toMatch(/^No own company is known, so /u);
};

/** An administrator finds what was set in the audit log. */
const readsAuditLog = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Signed in as Li Hua' }).click();
  await page.getByRole('menuitem', { name: 'Users' }).click();
  const log = page.getByRole('dialog', { name: 'Users' }).getByRole('region', { name: 'Audit log' });
  await log.getByLabel('Invoice number or other text').fill('facepoints');
  await page.keyboard.press('Enter');
  await log.getByText('1 entry').waitFor();
  const cells = await log.getByRole('row').nth(1).getByRole('cell').allInnerTexts();
  expect(cells.slice(1)).toEqual([
    'Li Hua',
    'Settings changed',
    '',
    'settings.facePoints',
    '(empty)',
    'false',
  ]);
};

describe.skipIf(noPostgres !== null)('an office', () => {
  let postgres: TestServer;
  let servers: readonly ServeProcess[];

  beforeAll(async () => {
    postgres = await startTestPostgres();
    const url = await postgres.database();
    const first = await spawnServe(url);
    servers = [first, await spawnServe(url)];
  });
  afterAll(async () => {
    for (const server of servers) expect(await server.stop()).toBe(0);
    await postgres.close();
  });

  test('lets two users in two browsers, at two servers, review one batch', async () => {
    const [one, two] = servers;
    if (!one || !two) throw new Error('No servers');
    const li = await openBrowser();
    const wang = await openBrowser();
    try {
      await makeAccount(li.page, await one.firstLink(), 'Li Hua', 'li@office.example');
      // Once there is an administrator, the other server's link is not valid any more.
      await wang.page.goto(await two.firstLink());
      await wang.page.getByText('This link is invalid').waitFor();
      expect(await violations(wang)).toEqual([]);

      await li.page.getByRole('button', { name: 'Signed in as Li Hua' }).click();
      await li.page.getByRole('menuitem', { name: 'Users' }).click();
      const dialog = li.page.getByRole('dialog', { name: 'Users' });
      await dialog.getByLabel('Email address').fill('wang@office.example');
      await dialog.getByRole('button', { name: 'Create link' }).click();
      const invitation = await dialog.locator('.office-link .selectable').innerText();
      expect(await violations(li)).toEqual([]);
      await li.page.keyboard.press('Escape');
      await makeAccount(wang.page, invitation.replace(one.address, two.address), 'Wang Wei');

      await li.page.getByRole('button', { name: 'Try samples' }).click();
      for (const { page } of [li, wang])
        await page
          .getByRole('row', { name: /Recognized/ })
          .first()
          .waitFor({ timeout: 90_000 });

      // Each user sees which page the other has open, in the list and next to the data.
      const held = wang.page.locator('.document-line .badge', { hasText: 'Li Hua' });
      await held.waitFor();
      await wang.page.locator('[role=row]', { has: held }).first().click();
      await wang.page.getByText('Li Hua has this document open.').waitFor();
      expect(await violations(wang)).toEqual([]);

      // An administrator's change applies to every open window at once, and a reviewer can't change it.
      await wang.page.getByRole('tab', { name: 'Faces' }).click();
      await wang.page.getByRole('button', { name: 'Try samples' }).click();
      const points = wang.page.getByRole('switch', { name: 'Feature points' });
      await points.waitFor();
      expect(await points.isDisabled()).toBe(true);
      expect(await points.isChecked()).toBe(true);
      await li.page.keyboard.press('Control+,');
      const settings = li.page.getByRole('dialog', { name: 'Settings' });
      await settings.getByText('Faces: request feature points').click();
      await expect.poll(() => points.isChecked()).toBe(false);
      await wang.page.getByText('Set by administrators for everyone.').waitFor();
      expect(await violations(li)).toEqual([]);
      await li.page.keyboard.press('Escape');
      await readsAuditLog(li.page);
      expect(await violations(li)).toEqual([]);
      expect(await violations(wang)).toEqual([]);
      await wang.page.getByRole('tab', { name: 'Invoices' }).click();
      await seesWhatIsSetForAll(wang.page);
      expect(await violations(wang)).toEqual([]);
    } finally {
      await li.browser.close();
      await wang.browser.close();
    }
    // Two servers, two browsers and all samples: more than the default on a slow machine.
  }, 300_000);

  test('shows what waits while its database is away, also in a new tab, and stores it then', async () => {
    const server = await spawnServe(await postgres.database());
    const { page, browser } = await openBrowser();
    try {
      await makeAccount(page, await server.firstLink(), 'Li Hua', 'li@office.example');
      await dropFiles(page, [join(root, 'samples/digital-data.xml')]);
      const number = page.locator('.invoice-panel [data-field="number"]');
      await number.waitFor();
      await postgres.crash();
      await number.focus();
      await page.keyboard.press('F2');
      await number.getByRole('textbox').fill('12345678');
      await page.keyboard.press('Enter');
      await number.getByText('12345678 saving…').waitFor();
      await page.getByText(/^No connection since \d\d:\d\d: the server can’t reach its database/u).waitFor();
      expect(await violations({ page })).toEqual([]);
      const tab = await page.context().newPage();
      await tab.goto(server.address);
      await tab.getByRole('heading', { name: 'The server can’t reach its database' }).waitFor();
      expect(await violations({ page: tab })).toEqual([]);
      await postgres.restart();
      await tab.getByRole('button', { name: 'Signed in as Li Hua' }).waitFor();
      await number.getByText('12345678', { exact: true }).waitFor();
      await page.getByText(/^No connection/u).waitFor({ state: 'detached' });
      // Saved, and not only shown.
      await page.reload();
      await number.getByText('12345678', { exact: true }).waitFor();
    } finally {
      await browser.close();
      expect(await server.stop()).toBe(0);
    }
  }, 300_000);

  test('stops older servers with a message after an upgrade by a newer program', async () => {
    const url = await postgres.database();
    const server = await spawnServe(url);
    const client = new Client({ connectionString: url });
    await client.connect();
    await client.query('UPDATE vouch.office SET version = version + 1');
    await client.end();
    expect(await server.ended()).toEqual({
      code: 2,
      detail: expect.stringContaining('A newer version of Vouch'),
    });
  });
});
