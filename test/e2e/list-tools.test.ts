import { expect, test } from 'vitest';
import { dropFiles } from '../helpers/app-fixtures/running-app.ts';
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

test('remove a document to the bin, offer it back when it is dropped again, and restore or delete it', async () => {
  const app = await shared();
  const { page } = app;
  await dropOnSandbox(app, sample('special-paper.jpg'));
  await openDocument(app, 'special-paper.jpg');
  const row = page.getByRole('row', { name: /special-paper/ });
  const bin = page.getByRole('dialog', { name: 'Bin' });
  const remove = async () => {
    await page.getByRole('grid', { name: 'List of documents' }).focus();
    await page.keyboard.press('Delete');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove', exact: true }).click();
    await row.waitFor({ state: 'detached' });
  };
  await remove();
  await dropFiles(page, [sample('special-paper.jpg')]);
  // It opens only when the user asks for it.
  const told = page.getByRole('log').filter({ hasText: 'In the bin, so not added again: 1' });
  await told.getByRole('button', { name: 'Open', exact: true }).click();
  await bin.getByText('These files are in the bin').waitFor();
  expect(await violations(app)).toEqual([]);
  // The offer has the focus.
  await page.keyboard.press('Enter');
  await bin.waitFor({ state: 'detached' });
  await openDocument(app, 'special-paper.jpg');

  await remove();
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Bin…' }).click();
  await bin.getByText('Removed documents: 1.').waitFor();
  await bin.getByRole('button', { name: 'Delete special-paper.jpg for good' }).click();
  await bin
    .getByRole('alert')
    .getByText('Delete special-paper.jpg for good, with its data and reviews?')
    .waitFor();
  await bin.getByRole('button', { name: 'Delete for good', exact: true }).click();
  await bin.getByText('The bin is empty.').waitFor();
});

test('the window stays when a part of it can’t be loaded, and loads it again', async () => {
  const app = await shared();
  const { page } = app;
  app.forgive(/ERR_FAILED|dynamically imported/u);
  const code = '**/assets/keys-dialog-*.js';
  const open = async () => {
    await page.getByRole('button', { name: 'Menu', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Keys' }).click();
  };
  await page.route(code, (route) => route.abort());
  await open();
  const told = page.getByRole('alert').filter({ hasText: 'A part of the window could not be loaded.' });
  await told.waitFor();
  await page.getByRole('button', { name: 'Menu', exact: true }).waitFor();
  await page.unroute(code);
  await told.getByRole('button', { name: 'Load again' }).click();
  await told.waitFor({ state: 'detached' });
  await open();
  await page.getByRole('dialog', { name: 'Keys' }).waitFor();
});
