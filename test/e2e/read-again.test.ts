import { describe, expect, test } from 'vitest';
import { startApp } from '../helpers/app.ts';
import { freshHome, type AppOptions, type RunningApp } from '../helpers/app-fixtures/running-app.ts';
import { violations } from '../helpers/interface/axe.ts';
import { writeReadAgain } from '../helpers/interface/read-again.ts';
import { dropOnSandbox, eventually, fieldCell, openDocument } from '../helpers/interface/steps.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

/** The picture, recognized once, and the program started on it repeatedly. */
const prepared = async () => {
  const made = await writeReadAgain(await temporaryFolder());
  const home = freshHome();
  const start = (options: AppOptions = {}): Promise<RunningApp> =>
    startApp('browser', { home, truths: made.truths, ...options });
  return { ...made, start };
};

const inFocus = ({ page }: RunningApp): Promise<string | null> =>
  page.evaluate(() => document.activeElement?.getAttribute('data-field') ?? null);

const type = async ({ page }: RunningApp, path: string, value: string): Promise<void> => {
  await page.locator(`[data-field="${path}"]`).focus();
  await page.keyboard.press('Enter');
  await page.keyboard.insertText(value);
  await page.keyboard.press('Enter');
  await page.locator('.field-story').getByText(value).first().waitFor();
};

/** The number of line items in the table. */
const rows = ({ page }: RunningApp): Promise<number> => page.getByRole('row', { name: /^Line \d+$/ }).count();

/** Recognizes again by key, and waits until the new extraction is shown. */
const readAgain = async ({ page }: RunningApp): Promise<void> => {
  await page.getByRole('application', { name: /paper/ }).waitFor();
  await page.keyboard.press('F9');
  await page.getByRole('button', { name: /^Warning: .* kept until you choose/ }).waitFor();
};

describe('a page that is recognized again', () => {
  test(
    'shows three values of a field; one key chooses, and undo and a restart keep the choice',
    { timeout: 120_000 },
    async () => {
      const { invoice, readAs, path, start } = await prepared();
      const first = await start();
      await dropOnSandbox(first, path);
      await openDocument(first, 'paper');
      await type(first, 'seller.name', '北京更正有限公司');
      await first.close();

      const other = '上海另读有限公司';
      await readAs({ ...invoice, seller: { ...invoice.seller, name: other } });
      const app = await start();
      const { page } = app;
      await readAgain(app);
      for (let presses = 0; (await inFocus(app)) !== 'seller.name' && presses < 20; presses += 1)
        await page.keyboard.press('Tab');
      expect(await inFocus(app)).toBe('seller.name');
      const conflict = page.getByRole('group', { name: 'Recognized differently this time' });
      const told = () => conflict.locator('.conflict-row').allInnerTexts();
      await eventually(async () => (await told()).join(' ')).toContain('Recognized now');
      const [before, mine, now] = await told();
      expect(before).toContain(invoice.seller.name);
      expect(mine).toContain('北京更正有限公司');
      expect(now).toContain(other);
      expect(await violations(app)).toEqual([]);

      await page.keyboard.press('F7');
      await conflict.waitFor({ state: 'detached' });
      await page.getByText('kept despite a different result').waitFor();
      await fieldCell(app, 'Seller name').getByText('北京更正有限公司').waitFor();
      await page.keyboard.press('Control+z');
      await conflict.waitFor();
      await page.keyboard.press('F8');
      await page.getByRole('gridcell', { name: `Seller name: ${other}` }).waitFor();
      expect(await inFocus(app)).toBe('seller.name');
      await page.keyboard.press('Control+z');
      await conflict.getByRole('button', { name: /^Keep my correction/ }).click();
      await conflict.waitFor({ state: 'detached' });
      await app.close();

      const again = await start();
      await again.page.getByRole('gridcell', { name: 'Seller name: 北京更正有限公司 (Corrected)' }).waitFor();
      expect(await again.page.locator('.conflict').count()).toBe(0);
      await again.close();
    },
  );

  test(
    "keeps the user's edited lines until the user chooses, if the table changed",
    { timeout: 120_000 },
    async () => {
      const { invoice, readAs, path, start } = await prepared();
      const first = await start();
      await dropOnSandbox(first, path);
      await openDocument(first, 'paper');
      const count = invoice.lines.length;
      await eventually(() => rows(first)).toBe(count);
      await first.page.locator('[data-field="lines.1.name"]').focus();
      await first.page.keyboard.press('Control+Delete');
      await eventually(() => rows(first)).toBe(count - 1);
      await first.close();

      await readAs({ ...invoice, lines: invoice.lines.slice(-1) });
      const app = await start({ colorScheme: 'dark' });
      const { page } = app;
      await readAgain(app);
      const conflict = page.getByRole('group', { name: /^The line items changed in this recognition/ });
      await conflict.getByRole('listitem').first().waitFor();
      expect(await conflict.getByRole('listitem').count()).toBe(count + (count - 1) + 1);
      expect(await rows(app)).toBe(count - 1);
      expect(await violations(app)).toEqual([]);
      // The key applies to the table in each of its cells, and nowhere else.
      await page.locator('[data-field="number"]').focus();
      await page.keyboard.press('F8');
      await page.locator('[data-field="lines.0.amount"]').focus();
      await page.keyboard.press('F8');
      await eventually(() => rows(app)).toBe(1);
      expect(await conflict.count()).toBe(0);
      await page.keyboard.press('Control+z');
      await conflict.waitFor();
      await page.locator('[data-field="lines.0.amount"]').focus();
      await page.keyboard.press('F7');
      await conflict.waitFor({ state: 'detached' });
      expect(await rows(app)).toBe(count - 1);
      await page.getByRole('button', { name: 'Restore recognized lines' }).click();
      await eventually(() => rows(app)).toBe(1);
      await app.close();
    },
  );

  test('reverts a corrected value to the recognized one with one key', async () => {
    const { path, invoice, start } = await prepared();
    const app = await start();
    const { page } = app;
    await dropOnSandbox(app, path);
    await openDocument(app, 'paper');
    await type(app, 'number', '11111111');
    await page
      .locator('.field-story')
      .getByRole('button', { name: /^Use recognized value/ })
      .waitFor();
    expect(await violations(app)).toEqual([]);
    await page.keyboard.press('F8');
    await page.getByRole('gridcell', { name: `Invoice number: ${invoice.number}` }).waitFor();
    await page.locator('.field-story').getByText('reverted to the recognized value').waitFor();
    expect(await page.locator('.field-story').getByRole('button').count()).toBe(0);
    await page.keyboard.press('Control+z');
    await page.getByRole('gridcell', { name: /^Invoice number: 11111111/ }).waitFor();
    await app.close();
  });
});
