import { expect, test } from 'vitest';
import { addDemoInvoices, eventually } from '../helpers/interface/steps.ts';
import { sharedApp } from '../helpers/interface/shared-app.ts';

const shared = sharedApp();

test('keeps filters in another language and over a reload, and what is no amount or day as a draft', async () => {
  const app = await shared();
  const { page } = app;
  await addDemoInvoices(app);
  await page.getByRole('button', { name: /^Confirm \d+ clean$/ }).waitFor();
  await page.getByText('Table', { exact: true }).click();
  const rows = page.locator('.sheet-rows [data-index]');
  const cells = (column: string) => rows.locator(`[data-column="${column}"]`).allTextContents();
  const menu = (column: string) => page.locator(`[data-menu="${column}"]`).click();
  const shut = async () => {
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  };
  const notSaved = page.locator('.notice', { hasText: 'was not saved' });
  await eventually(() => rows.count()).toBe(12);

  await eventually(async () => (await cells('state')).join(' ')).not.toMatch(/Waiting|Recogniz|Reading/);

  // A filter by a kind shows the same rows in Chinese.
  await menu('kind');
  await page.locator('.value-filter').getByRole('button', { name: 'Only', exact: true }).first().click();
  await shut();
  await eventually(() => rows.count()).toBeLessThan(12);
  const numbers = await cells('number');
  const choose = async (name: string) => {
    await page.keyboard.press('Control+,');
    const radio = page.getByRole('radio', { name });
    await radio.click({ force: true });
    await eventually(() => radio.isChecked()).toBe(true);
    await shut();
  };
  await choose('中文');
  await page.getByRole('button', { name: '显示全部行' }).waitFor();
  expect(await cells('number')).toEqual(numbers);
  await choose('English');
  await page.getByRole('button', { name: 'Show all rows' }).click();

  // What is no amount is said, and is there again. The amount before it still filters.
  const from = page.getByRole('textbox', { name: 'Amount from' });
  await menu('grossTotal');
  const most = (await cells('grossTotal')).toSorted((one, other) => other.length - one.length)[0] ?? '';
  await from.pressSequentially(most);
  expect(await from.inputValue()).toBe(most);
  await from.press('x');
  await shut();
  await notSaved.waitFor();
  await eventually(() => rows.count()).toBeLessThan(12);
  const large = await cells('grossTotal');
  await menu('grossTotal');
  expect(await from.inputValue()).toBe(`${most}x`);
  await from.press('Backspace');
  await shut();

  // So is a part of a day.
  await menu('issueDate');
  const days = page.locator('.range-filter');
  await days.getByRole('spinbutton', { name: /^year/ }).first().click();
  await page.keyboard.type('202405');
  await shut();
  await notSaved.filter({ hasText: 'The date is incomplete' }).waitFor();

  // Words, filters and sorting last as long as the tab.
  await page.locator('[data-column="seller"]').first().click();
  await page
    .getByRole('columnheader', { name: /^Seller/ })
    .getByRole('button', { name: /^Seller$/ })
    .click();
  await page.getByRole('searchbox', { name: 'Find' }).fill('2');
  await eventually(() => rows.count()).toBeGreaterThan(0);
  const before = await cells('number');
  await page.reload();
  await eventually(() => cells('number')).toEqual(before);
  expect(await page.getByRole('searchbox', { name: 'Find' }).inputValue()).toBe('2');
  await page.getByRole('searchbox', { name: 'Find' }).fill('');
  await eventually(async () => (await cells('grossTotal')).toSorted()).toEqual(large.toSorted());
  // In a low window, all of the menu can be scrolled into sight.
  await page.setViewportSize({ width: 1024, height: 600 });
  await menu('issueDate');
  await eventually(() => days.getByRole('group').first().textContent()).toMatch(/2024.05/);
  await days.getByText('The date is incomplete, and does not filter yet.').waitFor();
  await page.locator('.column-menu').hover({ position: { x: 20, y: 20 } });
  await page.mouse.wheel(0, 2000);
  const end = () =>
    page.locator('.value-filter ul').evaluate((list) => Math.round(list.getBoundingClientRect().bottom));
  await eventually(end).toBeLessThanOrEqual(600);
});

test('the history and the totals keep a part of a day, and what is no amount, as drafts', async () => {
  const app = await shared();
  const { page } = app;
  await addDemoInvoices(app);
  await page.getByRole('button', { name: /^Confirm \d+ clean$/ }).waitFor();
  const dialog = page.getByRole('dialog');
  const notSaved = page.locator('.notice', { hasText: 'was not saved' });
  const day = dialog.locator('.date-input').first();
  const partOfDay = dialog.getByText('The date is incomplete, and does not filter yet.');
  const amount = dialog.getByRole('textbox', { name: 'Amount from' });
  const open = async (keys: string) => {
    await page.keyboard.press(keys);
    await dialog.waitFor();
  };
  const shut = async () => {
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  };
  const typePart = async () => {
    await day.getByRole('spinbutton', { name: /^year/ }).click();
    await page.keyboard.type('202405');
  };

  await open('Control+Shift+F');
  await amount.fill('12x');
  await dialog.getByText('Enter an amount with at most two decimals.').waitFor();
  await typePart();
  await shut();
  await notSaved.filter({ hasText: 'The date is incomplete' }).waitFor();
  await open('Control+Shift+G');
  await typePart();
  await shut();
  await page.reload();
  await page.getByRole('grid', { name: 'List of documents' }).waitFor();
  await open('Control+Shift+F');
  expect(await amount.inputValue()).toBe('12x');
  await partOfDay.waitFor();
  expect((await dialog.getByRole('textbox', { name: 'Amount to' }).boundingBox())?.height).toBeLessThan(40);
  await eventually(() => day.textContent()).toMatch(/2024.05/);
  // A period replaces the part, and an amount that is one filters.
  await dialog.getByRole('combobox', { name: 'Period' }).selectOption('lastYear');
  await eventually(() => day.textContent()).toMatch(/20\d\d.01.01/);
  await partOfDay.waitFor({ state: 'detached' });
  await amount.fill('99,999,999');
  await dialog.getByRole('status').getByText('Nothing found').waitFor();
  await shut();
  await open('Control+Shift+G');
  await partOfDay.waitFor();
  await eventually(() => day.textContent()).toMatch(/2024.05/);
  await dialog.getByText('Last year', { exact: true }).click();
  await partOfDay.waitFor({ state: 'detached' });
  await eventually(() => day.textContent()).toMatch(/20\d\d.01.01/);
  await shut();
});
