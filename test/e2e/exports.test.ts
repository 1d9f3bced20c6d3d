import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { describe, expect, test } from 'vitest';
import type { RunningApp } from '../helpers/app-fixtures/running-app.ts';
import { startDesktop } from '../helpers/app-fixtures/desktop-app.ts';
import { sharedApp } from '../helpers/interface/shared-app.ts';
import { dropOnSandbox, eventually, fieldCell, openDocument, sample } from '../helpers/interface/steps.ts';
import { downloadAfter } from '../helpers/interface/page-events.ts';

const openChoices = async ({ page }: RunningApp): Promise<void> => {
  await page.getByRole('button', { name: 'More exports' }).click();
  await page.getByRole('menuitem', { name: 'All choices…' }).click();
  await page.getByRole('dialog', { name: 'Export' }).getByText('demo data').waitFor();
};

const openLayouts = async (app: RunningApp) => {
  const { page } = app;
  await dropOnSandbox(app, sample('special-paper.jpg'));
  await openDocument(app, 'special-paper.jpg');
  await openChoices(app);
  await page.getByRole('button', { name: 'Custom layouts…' }).click();
  const layouts = page.getByRole('dialog', { name: 'Custom layouts' });
  return { page, layouts };
};

const savedText = async (app: RunningApp, change: () => Promise<void>): Promise<string> => {
  const download = await downloadAfter(app.page, change);
  return readFileSync(await download.path(), 'utf8');
};

describe('exports in the window', () => {
  const shared = sharedApp();

  test('marks a page that has changed since its export, and filters pages not yet exported', async () => {
    const app = await shared();
    const { page } = app;
    await dropOnSandbox(app, sample('special-paper.jpg'), sample('digital-ordinary.png'));
    await openDocument(app, 'digital-ordinary.png');
    await openDocument(app, 'special-paper.jpg');
    const filter = page.getByRole('combobox', { name: 'Show' });
    const shown = () => page.getByRole('grid', { name: 'List of documents' }).getByRole('row').count();
    await filter.selectOption('Exported');
    await eventually(shown).toBe(0);
    await openChoices(app);
    await savedText(app, () =>
      page.getByRole('dialog', { name: 'Export' }).getByRole('button', { name: 'Export 2 pages' }).click(),
    );
    await eventually(shown).toBe(2);
    await filter.selectOption('Not exported');
    await eventually(shown).toBe(0);
    await filter.selectOption('All');

    const note = page.getByText(/^Exported on \d+ \w+: Excel workbook/);
    await note.waitFor();
    const exports = page.getByRole('list', { name: '1 export' });
    expect(await exports.count()).toBe(0);
    await page.locator('summary', { has: note }).focus();
    await page.keyboard.press('Enter');
    await exports.getByText(/Downloaded as vouch-vat-invoice-.*\.xlsx · 2 pages/).waitFor();
    await page.keyboard.press('Enter');
    await eventually(() => exports.count()).toBe(0);

    await fieldCell(app, 'Seller name').focus();
    await page.keyboard.press('Enter');
    await page.keyboard.type('甲公司');
    await page.keyboard.press('Enter');
    await page.getByText('Changed since').waitFor();
  });

  test('creates, saves and uses a custom layout by keyboard', async () => {
    const app = await shared();
    const { page, layouts } = await openLayouts(app);
    await layouts.getByText('Enter a name.').waitFor();
    await layouts.getByRole('textbox', { name: 'Name', exact: true }).fill('Claims');
    const header = layouts.getByRole('textbox', { name: 'Header of Total with tax' });
    await header.fill('Claimed');
    for (const place of [3, 2, 1]) {
      await header.press('Alt+ArrowUp');
      await layouts.getByText(`Total with tax: position ${place} of 4`).waitFor();
    }
    await layouts.getByRole('button', { name: 'Remove Issue date' }).click();
    const save = layouts.getByRole('button', { name: 'Save', exact: true });
    const switchedOff = await save.evaluateHandle((button) => {
      const seen: MutationRecord[] = [];
      new MutationObserver((changes) => seen.push(...changes)).observe(button, {
        attributeFilter: ['disabled'],
      });
      return seen;
    });
    await save.press('Enter');
    await layouts.getByText('Saved', { exact: true }).waitFor();
    expect(await switchedOff.evaluate(({ length }) => length)).toBe(0);
    expect(await save.evaluate((button) => button === document.activeElement)).toBe(true);
    await page.keyboard.press('Escape');
    await layouts.waitFor({ state: 'detached' });
    const dialog = page.getByRole('dialog', { name: 'Export' });
    await dialog.getByRole('radio', { name: /^Table/ }).check({ force: true });
    await dialog.getByRole('button', { name: /^Columns|Vouch: all/ }).click();
    await page.getByRole('option', { name: 'Claims' }).click();
    const text = await savedText(app, () => dialog.getByRole('button', { name: 'Export 1 page' }).click());
    expect(parse(text, { bom: true })).toEqual([
      ['Claimed', 'Invoice number', 'Seller name', 'Demo data'],
      ['13119.93', '01875236', '宁波青禾文仪办公设备有限公司', expect.any(String)],
    ]);
  });

  test('keeps the focus in a dialog whose focused control is removed or disabled', async () => {
    const { page, layouts } = await openLayouts(await shared());
    const focused = () =>
      page.evaluate(() => document.activeElement?.ariaLabel ?? document.activeElement?.textContent);
    await layouts.getByRole('button', { name: 'Move Issue date up' }).press('Enter');
    await eventually(focused).toBe('Move Issue date down');
    await layouts.getByRole('textbox', { name: 'Name', exact: true }).fill('Claims');
    await layouts.getByRole('button', { name: 'Save', exact: true }).press('Enter');
    await layouts.getByRole('button', { name: 'Delete this layout' }).press('Enter');
    await eventually(focused).toBe('Close');
    await page.keyboard.press('Escape');
    await layouts.waitFor({ state: 'detached' });
  });

  test('leaves out pages with errors on request, and says so in the notice', async () => {
    const app = await shared();
    await dropOnSandbox(app, sample('special-paper-wrong-words.jpg'), sample('digital-ordinary.png'));
    await openDocument(app, 'digital-ordinary.png');
    await openDocument(app, 'special-paper-wrong-words.jpg');
    await app.page.getByRole('button', { name: 'Export Excel' }).click();
    const question = app.page.getByRole('alertdialog', { name: 'Export with open findings?' });
    await question.getByRole('radio', { name: /^JSON/ }).check({ force: true });
    await question.getByRole('radio', { name: /^Leave out pages with errors/ }).check({ force: true });
    const text = await savedText(app, () => question.getByRole('button', { name: 'Export 1 page' }).click());
    expect(JSON.parse(text)).toMatchObject([{ source: 'digital-ordinary.png' }]);
    await app.page.getByText('(left out: 1)').waitFor();
  });

  test('saves under another name if a file can’t be replaced, and pictures in a new folder', async () => {
    const app = await startDesktop();
    const path = join(app.home, 'a.xlsx');
    // A folder with that name blocks writing, like a file that a spreadsheet program has open.
    mkdirSync(path);
    await app.scriptDialog('showSaveDialog', { canceled: false, filePath: path });
    await app.scriptDialog('showOpenDialog', { canceled: false, filePaths: [path] });
    await dropOnSandbox(app, sample('special-paper.jpg'));
    await openDocument(app, 'special-paper.jpg');
    await app.page.getByRole('button', { name: 'Export Excel' }).click();
    const blocked = app.page.getByRole('alertdialog', { name: 'The file could not be replaced' });
    await blocked.getByRole('button', { name: 'Details' }).click();
    await blocked.getByText('EISDIR').waitFor();
    await blocked.getByRole('button', { name: 'Save as “a (2).xlsx”' }).click();
    await app.page.getByText(/Exported to .*a \(2\)\.xlsx/).waitFor();
    expect(readFileSync(join(app.home, 'a (2).xlsx')).subarray(0, 2).toString()).toBe('PK');

    await app.page.getByRole('button', { name: 'More exports' }).click();
    await app.page.getByRole('menuitem', { name: 'Annotated pictures (.png)' }).click();
    await app.page.getByText(/Exported to .*annotated/).waitFor();
    const [folder = ''] = readdirSync(path);
    expect(readdirSync(join(path, folder))).toEqual(['special-paper.png']);
    await app.close();
  });
});
