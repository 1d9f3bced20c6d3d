import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import type { Page } from 'playwright';
import { openBrowser, spawnServe } from '../helpers/app-fixtures/office-app.ts';
import { projectFolder } from '../helpers/app-fixtures/folders.ts';
import { dialogsEn } from '../../shared/texts/dialogs-en.ts';
import { dialogsZh } from '../../shared/texts/dialogs-zh.ts';
import { startTestPostgres } from '../helpers/postgres.ts';

/**
 * Takes the dialogs of an office and a reviewer's view in both languages, both themes and three sizes of the window;
 * or only the looks that are named, like `zh-CN.dark`.
 */

const sizes = [
  { width: 1024, height: 700 },
  { width: 1440, height: 900 },
  { width: 1920, height: 1080 },
] as const;
const folder = join(projectFolder, 'screenshots');
const password = 'plum kettle harbour seven';
let taken = 0;

const take = async (page: Page, name: string, look: string): Promise<void> => {
  for (const size of sizes) {
    await page.setViewportSize(size);
    await page.waitForTimeout(400);
    const path = join(folder, `${name}.${look}.${size.width}x${size.height}.png`);
    await page.screenshot({ path });
    taken += 1;
  }
  await page.setViewportSize(sizes[1]);
};

const fillAll = async (page: Page, values: readonly string[]): Promise<void> => {
  const inputs = page.locator('.entrance input:not([readonly])');
  await inputs.first().waitFor();
  for (const [index, value] of values.entries()) await inputs.nth(index).fill(value);
};

const enter = async (page: Page): Promise<void> => {
  await page.keyboard.press('Enter');
  await page.locator('.user-name').waitFor();
};

const openMenuItem = async (page: Page, index: number): Promise<void> => {
  await page.locator('.user-name').click();
  await page.getByRole('menuitem').nth(index).click();
  await page.getByRole('dialog').waitFor();
};

/** Another administrator is quicker with the same settings. */
const takeConflict = async (page: Page, address: string, look: string): Promise<void> => {
  const { promise: isStored, resolve: stored } = Promise.withResolvers<void>();
  await page.route('**/commands/settings.change', async (route) => {
    await isStored;
    await route.continue();
  });
  await page.keyboard.press('Control+,');
  const settings = page.getByRole('dialog');
  const words = (look.startsWith('zh') ? dialogsZh : dialogsEn).settings;
  for (const [name, value] of [
    [words.confidenceLimit, '85'],
    [words.limits.calls, '16'],
  ] as const) {
    const field = settings.getByRole('textbox', { name });
    await field.fill(value);
    await field.press('Tab');
  }
  const company = settings.locator('.company-new');
  await company.locator('input').first().fill('澄川办公设备有限公司');
  await company.locator('input').last().fill('91310000MA1FL1111X');
  await company.getByRole('button').click();
  const other = await page.context().newPage();
  await other.goto(address);
  await other.locator('.user-name').waitFor();
  await other.evaluate(
    async (change) => {
      const headers = { 'content-type': 'application/json', 'x-vouch-request': crypto.randomUUID() };
      await fetch('/commands/settings.change', { method: 'POST', headers, body: JSON.stringify(change) });
    },
    {
      confidenceLimit: 0.95,
      officeCalls: 64,
      ownCompanies: [{ name: '南麂工程咨询（上海）有限公司', taxId: '91310115MA1K35JH2T' }],
      was: { confidenceLimit: 0.9, officeCalls: 32, ownCompanies: [] },
    },
  );
  await other.close();
  stored();
  await page.getByRole('alertdialog').waitFor();
  await take(page, '48-settings-conflict', look);
};

const takeOffice = async (url: string, locale: 'zh-CN' | 'en-US', colorScheme: 'light' | 'dark') => {
  const look = `${locale}.${colorScheme}`;
  const server = await spawnServe(url);
  const { browser, page } = await openBrowser({ locale, colorScheme });
  const other = await openBrowser({ locale, colorScheme });
  page.setDefaultTimeout(120_000);
  other.page.setDefaultTimeout(120_000);

  await page.goto(await server.firstLink());
  await fillAll(page, ['li@office.example', '李华', password]);
  await take(page, '40-first-account', look);
  await enter(page);
  await openMenuItem(page, 1);
  const invite = page.locator('.dialog input[type="email"]');
  await invite.fill('wang@office.example');
  await invite.press('Enter');
  const link = page.locator('.office-link .selectable');
  await link.waitFor();
  await take(page, '41-people', look);
  await link.scrollIntoViewIfNeeded();

  await other.page.goto(await link.innerText());
  await fillAll(other.page, ['王伟', password]);
  await take(other.page, '42-invited', look);
  await enter(other.page);
  await page.keyboard.press('Escape');
  await openMenuItem(page, 0);
  await take(page, '43-account', look);
  await page.keyboard.press('Escape');

  await page.locator('.top-actions').getByRole('button').first().click();
  await page.getByRole('application').waitFor();
  const held = other.page.locator('[role=row]:has(.badge)', { hasText: '李华' });
  await held.first().click();
  await other.page.getByRole('application').waitFor();
  await take(other.page, '44-reviewer', look);
  await other.page.keyboard.press('Control+Shift+E');
  await other.page.getByRole('dialog').waitFor();
  await take(other.page, '45-reviewer-export', look);
  await other.page.keyboard.press('Escape');
  await other.page.keyboard.press('Control+,');
  await other.page.getByRole('dialog').waitFor();
  await take(other.page, '46-reviewer-settings', look);
  await other.page.goto(server.address);
  await other.page.context().clearCookies();
  await other.page.reload();
  await other.page.locator('.entrance').waitFor();
  await take(other.page, '47-sign-in', look);
  await takeConflict(page, server.address, look);
  await browser.close();
  await other.browser.close();
  await server.stop();
};

mkdirSync(folder, { recursive: true });
const onlyLooks = process.argv.slice(2);
const postgres = await startTestPostgres();
for (const locale of ['zh-CN', 'en-US'] as const)
  for (const colorScheme of ['light', 'dark'] as const)
    if (onlyLooks.length === 0 || onlyLooks.includes(`${locale}.${colorScheme}`))
      await takeOffice(await postgres.database(), locale, colorScheme);
await postgres.close();
console.log(`${taken} screenshots in ${folder}`);
process.exit(0);
