import { expect, test } from 'vitest';
import { violations } from '../helpers/interface/axe.ts';
import { dropOnSandbox, openDocument, sample } from '../helpers/interface/steps.ts';
import { sharedApp } from '../helpers/interface/shared-app.ts';

const shared = sharedApp();

test('name the filter, the number of shown documents and the file of a failed row', async () => {
  const app = await shared();
  const { page } = app;
  await dropOnSandbox(app, sample('special-paper.jpg'), sample('digital-special.png'), sample('README.md'));
  await openDocument(app, 'special-paper.jpg');
  await page.getByRole('row', { name: /README\.md.*Failed/ }).waitFor();
  const outcomes = page.getByRole('toolbar', { name: 'Results of the batch' });
  await page.getByLabel('Show').selectOption('sandbox');
  await page.getByText('2 of 3 documents').waitFor();
  const chosen = outcomes.getByRole('button', { name: 'Recognized by the demo' });
  expect(await chosen.getAttribute('aria-pressed')).toBe('true');
  expect(await violations(app)).toEqual([]);
  await chosen.press('Enter');
  await page.getByText('3 documents', { exact: true }).waitFor();
  expect(await page.getByLabel('Show').inputValue()).toBe('all');

  await page.getByText('Table', { exact: true }).click();
  const grid = page.getByRole('grid', { name: 'Batch' });
  await grid.getByRole('row').filter({ hasText: 'Failed' }).getByText('README.md').waitFor();
});
