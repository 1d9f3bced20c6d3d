import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { writeEInvoice } from '../samples/digital/write-einvoice.ts';
import { makeDigitalInvoice } from '../samples/digital/make-invoice.ts';
import { seededRandom } from '../samples/random.ts';
import { startDesktop } from '../helpers/app-fixtures/desktop-app.ts';
import { freshHome, type RunningApp } from '../helpers/app-fixtures/running-app.ts';
import { hosts } from '../helpers/app.ts';
import { violations } from '../helpers/interface/axe.ts';
import { sharedApp } from '../helpers/interface/shared-app.ts';
import { eventually } from '../helpers/interface/steps.ts';
import { chooseFilesAfter, downloadAfter } from '../helpers/interface/page-events.ts';

const shared = sharedApp();
const invoice = makeDigitalInvoice(seededRandom(71), { lines: 2, isRed: false, hasSpecialCharacters: false });

/** A shown digital invoice with its verification card open. */
const withCard = async (app: RunningApp, home: string) => {
  const { page } = app;
  const xml = join(home, 'one.xml');
  writeFileSync(xml, writeEInvoice(invoice));
  await app.drop([xml]);
  await page.getByRole('row', { name: /Recognized.*one\.xml/ }).click();
  const card = page.locator('.verification');
  await card.locator('summary').click();
  // Its content loads when the card is opened.
  await card.getByRole('definition').first().waitFor();
  return { page, card };
};

/** Drops a file through Chromium on the element in the middle of `target`. */
const dropOn = async ({ page }: RunningApp, target: string, path: string): Promise<void> => {
  const box = await page.locator(target).boundingBox();
  if (!box) throw new Error(`Nothing at ${target}`);
  const devtools = await page.context().newCDPSession(page);
  const data = { items: [], files: [path], dragOperationsMask: 1 };
  const [x, y] = [box.x + box.width / 4, box.y + box.height / 2];
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await devtools.send('Input.dispatchDragEvent', { type, x, y, data });
  await devtools.detach();
};

test.each(hosts)('%s: shows the values that the platform asks for, and saves its result', async (host) => {
  const home = freshHome();
  const app = host === 'browser' ? await shared() : await startDesktop({ home });
  const { page, card } = await withCard(app, home);
  await page
    .context()
    .grantPermissions(['clipboard-read', 'clipboard-write'])
    .catch(() => undefined);

  const inputs = card.getByRole('definition');
  await eventually(() => inputs.allTextContents()).toEqual([
    invoice.number,
    (invoice.issueDate ?? '').replaceAll('-', ''),
    invoice.grossTotal,
  ]);
  await card.getByRole('img', { name: /QR code/ }).waitFor();

  // One key copies the next value, and wraps around to the first.
  await page.evaluate(() => {
    const copied: string[] = [];
    Object.assign(window, { copied });
    navigator.clipboard.writeText = (text) => {
      copied.push(text);
      return Promise.resolve();
    };
  });
  for (const place of [1, 2, 3, 1]) {
    await page.keyboard.press('Control+Alt+c');
    await card.getByText(`(${place} of 3)`).waitFor();
  }
  expect(await page.evaluate(() => Reflect.get(window, 'copied'))).toEqual([
    invoice.number,
    (invoice.issueDate ?? '').replaceAll('-', ''),
    invoice.grossTotal,
    invoice.number,
  ]);
  expect(await card.getByRole('link', { name: 'Open the platform' }).getAttribute('href')).toBe(
    'https://inv-veri.chinatax.gov.cn/',
  );

  await page.getByRole('combobox', { name: 'Show' }).selectOption('Not verified');
  // Nothing is preset: the user states the result.
  const save = card.getByRole('button', { name: 'Save result' });
  expect(await save.isDisabled()).toBe(true);
  await card.getByRole('button', { name: /Choose the result/ }).click();
  await page.getByRole('option', { name: 'Consistent', exact: true }).click();
  await save.click();
  await page.getByText('No documents match').waitFor();
  await page.getByRole('combobox', { name: 'Show' }).selectOption('All');
  await card
    .locator('summary')
    .getByText(/^consistent, /)
    .waitFor();
  // A verified invoice is not in a list of unverified ones.
  await page.getByRole('button', { name: 'Books' }).click();
  await page.getByRole('menuitem', { name: /Export unverified invoices/ }).click();
  await page.getByText('Every invoice is verified').waitFor();

  const saved = join(home, '查验结果.pdf');
  writeFileSync(saved, '%PDF-1.4 a saved result');
  if (host === 'browser') await dropOn(app, '.verification .file-drop', saved);
  else {
    await chooseFilesAfter(page, () => card.getByRole('button', { name: 'Choose a file…' }).click(), [saved]);
  }
  await card.getByText('Saved result: 查验结果.pdf').waitFor();
  // The result is not a separate document.
  expect(await page.getByRole('row', { name: /查验结果/ }).count()).toBe(0);
  if (host === 'browser') {
    const download = await downloadAfter(page, () =>
      card.getByRole('button', { name: 'Save a copy…' }).click(),
    );
    expect(readFileSync(await download.path(), 'utf8')).toBe('%PDF-1.4 a saved result');
  }
  expect(await violations(app)).toEqual([]);
  await card.getByRole('button', { name: 'Delete result' }).click();
  await card.locator('summary').getByText('Not verified').waitFor();
  await eventually(() => card.getByText('Saved result:').count()).toBe(0);
  if (host === 'desktop') await app.close();
});
