import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBrowser, spawnServe, type ServeProcess } from '../helpers/app-fixtures/office-app.ts';
import { violations } from '../helpers/interface/axe.ts';
import { noPostgres, startTestPostgres, type TestServer } from '../helpers/postgres.ts';

const password = 'plum kettle harbour seven';

const makeAccount = async (page: Page, link: string, name: string, email?: string): Promise<void> => {
  await page.goto(link);
  if (email !== undefined) await page.getByLabel('E-mail address').fill(email);
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByLabel('Password').fill(password);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: `Account of ${name}` }).waitFor();
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

  test('two people in two browsers, at two servers, review one batch', async () => {
    const [one, two] = servers;
    if (!one || !two) throw new Error('No servers');
    const li = await openBrowser();
    const wang = await openBrowser();
    try {
      await makeAccount(li.page, await one.firstLink(), 'Li Hua', 'li@office.example');
      // Once there is an administrator, the other server's link is not valid any more.
      await wang.page.goto(await two.firstLink());
      await wang.page.getByText('This link is not valid').waitFor();
      expect(await violations(wang)).toEqual([]);

      await li.page.getByRole('button', { name: 'Account of Li Hua' }).click();
      await li.page.getByRole('menuitem', { name: 'People' }).click();
      const dialog = li.page.getByRole('dialog', { name: 'People' });
      await dialog.getByLabel('E-mail address').fill('wang@office.example');
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
          .waitFor();

      // Each user sees which page the other has open, in the list and next to the data.
      const held = wang.page.locator('.document-line .badge', { hasText: 'Li Hua' });
      await held.waitFor();
      await wang.page.locator('[role=row]', { has: held }).first().click();
      await wang.page.getByText('Li Hua has this document open.').waitFor();
      expect(await violations(wang)).toEqual([]);
    } finally {
      await li.browser.close();
      await wang.browser.close();
    }
  });
});
