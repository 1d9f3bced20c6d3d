import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBrowser, spawnServe, type ServeProcess } from '../helpers/app-fixtures/office-app.ts';
import { violations } from '../helpers/interface/axe.ts';
import { noPostgres, startTestPostgres, type TestServer } from '../helpers/postgres.ts';

const password = 'plum kettle harbour seven';

describe.skipIf(noPostgres !== null)('the tokens of an office', () => {
  let postgres: TestServer;
  let server: ServeProcess;

  beforeAll(async () => {
    postgres = await startTestPostgres();
    server = await spawnServe(await postgres.database());
  });
  afterAll(async () => {
    expect(await server.stop()).toBe(0);
    await postgres.close();
  });

  test('are made, shown once, and revoked, by keyboard and in both languages', async () => {
    const { page, browser } = await openBrowser();
    try {
      await page.goto(await server.firstLink());
      await page.getByLabel('Email address').fill('li@office.example');
      await page.getByLabel('Name', { exact: true }).fill('Li Hua');
      await page.getByLabel('Password').fill(password);
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: 'Signed in as Li Hua' }).click();
      await page.getByRole('menuitem', { name: 'Your sign-in' }).click();
      const own = page.getByRole('region', { name: 'Tokens' });
      await own.getByLabel('Name').fill('Night run');
      await page.keyboard.press('Enter');
      const shown = own.locator('.office-link .selectable');
      await shown.waitFor();
      const token = await shown.innerText();
      expect(token).toMatch(/^vouch_[\w-]{43}$/u);
      await own.getByText(/created .* · not used yet · valid until /u).waitFor();
      expect(await violations({ page })).toEqual([]);
      const ask = async () => {
        const response = await fetch(`${server.address}/commands/desk.look`, {
          method: 'POST',
          headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
          body: JSON.stringify({ service: 'vat-invoice', files: [{ sha256: null, pages: [] }] }),
        });
        return response.status;
      };
      // Node's fetch marks its requests as a browser does, and a page must not use a token.
      expect(await ask()).toBe(403);

      // It is shown once.
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Signed in as Li Hua' }).click();
      await page.getByRole('menuitem', { name: 'Your sign-in' }).click();
      await own.getByText('Night run').waitFor();
      expect(await page.content()).not.toContain(token);
      await page.keyboard.press('Escape');

      // An administrator finds it at its user, and revokes it.
      await page.getByRole('button', { name: 'Signed in as Li Hua' }).click();
      await page.getByRole('menuitem', { name: 'Users' }).click();
      await page.getByRole('button', { name: 'Actions for Li Hua' }).click();
      await page.getByRole('menuitem', { name: 'Tokens' }).click();
      const others = page.getByRole('region', { name: 'Tokens of Li Hua' });
      const revoke = others.getByRole('button', { name: 'Revoke Night run' });
      await revoke.waitFor();
      expect(await violations({ page })).toEqual([]);
      await revoke.focus();
      await page.keyboard.press('Enter');
      await others.getByText('This user has no tokens.').waitFor();
      await page.keyboard.press('Escape');

      await page.keyboard.press('Control+,');
      await page.getByText('中文', { exact: true }).click();
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: /Li Hua/u }).click();
      await page.getByRole('menuitem', { name: '您的登录账号' }).click();
      await page
        .getByRole('region', { name: '访问令牌' })
        .getByRole('button', { name: '生成令牌' })
        .waitFor();
      expect(await violations({ page })).toEqual([]);
    } finally {
      await browser.close();
    }
  }, 300_000);
});
