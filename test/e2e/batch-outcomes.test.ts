import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { atEnd } from '../helpers/app-fixtures/running-app.ts';
import { dropOnSandbox, eventually, sample, writeScanOf } from '../helpers/interface/steps.ts';
import { sharedApp } from '../helpers/interface/shared-app.ts';

const shared = sharedApp();

test('lists every outcome of a batch as a button that shows its documents', async () => {
  const app = await shared();
  const { page } = app;
  const folder = mkdtempSync(join(tmpdir(), 'vouch-outcomes-'));
  atEnd(() => rmSync(folder, { recursive: true, force: true }));
  const copy = join(folder, 'copy.pdf');
  await writeScanOf('special-paper.jpg', copy);
  const text = join(folder, 'note.txt');
  writeFileSync(text, 'no invoice');
  await dropOnSandbox(
    app,
    sample('special-paper.jpg'),
    copy,
    sample('special-paper-wrong-words.jpg'),
    sample('digital-ordinary.png'),
    text,
  );
  const summary = page.getByRole('toolbar', { name: 'Results of the batch' });
  await summary.getByText('4 read:').waitFor();
  await eventually(() => summary.getByRole('button').allTextContents()).toEqual([
    '1 clean',
    '1 with findings',
    '2 duplicates',
    '1 not supported',
  ]);
  const list = page.getByRole('grid', { name: 'List of documents' });
  await summary.getByRole('button', { name: '2 duplicates' }).click();
  await eventually(() => list.getByRole('row').count()).toBe(2);
  // The same summary is above the table, and its buttons have the same effect there.
  await page.getByText('Table', { exact: true }).click();
  const rows = page
    .getByRole('grid', { name: 'Batch' })
    .getByRole('row')
    .filter({ has: page.locator('[data-column]') });
  await eventually(() => rows.count()).toBe(2);
  await summary.getByRole('button', { name: '1 not supported' }).press('Enter');
  await eventually(() => rows.count()).toBe(1);
  await summary.getByRole('button', { name: '1 not supported' }).press('Enter');
  await eventually(() => rows.count()).toBe(5);
  expect(await summary.getByRole('button', { pressed: true }).count()).toBe(0);
});
