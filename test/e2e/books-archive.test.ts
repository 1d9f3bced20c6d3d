import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PDFDocument } from '@cantoo/pdf-lib';
import { expect, test } from 'vitest';
import { makeDigitalInvoice } from '../samples/digital/make-invoice.ts';
import { writeEInvoice } from '../samples/digital/write-einvoice.ts';
import { seededRandom } from '../samples/random.ts';
import { freshHome } from '../helpers/app-fixtures/running-app.ts';
import { violations } from '../helpers/interface/axe.ts';
import { fillDay } from '../helpers/interface/fill-day.ts';
import { eventually } from '../helpers/interface/steps.ts';
import { downloadAfter } from '../helpers/interface/page-events.ts';
import { sharedApp } from '../helpers/interface/shared-app.ts';

const shared = sharedApp();

const invoiceOf = (seed: number) => ({
  ...makeDigitalInvoice(seededRandom(seed), { lines: 1, isRed: false, hasSpecialCharacters: false }),
  issueDate: '2025-03-12',
});
const invoices = [invoiceOf(101), invoiceOf(102), invoiceOf(103)];

test('archives a period, checks it and prints invoices without an account', async () => {
  const home = freshHome();
  const app = await shared();
  const { page } = app;
  await app.drop(
    invoices.map((invoice, index) => {
      const path = join(home, `${index}.xml`);
      writeFileSync(path, writeEInvoice(invoice));
      return path;
    }),
  );
  await eventually(() => page.getByRole('row', { name: /Recognized/ }).count()).toBe(3);
  const open = async (name: string) => {
    await page.getByRole('button', { name: 'Books' }).click();
    await page.getByRole('menuitem', { name }).click();
  };

  await open('Archive…');
  const dialog = page.getByRole('dialog', { name: 'Archive' });
  await dialog.getByText('No invoice was issued in this period.').waitFor();
  const from = dialog.getByRole('group', { name: 'Issued from' });
  await fillDay(from, '2025-03-08');
  // The calendar opens at the day and is used by keyboard, too.
  await from.getByRole('button').press('Enter');
  await page.getByRole('grid', { name: /March 2025/ }).waitFor();
  expect(await violations(app)).toEqual([]);
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await eventually(() => from.getByRole('spinbutton').allTextContents()).toEqual(['2025', '03', '01']);
  await fillDay(dialog.getByRole('group', { name: 'to', exact: true }), '2025-03-31');
  await dialog.getByText(/^3 invoices: 3 not confirmed, 3 not booked, 3 not verified/).waitFor();
  expect(await violations(app)).toEqual([]);
  const download = await downloadAfter(page, () =>
    dialog.getByRole('button', { name: 'Create archive' }).click(),
  );
  const zip = readFileSync(await download.path());
  // Originals are in it byte for byte.
  expect(zip.includes(Buffer.from('originals/'))).toBe(true);

  const check = async (name: string, bytes: Buffer) => {
    const path = join(home, name);
    writeFileSync(path, bytes);
    await open('Archive…');
    await app.choose([path], () => dialog.getByRole('button', { name: 'Choose a file…' }).click());
  };
  await check('sound.zip', zip);
  await dialog.getByText(/^The archive is intact: \d+ files/).waitFor();
  await page.keyboard.press('Escape');
  const changed = Buffer.from(zip);
  const at = Math.floor(zip.length / 3);
  changed[at] = (changed[at] ?? 0) ^ 1;
  await check('changed.zip', changed);
  await dialog.getByText('The archive has changed since it was created:').waitFor();
  await page.keyboard.press('Escape');
  await page
    .getByRole('row', { name: /Recognized/ })
    .first()
    .click();
  await page
    .locator('.verification summary')
    .getByText(/Archived/)
    .waitFor();

  // Lone XML files are printed as their forms, two a page, after a list.
  await page.keyboard.press('Control+p');
  const printing = page.getByRole('dialog', { name: 'Print' });
  await printing.getByText('Cover sheet with list').click();
  // React Aria announces the end of a pending button automatically.
  await eventually(() => page.locator('[role="log"] [role="img"]').count()).toBe(0);
  expect(await violations(app)).toEqual([]);
  const printed = await downloadAfter(page, () =>
    printing.getByRole('button', { name: 'Create PDF' }).click(),
  );
  const pdf = await PDFDocument.load(readFileSync(await printed.path()));
  expect(pdf.getPageCount()).toBe(3);
});
