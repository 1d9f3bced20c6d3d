import { copyFileSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeDigitalInvoice } from '../samples/digital/make-invoice.ts';
import { writeEInvoice } from '../samples/digital/write-einvoice.ts';
import { seededRandom } from '../samples/random.ts';
import { onRealElectron, startDesktop } from '../helpers/app-fixtures/desktop-app.ts';
import { violations } from '../helpers/interface/axe.ts';
import { dropOnSandbox, eventually, sample } from '../helpers/interface/steps.ts';

const invoiceOf = (seed: number) => ({
  ...makeDigitalInvoice(seededRandom(seed), { lines: 1, isRed: false, hasSpecialCharacters: false }),
  issueDate: '2025-03-12',
  number: `2531200000000000010${seed}`,
});

test.skipIf(onRealElectron)('renames originals as previewed, and restores their names', async () => {
  const app = await startDesktop();
  const { page, home } = app;
  const inbox = join(home, 'inbox');
  mkdirSync(inbox);
  const paths = [1, 2].map((seed) => {
    const path = join(inbox, `${seed}.xml`);
    writeFileSync(path, writeEInvoice(invoiceOf(seed)));
    return path;
  });
  const taken = `${invoiceOf(2).number}.xml`;
  writeFileSync(join(inbox, taken), 'mine');
  await app.drop(paths);
  await eventually(() => page.getByRole('row', { name: /Recognized/ }).count()).toBe(2);
  // The original of a scan disappears; Vouch has no copy of it.
  const scan = join(inbox, 'scan.jpg');
  copyFileSync(sample('special-paper.jpg'), scan);
  await dropOnSandbox(app, scan);
  await eventually(() => page.getByRole('row', { name: /Recognized/ }).count()).toBe(3);
  rmSync(scan);

  await page.getByRole('button', { name: 'Books' }).click();
  await page.getByRole('menuitem', { name: 'Rename originals…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Rename originals' });
  const pattern = dialog.getByLabel('Pattern');
  await dialog.getByText('To rename: 2. Unchanged: 1.').waitFor();
  await pattern.fill('{nothing}');
  await dialog.getByText('unknown field {nothing}').waitFor();
  await pattern.fill('{number}');
  await dialog.getByText('To rename: 1. Unchanged: 2.').waitFor();
  await dialog.getByText('Conflict: another file already has this name').waitFor();
  await dialog.getByRole('row', { name: /scan\.jpg.*File not found/ }).waitFor();
  expect(await violations(app)).toEqual([]);
  await dialog.getByRole('button', { name: 'Rename (1)' }).click();
  await dialog.getByText('Files named: 1.').waitFor();
  expect(readdirSync(inbox).toSorted()).toEqual(['2.xml', `${invoiceOf(1).number}.xml`, taken]);

  const undo = dialog.getByRole('button', { name: 'Undo the last run (1)' });
  await undo.focus();
  await page.keyboard.press('Enter');
  await dialog.getByText('Names restored: 1.').waitFor();
  expect(readdirSync(inbox).toSorted()).toEqual(['1.xml', '2.xml', taken]);
  await undo.waitFor({ state: 'detached' });

  // The pattern is there again the next time.
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Books' }).click();
  await page.getByRole('menuitem', { name: 'Rename originals…' }).click();
  await eventually(() => pattern.inputValue()).toBe('{number}');
  await app.close();
});
