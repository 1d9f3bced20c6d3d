import { expect, test } from 'vitest';
import { startApp } from '../helpers/app.ts';
import { violations } from '../helpers/interface/axe.ts';
import { dropOnSandbox, eventually, openDocument, sample } from '../helpers/interface/steps.ts';

/** Between the top of the pane and its first document, in CSS pixels. */
const mostAbove = 164;

test('leave room for the documents, in both languages and at any width', async () => {
  for (const locale of ['en-US', 'zh-CN'] as const) {
    const app = await startApp('browser', { locale });
    const { page } = app;
    await page.locator('.first-run-step').getByRole('button').first().click();
    await page.locator('.sheet-buttons').waitFor();
    await eventually(() => page.locator('.document-list [role="row"]').count()).toBeGreaterThan(8);
    for (const width of [1024, 1440, 1920]) {
      await page.setViewportSize({ width, height: 900 });
      const above = await page.evaluate(() => {
        const [list, pane] = ['.document-list', '.documents'].map(
          (query) => document.querySelector(query)?.getBoundingClientRect().top ?? NaN,
        );
        return (list ?? NaN) - (pane ?? NaN);
      });
      expect(above, `${locale} ${width}`).toBeLessThanOrEqual(mostAbove);
    }
    await app.close();
  }
});

test('name the filter, the number of shown documents and the file of a failed row', async () => {
  const app = await startApp('browser');
  const { page } = app;
  await dropOnSandbox(app, sample('special-paper.jpg'), sample('digital-special.png'), sample('README.md'));
  await openDocument(app, 'special-paper.jpg');
  await page.getByRole('row', { name: /README\.md.*Failed/ }).waitFor();
  const outcomes = page.getByRole('toolbar', { name: 'Results of the batch' });
  await page.getByLabel('Show').selectOption('sandbox');
  await page.getByText('2 of 3 documents').waitFor();
  const chosen = outcomes.getByRole('button', { name: 'Read by the demo' });
  expect(await chosen.getAttribute('aria-pressed')).toBe('true');
  expect(await violations(app)).toEqual([]);
  await chosen.press('Enter');
  await page.getByText('3 documents', { exact: true }).waitFor();
  expect(await page.getByLabel('Show').inputValue()).toBe('all');

  await page.getByText('Table', { exact: true }).click();
  const grid = page.getByRole('grid', { name: 'Batch' });
  await grid.getByRole('row').filter({ hasText: 'Failed' }).getByText('README.md').waitFor();
  await app.close();
});
