import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeDigitalInvoice } from '../samples/digital/make-invoice.ts';
import { writeEInvoice } from '../samples/digital/write-einvoice.ts';
import { seededRandom } from '../samples/random.ts';
import { atEnd } from '../helpers/app-fixtures/running-app.ts';
import { violations } from '../helpers/interface/axe.ts';
import { ofdInvoiceParts } from '../samples/digital/write-ofd.ts';
import { packOfd } from '../helpers/sealed-ofd.ts';
import { sharedApp } from '../helpers/interface/shared-app.ts';
import { dropOnSandbox, eventually, sample, writeScanOf } from '../helpers/interface/steps.ts';

const shared = sharedApp();

test('compares duplicates side by side, counts only the kept one, and undoes the choice', async () => {
  const app = await shared();
  const { page } = app;
  const folder = mkdtempSync(join(tmpdir(), 'vouch-compare-'));
  atEnd(() => rmSync(folder, { recursive: true, force: true }));
  const copy = join(folder, 'copy.pdf');
  await writeScanOf('special-paper.jpg', copy);
  await dropOnSandbox(app, sample('special-paper.jpg'), copy);
  const outcomes = page.getByRole('toolbar', { name: 'Results of the batch' }).getByRole('button');
  await eventually(() => outcomes.allTextContents()).toEqual(['2 duplicates']);
  await page.getByRole('grid', { name: 'List of documents' }).getByRole('row', { name: /copy/ }).click();
  await page.getByRole('application', { name: /^Picture of copy\.pdf/ }).waitFor();

  await page.getByRole('button', { name: /^Compare side by side/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Compare invoices' });
  await dialog.getByText('All fields are equal.').waitFor();
  expect(await dialog.getByRole('button', { name: /^Enlarge the picture of / }).count()).toBe(2);
  expect(await violations(app)).toEqual([]);
  await page.keyboard.press('Escape');
  // The copy has another value: the difference is marked.
  await page.locator('[data-field="grossTotal"]').focus();
  await page.keyboard.press('Enter');
  await page.keyboard.type('13119.94');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Control+Shift+D');
  await dialog.getByText('1 field differs.').waitFor();
  await dialog.getByText('Only differences').click();
  await dialog.getByRole('row', { name: /^Differs: Total with tax/ }).waitFor();

  await dialog.getByRole('button', { name: 'Keep this one' }).last().click();
  await eventually(() => outcomes.allTextContents()).toEqual(['1 clean', '1 set aside']);
  await page.keyboard.press('Control+z');
  await eventually(() => outcomes.allTextContents()).toEqual(['2 duplicates']);
});

test('compares the files of one invoice side by side and marks their differences', async () => {
  const app = await shared();
  const { page } = app;
  const invoice = makeDigitalInvoice(seededRandom(43), {
    lines: 2,
    isRed: false,
    hasSpecialCharacters: false,
  });
  const other = { ...invoice, drawer: '另一位开票人' };
  const parts = Object.entries(ofdInvoiceParts(other, { attachment: true }));
  const files = [join(app.home, 'one.xml'), join(app.home, 'one.ofd')] as const;
  writeFileSync(files[0], writeEInvoice(invoice));
  writeFileSync(files[1], packOfd(new Map(parts.map(([path, content]) => [path, Buffer.from(content)]))));
  await app.drop(files);
  await page.getByRole('button', { name: /^Compare side by side/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Compare files of one invoice' });
  await dialog.getByRole('columnheader', { name: /one\.xml XML file/ }).waitFor();
  await dialog.getByRole('columnheader', { name: /one\.ofd OFD file/ }).waitFor();
  await dialog.getByText('Only differences').click();
  await dialog.getByRole('row', { name: /^Differs: .*另一位开票人/ }).waitFor();
  expect(await dialog.getByRole('button', { name: 'Keep this one' }).count()).toBe(0);
});
