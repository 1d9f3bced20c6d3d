import { expect, test } from 'vitest';
import { violations } from '../helpers/interface/axe.ts';
import { addDemoInvoices, eventually } from '../helpers/interface/steps.ts';
import { downloadAfter } from '../helpers/interface/page-events.ts';
import { sharedApp } from '../helpers/interface/shared-app.ts';

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
  const own = dialog.getByRole('grid', { name: /^Invoices of / });
  await own.focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.getByRole('application', { name: /^Picture of / }).waitFor();
  expect(await dialog.count()).toBe(0);
});
