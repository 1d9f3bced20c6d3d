import { PDFDocument } from '@cantoo/pdf-lib';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeDigitalInvoice } from '../samples/digital/make-invoice.ts';
import { writeEInvoice } from '../samples/digital/write-einvoice.ts';
import { seededRandom } from '../samples/random.ts';
import { onRealElectron, startDesktop } from '../helpers/app-fixtures/desktop-app.ts';
import { freshHome, type RunningApp } from '../helpers/app-fixtures/running-app.ts';
import { violations } from '../helpers/interface/axe.ts';
import { eventually } from '../helpers/interface/steps.ts';
import { downloadAfter } from '../helpers/interface/page-events.ts';
import { sharedApp } from '../helpers/interface/shared-app.ts';

const shared = sharedApp();

const invoiceFiles = (home: string) =>
  [81, 82, 83].map((seed, index) => {
    const options = { lines: 1, isRed: false, hasSpecialCharacters: false };
    const path = join(home, `${index}.xml`);
    writeFileSync(path, writeEInvoice(makeDigitalInvoice(seededRandom(seed), options)));
    return path;
  });

const openDialog = async ({ page }: Pick<RunningApp, 'page'>) => {
  await page.getByRole('button', { name: 'Books' }).click();
  await page.getByRole('menuitem', { name: 'Print…' }).click();
  return page.getByRole('dialog', { name: 'Print' });
};

test.skipIf(onRealElectron)('prints with the system dialog on the desktop', async () => {
  const home = freshHome();
  // The viewer reports late that it can print; before, the page would be empty.
  const app = await startDesktop({ home, env: { VOUCH_STAND_IN_EVENTS: '-pdf-ready-to-print=700' } });
  const { page, standIn } = app;
  await app.drop(invoiceFiles(home));
  await eventually(() => page.getByRole('row', { name: /Recognized/ }).count()).toBe(3);

  const dialog = await openDialog(app);
  await dialog.getByText('Cover sheet').click();
  expect(await violations(app)).toEqual([]);
  const print = dialog.getByRole('button', { name: 'Print…' });

  // Cancelled in the system's dialog: no notice is shown, and the window's dialog stays.
  await print.click();
  await eventually(async () => (await standIn?.record())?.printed.length).toBe(1);
  await eventually(() => print.isEnabled()).toBe(true);

  await app.scriptDialog('print', { success: false, reason: 'Print job failed' });
  await print.click();
  await page.getByRole('dialog').getByRole('alert').getByText('Printing failed').waitFor();

  await app.scriptDialog('print', { success: true });
  await print.focus();
  await page.keyboard.press('Enter');
  await page.getByText('Sent to the printer.').waitFor();
  await dialog.waitFor({ state: 'detached' });

  const record = await standIn?.record();
  const printed = record?.printed ?? [];
  expect(printed).toHaveLength(3);
  for (const { path, pdf, options } of printed) {
    expect(options).toMatchObject({ silent: false, pageSize: 'A4', margins: { marginType: 'none' } });
    const document = await PDFDocument.load(Buffer.from(pdf, 'base64'));
    // A cover sheet, and two sheets for three invoices.
    expect(document.getPageCount()).toBe(3);
    expect(existsSync(path)).toBe(false);
  }
  // The hidden window for printing loads no scripts of ours and has no way to the main process.
  const [, forPrint] = record?.windows ?? [];
  expect(forPrint).toMatchObject({
    show: false,
    webPreferences: { plugins: true, sandbox: true, nodeIntegration: false },
  });
  expect(forPrint?.webPreferences).not.toHaveProperty('preload');
  await app.close();
});

test('gives a browser the PDF', async () => {
  const home = freshHome();
  const app = await shared();
  const { page } = app;
  await app.drop(invoiceFiles(home));
  await eventually(() => page.getByRole('row', { name: /Recognized/ }).count()).toBe(3);
  const dialog = await openDialog(app);
  expect(await dialog.getByRole('button', { name: 'Print…' }).count()).toBe(0);
  await dialog.getByText('4', { exact: true }).click();
  const download = await downloadAfter(page, () =>
    dialog.getByRole('button', { name: 'Create PDF' }).click(),
  );
  const document = await PDFDocument.load(readFileSync(await download.path()));
  expect(document.getPageCount()).toBe(1);
});
