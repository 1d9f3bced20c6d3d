import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { startApp } from '../helpers/app.ts';
import { drawInvoice } from '../samples/invoice.ts';
import { generateInvoice } from '../helpers/generate-invoice.ts';
import { misreadAmount, reviewByKeyboard, writeBatch } from '../helpers/interface/keyboard-batch.ts';
import { sharedApp } from '../helpers/interface/shared-app.ts';
import {
  counting,
  readByService,
  dropOnSandbox,
  eventually,
  fieldCell,
  openDocument,
  sample,
  untilIdle,
} from '../helpers/interface/steps.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { unzip } from '../helpers/unzip.ts';
import { downloadAfter } from '../helpers/interface/page-events.ts';

describe('review of a batch by keyboard', () => {
  test(
    'loads twenty invoices, corrects three, confirms all and exports them',
    { timeout: 180_000 },
    async () => {
      const batch = await writeBatch(await temporaryFolder());
      const app = await startApp('browser', { truths: batch.truths });
      const { page } = app;
      const presses = await reviewByKeyboard(page, batch);
      expect(presses.right).toBe(batch.paths.length - batch.wrong.size);
      expect(presses.wrong).toHaveLength(3);
      for (const count of presses.wrong) expect(count).toBeLessThanOrEqual(6);
      await page.getByText('All documents reviewed').waitFor();

      const download = await downloadAfter(page, () => page.keyboard.press('Control+e'));
      const workbook = await unzip(readFileSync(await download.path()));
      const all = [...workbook.values()].map((part) => part.toString()).join(' ');
      for (const { right } of batch.wrong.values()) expect(all).toContain(right.replace(/\.00$/, ''));
      await app.close();
    },
  );
});

test('takes at most four presses and the value for a doubtful amount of a scan', async () => {
  const folder = await temporaryFolder();
  const misread = { gross: 'vat-invoice-total-cover-tax-digits', net: 'vat-invoice-total' };
  const right = new Map<string, string>();
  const paths: string[] = [];
  for (const [at, [name, element]] of Object.entries(misread).entries()) {
    const { bytes, truth } = await drawInvoice(generateInvoice(430 + at));
    const amount = misreadAmount(truth, element);
    writeFileSync(join(folder, `${name}.png`), bytes);
    writeFileSync(join(folder, `${name}.truth.json`), JSON.stringify(amount.told));
    right.set(name, amount.right);
    paths.push(join(folder, `${name}.png`));
  }
  const app = await startApp('browser', { truths: folder });
  const { page } = app;
  await dropOnSandbox(app, ...paths);
  await page.getByText('2 to review').waitFor();
  // From the opening of the window on.
  await page.reload();
  const panel = page.getByRole('region', { name: 'Invoice data' });
  const { press, type, taken } = counting(app);
  const isIn = (path: string) =>
    eventually(() => page.evaluate(() => document.activeElement?.getAttribute('data-field'))).toBe(path);
  await panel.getByText('gross.png').waitFor();
  await press('Tab');
  await isIn('grossTotal');
  await press('Enter');
  await type(right.get('gross') ?? '');
  await press('Control+Enter');
  await page.getByText('1 to review').waitFor();
  expect(taken()).toBe(3);

  // The next one opens at its doubtful amount.
  await panel.getByText('net.png').waitFor();
  await isIn('total');
  await press('Enter');
  await type(right.get('net') ?? '');
  await press('Control+Enter');
  await page.getByText('All documents reviewed').waitFor();
  const download = await downloadAfter(page, () => press('Control+e'));
  const workbook = await unzip(readFileSync(await download.path()));
  const all = [...workbook.values()].map((part) => part.toString()).join(' ');
  for (const amount of right.values()) expect(all).toContain(amount.replaceAll(',', '').replace(/\.00$/, ''));
  expect(taken()).toBe(3);
  await app.close();
});

describe('review by keyboard', () => {
  const shared = sharedApp();

  test('undoes and redoes edits, edits lines as a table, and shows an overview of the keys', async () => {
    const app = await shared();
    const { page } = app;
    await dropOnSandbox(app, sample('special-paper.jpg'));
    await openDocument(app, 'special-paper.jpg');
    const lines = page.getByRole('grid', { name: 'Goods and services' });
    const rows = () => lines.getByRole('row', { name: /^Line \d+$/ }).count();
    const before = await rows();
    await page.locator('[data-field="lines.1.name"]').focus();
    await page.keyboard.press('Insert');
    await eventually(rows).toBe(before + 1);
    await page.evaluate(() => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', '纸\t1.5\t3.00\n墨\t2\t4.00\n');
      document.activeElement?.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
      );
    });
    await page.getByRole('gridcell', { name: /Line 2: Amount: 3\.00/ }).waitFor();
    await page.getByRole('gridcell', { name: /Line 3: Amount: 4\.00/ }).waitFor();
    await page.keyboard.press('Control+Delete');
    await eventually(rows).toBe(before);
    for (let times = 0; times < 3; times += 1) await page.keyboard.press('Control+z');
    // The row count alone can't show this: it is the same before and after the first of the three.
    await eventually(() => page.getByRole('gridcell', { name: /Line 2: Amount: 3\.00/ }).count()).toBe(0);
    await eventually(rows).toBe(before);
    await page.keyboard.press('Control+Shift+Z');
    await eventually(rows).toBe(before + 1);
    await page.keyboard.press('Control+z');
    await eventually(rows).toBe(before);

    await page.keyboard.press('?');
    const sheet = page.getByRole('dialog', { name: 'Keys' });
    await sheet.getByText('Ctrl+Shift+Z').waitFor();
    await page.keyboard.press('Escape');
    await sheet.waitFor({ state: 'detached' });

    // Every action is found by its Chinese initials or its English name, wherever the focus is.
    await page.locator('[data-field="number"]').focus();
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog', { name: 'Find an action' }).getByRole('searchbox').waitFor();
    await page.keyboard.type('scpz');
    await page.getByRole('menuitem').nth(1).waitFor({ state: 'detached' });
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Vouchers' }).waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').getByRole('searchbox').waitFor();
    await page.keyboard.type('table');
    await page.keyboard.press('Enter');
    await page.locator('.sheet-table').waitFor();
    await page.keyboard.press('F3');
  });

  test('does not confirm, navigate or close while an input method is composing', async () => {
    const app = await shared();
    const { page } = app;
    await dropOnSandbox(app, sample('special-paper.jpg'));
    await openDocument(app, 'special-paper.jpg');
    const devtools = await page.context().newCDPSession(page);
    const lines = page.getByRole('row', { name: /^Line \d+$/ });
    const lineCount = await lines.count();
    // A table cell has no room for its score: the tooltip shows it.
    expect(await page.locator('[data-field="lines.0.amount"]').getAttribute('title')).toMatch(
      /^.+, confidence \d\d%/,
    );
    const compose = async (field: string, editorName: RegExp, text: string): Promise<void> => {
      await page.locator(`[data-field="${field}"]`).focus();
      await page.keyboard.press('Enter');
      const editor = page.getByRole('textbox', { name: editorName });
      await devtools.send('Input.imeSetComposition', { text: 'yuan', selectionStart: 4, selectionEnd: 4 });
      for (const [key, ctrlKey] of [
        ['Enter', false],
        ['Tab', false],
        ['Escape', false],
        ['ArrowDown', false],
        ['Insert', false],
        ['Enter', true],
        ['j', true],
        ['Delete', true],
      ] as const) {
        await page.evaluate(
          (pressed) =>
            document.activeElement?.dispatchEvent(
              new KeyboardEvent('keydown', {
                ...pressed,
                isComposing: true,
                keyCode: 229,
                bubbles: true,
                cancelable: true,
              }),
            ),
          { key, ctrlKey },
        );
        expect(await editor.evaluate((element) => element === document.activeElement)).toBe(true);
      }
      await devtools.send('Input.insertText', { text });
      await page.keyboard.press('Enter');
    };
    await compose('seller.name', /^Edit Seller name/, '远山公司');
    await page.getByRole('gridcell', { name: 'Seller name: 远山公司 (Corrected)' }).waitFor();
    await compose('lines.0.name', /^Edit Line 1: Name/, '远山服务');
    await page.getByRole('gridcell', { name: 'Line 1: Name: 远山服务 (Corrected)' }).waitFor();
    expect(await lines.count()).toBe(lineCount);
    await page.getByText('1 to review').waitFor();

    // Arrow keys choose a kind in the closed list, Escape cancels, Enter saves.
    const kind = page.locator('[data-field="kind"]');
    const before = await kind.getAttribute('aria-label');
    const choice = page.getByRole('combobox', { name: /^Edit / });
    for (const end of ['Escape', 'Enter']) {
      await kind.focus();
      await page.keyboard.press('Enter');
      const seen = [await choice.inputValue()];
      for (const key of ['ArrowDown', 'ArrowDown']) {
        await page.keyboard.press(key);
        seen.push(await choice.inputValue());
      }
      expect(seen).toEqual(['01', '02', '03']);
      await page.keyboard.press(end);
      await choice.waitFor({ state: 'detached' });
      if (end === 'Escape') expect(await kind.getAttribute('aria-label')).toBe(before);
    }
    await page.getByRole('gridcell', { name: /: Motor vehicle sales invoice \(Corrected\)$/ }).waitFor();
  });

  test('moves the focus to added files, and between the panes with F6', async () => {
    const app = await shared();
    const { page } = app;
    const holds = (selector: string) =>
      page.evaluate((wanted) => document.activeElement?.matches(wanted) ?? false, selector);
    await readByService(app);
    page.on('filechooser', (chooser) => void chooser.setFiles([sample('special-paper-wrong-words.jpg')]));
    await page.getByRole('button', { name: 'Add files', exact: true }).press('Enter');
    await page.getByRole('button', { name: 'Use the demo' }).press('Enter');
    await fieldCell(app, 'Seller name').waitFor();
    await eventually(() => holds('.document-list')).toBe(true);
    await page.keyboard.press('Tab');
    await eventually(() => holds('[data-field^="grossTotal"]')).toBe(true);
    for (const pane of [
      '.top-bar *',
      '.document-list',
      '[role="application"]',
      '[data-field^="grossTotal"]',
    ]) {
      await page.keyboard.press('F6');
      await eventually(() => holds(pane)).toBe(true);
    }
    await page.keyboard.press('Shift+F6');
    await eventually(() => holds('[role="application"]')).toBe(true);
    // Dropped files do not interrupt typing.
    await page.getByPlaceholder('Find').focus();
    await app.drop([sample('digital-special.png')]);
    await page.getByText('2 to review').waitFor();
    expect(await holds('.list-find input')).toBe(true);
  });

  test('moves with Tab from a value to the findings that it causes, to Confirm, and around to skipped ones', async () => {
    const app = await shared();
    const { page } = app;
    await dropOnSandbox(app, sample('special-paper.jpg'));
    await openDocument(app, 'special-paper.jpg');
    const field = () =>
      page.evaluate(() => {
        const { activeElement } = document;
        return activeElement?.getAttribute('data-field') ?? activeElement?.textContent;
      });
    await page.locator('[data-field="grossTotal"]').focus();
    await page.keyboard.press('Enter');
    await page.keyboard.insertText('1.00');
    for (const path of ['grossTotalWords', 'Confirm', 'total', 'taxTotal', 'grossTotal', 'grossTotalWords']) {
      await page.keyboard.press('Tab');
      await eventually(field).toBe(path);
    }
    await page.keyboard.press('Shift+Tab');
    await eventually(field).toBe('grossTotal');
  });

  test('searches, filters and sorts the list', async () => {
    const app = await shared();
    const { page } = app;
    await dropOnSandbox(
      app,
      sample('special-paper.jpg'),
      sample('digital-ordinary.png'),
      sample('digital-special.png'),
    );
    await page.getByText('3 to review').waitFor();
    const list = page.getByRole('grid', { name: 'List of documents' });
    await page.keyboard.press('Control+f');
    await page.keyboard.type('ordinary');
    await eventually(() => list.getByRole('row').count()).toBe(1);
    await page.keyboard.press('Escape');
    await eventually(() => list.getByRole('row').count()).toBe(3);
    await page.getByLabel('Sort by').selectOption('amount');
    await eventually(async () => (await list.getByRole('row').first().textContent()) ?? '').toContain(
      '46,600.00',
    );
    await list.focus();
    // The picture without its regions: through the layers, and while the key is held.
    await untilIdle(app);
    const picture = async () =>
      (await page.locator('.picture canvas').first().screenshot()).toString('base64');
    const dressed = await picture();
    for (const layer of ['Lines', 'Uncertain', 'None']) {
      await page.keyboard.press('l');
      await page.getByRole('radio', { name: layer, checked: true }).waitFor();
    }
    await eventually(picture).not.toBe(dressed);
    const bare = await picture();
    await page.keyboard.press('l');
    await eventually(picture).toBe(dressed);
    await page.keyboard.down('b');
    await eventually(picture).toBe(bare);
    await page.keyboard.up('b');
    await eventually(picture).toBe(dressed);

    const shown = () => page.locator('.invoice-panel .pane-head .cut').innerText();
    await page.keyboard.press('Home');
    await eventually(shown).toBe('digital-special.png');
    await page.keyboard.press('Control+Enter');
    await page.getByText('2 to review').waitFor();
    await eventually(shown).not.toBe('digital-special.png');
    const setAside = await shown();
    await page.keyboard.press('Control+Shift+Enter');
    await page.getByText('1 to review').waitFor();
    await eventually(shown).not.toBe(setAside);
    // A document hidden by the list is not reported as reviewed.
    await page.getByLabel('Show').selectOption('aside');
    await eventually(() => list.getByRole('row').count()).toBe(1);
    await list.focus();
    await page.keyboard.press('Home');
    await eventually(shown).toBe(setAside);
    await page.keyboard.press('Control+Enter');
    await page.getByText('No other document to review here: 1 hidden by the filter or the search').waitFor();
    await page.keyboard.press('Control+Alt+Enter');
    await page.getByText('2 to review').waitFor();
    await page.getByLabel('Show').selectOption('confirmed');
    await eventually(() => list.getByRole('row').count()).toBe(1);
  });
});
