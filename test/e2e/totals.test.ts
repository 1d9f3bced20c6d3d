import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeDigitalInvoice } from '../samples/digital/make-invoice.ts';
import { seededRandom } from '../samples/random.ts';
import { violations } from '../helpers/interface/axe.ts';
import { addDemoInvoices, eventually } from '../helpers/interface/steps.ts';
import { downloadAfter } from '../helpers/interface/page-events.ts';
import { sharedApp } from '../helpers/interface/shared-app.ts';
import { bought, own, writeOwn } from '../helpers/own-invoices.ts';

const shared = sharedApp();

test('leads by keyboard from a chart to its invoices, and shows totals as a table', async () => {
  const app = await shared();
  const { page } = app;
  await addDemoInvoices(app);
  await page.getByRole('toolbar', { name: 'Results of the batch' }).getByText('12 read:').waitFor();
  await page.keyboard.press('Control+Shift+G');
  const dialog = page.getByRole('dialog', { name: 'Totals' });
  const bars = dialog.getByRole('group', { name: 'Gross by month' }).getByRole('button');
  await eventually(() => bars.count()).toBe(12);
  expect(await violations(app)).toEqual([]);

  await bars.first().focus();
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  const invoices = dialog.getByRole('grid', { name: 'Invoices of 2025-06' });
  await eventually(() => invoices.getByRole('row').count()).toBe(1);
  expect(await bars.last().getAttribute('aria-pressed')).toBe('true');

  // The rows of a grouping and their sum.
  await dialog.getByText('Tax rate', { exact: true }).click();
  await eventually(() =>
    dialog.getByRole('grid', { name: 'Tax rate' }).getByRole('row').count(),
  ).toBeGreaterThan(3);
  const sum = dialog.getByRole('group', { name: 'Total' });
  expect(await sum.innerText()).toContain('204,693.10');
  await dialog.getByText('This month', { exact: true }).click();
  await dialog.getByText('No invoices in this period.').waitFor();
  await dialog.getByText('All', { exact: true }).click();
  const download = await downloadAfter(page, () =>
    dialog.getByRole('button', { name: 'Export CSV' }).click(),
  );
  expect(download.suggestedFilename()).toMatch(/^vouch-totals-rate-.*\.csv$/);
  const notice = page.getByText(/^Exported: vouch-totals-rate-/);
  await notice.waitFor();

  await page.keyboard.press('Control+Shift+G');
  await dialog.waitFor();
  // It would cover the buttons of the dialog, so it waits.
  expect(await notice.count()).toBe(0);
  await dialog.getByRole('group', { name: 'Sellers by gross' }).getByRole('button').first().press('Enter');
  const ofSeller = dialog.getByRole('grid', { name: /^Invoices of / });
  await ofSeller.focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.getByRole('application', { name: /^Picture of / }).waitFor();
  expect(await dialog.count()).toBe(0);
});

test('keeps months without invoices, ranks sellers with negative totals last, and says what is left out', async () => {
  const app = await shared();
  const { page } = app;
  const red = makeDigitalInvoice(seededRandom(9), { lines: 1, isRed: true, hasSpecialCharacters: false });
  const seller = (name: string) => ({ ...red.seller, name });
  const days = ['2025-01-10', '2025-03-10', '2025-04-10', '2025-04-11', '2025-04-12', '2025-04-13'];
  const invoices = [...days, '2025-04-14', '2025-04-15'].map((issueDate, index) =>
    bought(index + 1, { issueDate, seller: seller(`第${index + 1}商行`) }),
  );
  const back = {
    ...red,
    issueDate: '2025-04-16',
    buyer: { ...red.buyer, ...own },
    seller: seller('红字商行'),
  };
  await app.drop(await writeOwn(join(app.home, 'totals'), [...invoices, back]));
  await page.getByRole('toolbar', { name: 'Results of the batch' }).getByText('9 read:').waitFor();
  await page.keyboard.press('Control+Shift+G');
  const dialog = page.getByRole('dialog', { name: 'Totals' });

  const months = dialog.getByRole('group', { name: 'Gross by month' }).getByRole('button');
  await eventually(() => months.count()).toBe(3);
  const edgeOf = (index: number) =>
    months
      .nth(index)
      .locator('.chart-bar')
      .evaluate((bar) => Number(bar.getAttribute('x')));
  const [first, third, fourth] = [await edgeOf(0), await edgeOf(1), await edgeOf(2)];
  expect((third - first) / (fourth - third)).toBeCloseTo(2, 1);

  const sellers = dialog.getByRole('group', { name: 'Sellers by gross' });
  expect(await sellers.getByRole('button').count()).toBe(7);
  expect(await sellers.getByRole('button').last().getAttribute('aria-label')).toMatch(/^红字商行/u);
  const bar = await sellers.locator('.chart-bar.negative').boundingBox();
  const zero = await sellers.locator('.chart-zero').boundingBox();
  expect(bar && zero ? Math.abs(bar.x + bar.width - zero.x) : null).toBeLessThan(1.5);
  await dialog.getByText(/^Other sellers: 2, together/).waitFor();
});
