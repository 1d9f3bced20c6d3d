import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { RunningApp } from '../helpers/app-fixtures/running-app.ts';
import { violations } from '../helpers/interface/axe.ts';
import { addDemoInvoices, counting, coversNoSums, eventually } from '../helpers/interface/steps.ts';
import { sharedApp } from '../helpers/interface/shared-app.ts';
import { playTyping } from '../helpers/interface/typing.ts';
import { bought, writeOwn } from '../helpers/own-invoices.ts';

const shared = sharedApp();

const cents = (text: string) => Math.round(Number(text.replaceAll(',', '')) * 100);

const listOf = ({ page }: RunningApp) => page.getByRole('grid', { name: 'List of documents' });
const tableOf = ({ page }: RunningApp) => page.getByRole('grid', { name: 'Batch' });

/** Ctrl+Enter confirms the active row, and asks once if it has an error. */
const confirmRows = async (app: RunningApp): Promise<void> => {
  const { page } = app;
  const grid = tableOf(app);
  const row = (number: string) => grid.getByRole('row').filter({ hasText: number });
  const state = (number: string) => row(number).locator('[data-column="state"]').textContent();
  await row('12640395').locator('[data-column="number"]').click();
  await page.keyboard.press('Control+Enter');
  await eventually(() => state('12640395')).toBe('Confirmed');
  expect(await grid.getByText('Confirmed', { exact: true }).count()).toBe(1);

  // The amounts in words and in figures differ: the dialog shows that, and Escape leaves the invoice open.
  await row('07712094').locator('[data-column="number"]').click();
  await page.keyboard.press('Control+Enter');
  const question = page.getByRole('alertdialog');
  await question.getByText(/11,050\.00.*11,500\.00/).waitFor();
  await page.keyboard.press('Escape');
  await question.waitFor({ state: 'detached' });
  expect(await state('07712094')).toBe('To review');
  await grid.focus();
  await page.keyboard.press('Control+Enter');
  await question.getByRole('button', { name: 'Confirm anyway' }).press('Enter');
  await eventually(() => state('07712094')).toMatch(/^Confirmed, \d errors?$/);
  for (const left of [1, 0]) {
    await grid.focus();
    await page.keyboard.press('Control+z');
    await eventually(() => grid.getByText(/^Confirmed/).count()).toBe(left);
  }
};

/** The table is sorted, edited in place, summed, selected and confirmed, and changes are undone. */
const workInTable = async (app: RunningApp): Promise<void> => {
  const { page } = app;
  const grid = tableOf(app);
  const rows = grid.getByRole('row').filter({ has: page.locator('[data-column]') });
  await eventually(() => rows.count()).toBe(12);
  const gross = () => rows.locator('[data-column="grossTotal"]').allTextContents();

  await grid
    .getByRole('columnheader', { name: /^Gross/ })
    .getByRole('button', { name: /^Gross$/ })
    .click();
  // All samples are recognized, and the smallest amount is first.
  await eventually(async () => {
    const amounts = (await gross()).map(cents);
    return amounts.every((amount, index) => amount > 0 && amount >= (amounts[index - 1] ?? 0));
  }).toBe(true);
  const sum = (await gross()).map(cents).reduce((all, one) => all + one, 0);
  await grid.getByText((sum / 100).toLocaleString('en-GB', { minimumFractionDigits: 2 })).waitFor();

  // A sum keeps its column wide enough, however narrow the user makes it.
  await page.getByRole('button', { name: 'Gross: sort, filter, move' }).click();
  for (let step = 0; step < 4; step += 1) await page.getByRole('button', { name: 'Narrower' }).click();
  await page.keyboard.press('Escape');
  const sumCell = grid.locator('[data-sum="grossTotal"]').locator('xpath=..');
  await eventually(() =>
    sumCell.evaluate(({ scrollWidth, clientWidth }) => clientWidth > 0 && scrollWidth <= clientWidth),
  ).toBe(true);

  // A column is moved by the mouse, and goes back the same way.
  const heading = (name: string) => grid.getByRole('columnheader', { name });
  const first = () => grid.getByRole('columnheader').nth(1).textContent();
  await heading('Date').dragTo(heading('Kind'));
  await eventually(first).toBe('Date');
  await heading('Date').dragTo(heading('Number'));
  await eventually(first).toBe('Kind');
  // A control of its menu that ends with the press leaves the focus to the next one: Escape still closes it.
  await page.getByRole('button', { name: 'Kind: sort, filter, move' }).click();
  await page.getByRole('button', { name: 'Move right' }).click();
  await page.getByRole('button', { name: 'Move left' }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });

  // An invalid value stays in its input, with the reason; a sum is evaluated.
  const net = rows.first().locator('[data-column="total"]');
  const before = await net.textContent();
  await net.dblclick();
  const line = page.getByRole('textbox', { name: 'Net' });
  await line.fill('abc');
  await line.press('Enter');
  await page.getByRole('alert').getByText('“abc” is not an amount').waitFor();
  await line.fill('377*2');
  await line.press('Enter');
  await eventually(() => net.textContent()).toBe('754.00');
  await page.keyboard.press('Control+z');
  await eventually(() => rows.first().locator('[data-column="total"]').textContent()).toBe(before);
  await page.getByText(/^Undone: Total without tax changed/).waitFor();

  // Shift selects a range; the toolbar shows how many.
  await rows.nth(1).locator('[data-column="issueDate"]').click();
  await rows
    .nth(3)
    .locator('[data-column="issueDate"]')
    .click({ modifiers: ['Shift'] });
  const toolbar = page.getByRole('toolbar', { name: 'Selection' });
  await toolbar.getByText('3 selected').waitFor();
  await page.keyboard.press('Control+a');
  await toolbar.getByText('12 selected').waitFor();
  // Some have failed checks: one question names them. Escape confirms nothing.
  await toolbar.getByRole('button', { name: 'Confirm' }).click();
  const question = page.getByRole('alertdialog', { name: 'Confirm with errors?' });
  await question.getByText(/special-paper-wrong-words.*: \d failed check/).waitFor();
  expect(await violations(app)).toEqual([]);
  await page.keyboard.press('Escape');
  await question.waitFor({ state: 'detached' });
  expect(await rows.locator('[data-column="state"]', { hasText: 'Confirmed' }).count()).toBe(0);
  await toolbar.getByRole('button', { name: 'Confirm' }).click();
  await question.getByRole('button', { name: 'Confirm all 12 anyway' }).press('Enter');
  await eventually(() => rows.locator('[data-column="state"]', { hasText: 'Confirmed' }).count()).toBe(12);
  await grid.focus();
  await page.keyboard.press('Control+z');
  await eventually(() => rows.locator('[data-column="state"]', { hasText: 'To review' }).count()).toBe(12);

  await grid.focus();
  await page.keyboard.press('F4');
  await eventually(() =>
    rows.locator('[data-column="state"]', { hasText: 'Confirmed' }).count(),
  ).toBeGreaterThan(1);
  await page.reload();
  await page.getByRole('grid', { name: 'Batch' }).waitFor();
};

/** Blocks of cells are copied, pasted and filled; an editor that is left saves. */
const typeInTable = async (app: RunningApp): Promise<void> => {
  const { page } = app;
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const rows = tableOf(app)
    .getByRole('row')
    .filter({ has: page.locator('[data-column]') });
  const seller = (row: number) => rows.nth(row).locator('[data-column="seller"]');
  const sellers = () => Promise.all([0, 1, 2, 3].map((row) => seller(row).textContent()));
  await eventually(() => rows.count()).toBe(12);
  const [one, two, three, four] = await sellers();
  const clipboard = (type: string) =>
    page.evaluate(async (wanted) => {
      const [item] = await navigator.clipboard.read();
      return (await item?.getType(wanted))?.text();
    }, type);

  await rows.nth(0).locator('[data-column="number"]').click();
  await seller(1).click({ modifiers: ['Shift'] });
  await page.keyboard.press('Control+c');
  await eventually(() => clipboard('text/plain')).toContain(`${one}\n`);
  expect(await clipboard('text/html')).toContain('mso-number-format');

  // Ctrl+Enter in an open editor fills the selected cells of its column, and confirms nothing.
  await seller(0).click();
  await seller(2).click({ modifiers: ['Shift'] });
  await page.keyboard.press('F2');
  const editor = page.getByRole('textbox', { name: 'Seller' });
  await editor.fill('甲公司');
  await editor.press('Control+Enter');
  await eventually(sellers).toEqual(['甲公司', '甲公司', '甲公司', four]);
  await coversNoSums(app, page.getByText(/^Changed values: \d/));
  await page.keyboard.press('Control+z');
  await eventually(sellers).toEqual([one, two, three, four]);

  await seller(0).click();
  await page.keyboard.press('Control+c');
  await seller(3).click();
  await page.keyboard.press('Control+v');
  await eventually(sellers).toEqual([one, two, three, one]);
  await page.keyboard.press('Control+z');
  await eventually(sellers).toEqual([one, two, three, four]);

  // An editor whose row goes saves its text, and leaves the focus where it is.
  await seller(1).click();
  await page.keyboard.press('F2');
  await editor.fill('乙公司');
  const find = page.getByRole('searchbox', { name: 'Find' });
  await find.fill('乙公司');
  await eventually(() => seller(0).textContent()).toBe('乙公司');
  await find.pressSequentially('x');
  expect(await find.inputValue()).toBe('乙公司x');
  await find.fill('');
  await eventually(sellers).toEqual([one, '乙公司', three, four]);
};

/** Columns are frozen and kept in a view; values are set for all selected; a filter hides selected rows. */
const setInTable = async (app: RunningApp): Promise<void> => {
  const { page } = app;
  const rows = tableOf(app)
    .getByRole('row')
    .filter({ has: page.locator('[data-column]') });
  const cells = (column: string) => rows.locator(`[data-column="${column}"]`).allTextContents();
  const menuOf = (name: string) => page.getByRole('button', { name: `${name}: sort, filter, move` }).click();

  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('checkbox', { name: 'Buyer’s taxpayer ID' }).check();
  await page.keyboard.press('Escape');
  await menuOf('Seller');
  await page.getByRole('button', { name: 'Freeze column' }).click();
  const first = tableOf(app).getByRole('columnheader').nth(1);
  await eventually(() => first.textContent()).toContain('Seller');
  expect(await violations(app)).toEqual([]);
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('textbox', { name: 'Name of the view' }).fill('Buyers');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('button', { name: 'Reset columns' }).click();
  await page.keyboard.press('Escape');
  await eventually(() => first.textContent()).toContain('Kind');
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('button', { name: 'Buyers', exact: true }).click();
  await eventually(() => first.textContent()).toContain('Seller');

  // Wrong buyer with taxpayer ID: two presses select, one opens the dialog, Tab and Enter.
  const before = [await cells('buyer'), await cells('buyerTaxId')];
  const buyer = (row: number) => rows.nth(row).locator('[data-column="buyer"]');
  await buyer(0).click();
  await buyer(2).click({ modifiers: ['Shift'] });
  await page.keyboard.press('Control+Shift+h');
  const dialog = page.getByRole('dialog', { name: 'Set values of 3 documents' });
  await dialog.getByRole('combobox', { name: 'Name' }).pressSequentially('丙公司');
  await page.keyboard.press('Tab');
  await page.keyboard.type('91310000MA1FL0000X');
  await dialog.getByText('Changes 3 invoices').waitFor();
  expect(await violations(app)).toEqual([]);
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  await eventually(async () => (await cells('buyer')).slice(0, 3)).toEqual(['丙公司', '丙公司', '丙公司']);
  expect((await cells('buyerTaxId'))[2]).toBe('91310000MA1FL0000X');
  await page.keyboard.press('Control+z');
  await eventually(async () => [await cells('buyer'), await cells('buyerTaxId')]).toEqual(before);

  // A filter hides some of the selected rows: actions leave them out, unless the user includes them.
  await buyer(0).click();
  await page.keyboard.press('Control+a');
  const bar = page.getByRole('toolbar', { name: 'Selection' });
  await bar.getByText('12 selected').waitFor();
  const [seller = ''] = await cells('seller');
  const same = (await cells('seller')).filter((name) => name === seller).length;
  await menuOf('Seller');
  await page.getByRole('listitem').filter({ hasText: seller }).getByRole('button', { name: 'Only' }).click();
  await page.keyboard.press('Escape');
  await eventually(() => rows.count()).toBe(same);
  await bar.getByText(`${same} selected`).waitFor();
  await bar.getByRole('button', { name: `and ${12 - same} not shown` }).click();
  await bar.getByText('12 selected').waitFor();

  // The export offers what is shown. An edited row stays until the filter is renewed.
  await page.keyboard.press('Control+e');
  const exported = page.getByRole('dialog', { name: 'Export' });
  expect(await exported.getByRole('radio', { name: `Shown: ${same}` }).isChecked()).toBe(true);
  await page.keyboard.press('Escape');
  await exported.waitFor({ state: 'detached' });
  await rows.nth(0).locator('[data-column="seller"]').click();
  await page.keyboard.press('F2');
  await page.getByRole('textbox', { name: 'Seller' }).fill('丁公司');
  await page.keyboard.press('Enter');
  const renew = page.getByRole('button', { name: 'Filter again (1 edited, no longer matching)' });
  await renew.waitFor();
  expect((await cells('seller'))[0]).toBe('丁公司');
  await renew.click();
  await eventually(() => rows.count()).toBe(same - 1);
  await page.getByRole('button', { name: 'Show all rows' }).click();
  await eventually(() => rows.count()).toBe(12);
};

/** Documents in the list are selected together, tagged, and found by their tag. */
const tagInList = async (app: RunningApp): Promise<void> => {
  const { page } = app;
  const list = listOf(app);
  await list.getByRole('row').nth(0).click();
  await list
    .getByRole('row')
    .nth(2)
    .click({ modifiers: ['Control'] });
  const toolbar = page.getByRole('toolbar', { name: 'Selection' });
  await toolbar.getByText('2 selected').waitFor();
  await toolbar.getByRole('button', { name: 'Tag' }).click();
  await page.getByRole('combobox', { name: 'Add tags' }).fill('Travel');
  await page.getByRole('combobox', { name: 'Add tags' }).press('Enter');
  await page.getByRole('searchbox', { name: 'Find' }).fill('travel');
  await eventually(() => list.getByRole('row').count()).toBe(2);
  await list.getByRole('row').nth(0).click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Set aside' }).click();
  await page.getByText(/^Set aside: 2/).waitFor();
  expect(await toolbar.isVisible()).toBe(true);
};

// One start for what a user does with one batch: recognizing the samples takes longer than each of the three.
test('confirms, edits, sorts and selects a batch in the table, and tags it in the list', async () => {
  const app = await shared();
  const { page } = app;
  await addDemoInvoices(app);
  await eventually(() => listOf(app).getByRole('row').count()).toBeGreaterThan(8);
  await page.getByRole('button', { name: /^Confirm \d+ clean$/ }).waitFor();
  await page.getByText('Table', { exact: true }).click();
  // The samples are demo data, and each row says so.
  await eventually(() => tableOf(app).locator('[data-mark="Demo"]').count()).toBe(12);
  await confirmRows(app);
  await workInTable(app);
  await typeInTable(app);
  await setInTable(app);
  await page.getByRole('radio', { name: 'Documents' }).check({ force: true });
  await tagInList(app);
});

test('takes few presses for what a batch needs most, and loses no typed text', async () => {
  const app = await shared();
  const { page } = app;
  const wrong = { name: '文思笔墨行', taxId: '91310000MA1FL0000X' };
  const invoices = Array.from({ length: 40 }, (_, at) => {
    const { buyer, seller } = bought(at + 1);
    return bought(at + 1, {
      issueDate: at === 39 ? '2025-03-14' : '2025-05-20',
      seller: { ...seller, name: at < 30 ? '旧名文具公司' : `南山器材${at}` },
      buyer: at < 10 ? { ...buyer, ...wrong } : buyer,
    });
  });
  await app.drop(await writeOwn(join(app.home, 'presses'), invoices));
  await eventually(() => listOf(app).getByRole('row').count()).toBeGreaterThan(8);
  await page.getByText('40 read:', { exact: true }).waitFor();
  await page.getByText('Table', { exact: true }).click();
  const cells = (column: string) =>
    tableOf(app).locator(`.sheet-rows [data-column="${column}"]`).allTextContents();
  const found = (count: number) => page.getByText(new RegExp(`^${count} rows?$`, 'u')).waitFor();
  const { press, click, type, taken } = counting(app);

  // Typing over a cell that was scrolled out of sight leads back to it, and no letter is lost.
  const third = tableOf(app).locator('.sheet-rows [data-index="2"]');
  const thirdSeller = third.locator('[data-column="seller"]');
  await thirdSeller.click();
  await page.mouse.wheel(0, 5000);
  await third.waitFor({ state: 'detached' });
  await page.keyboard.type('ABC滚开再输');
  await page.keyboard.press('Enter');
  await eventually(() => thirdSeller.textContent()).toBe('ABC滚开再输');
  await page.keyboard.press('Control+z');
  await eventually(() => thirdSeller.textContent()).toBe('旧名文具公司');
  // Nor does a turn of the wheel in the middle of a text end its editor.
  const second = tableOf(app).locator('.sheet-rows [data-index="1"]');
  await thirdSeller.click();
  await page.keyboard.type('R');
  await page.mouse.wheel(0, 5000);
  await second.waitFor({ state: 'detached' });
  await page.keyboard.type('40x');
  await page.keyboard.press('Enter');
  await eventually(() => thirdSeller.textContent()).toBe('R40x');
  await page.keyboard.press('Control+z');
  await eventually(() => thirdSeller.textContent()).toBe('旧名文具公司');

  // The same seller on 30 invoices.
  await press('Control+f');
  await type('旧名文具公司');
  await found(30);
  await click(tableOf(app).locator('.sheet-rows [data-column="seller"]').first());
  await press('Control+a');
  await type('新名文具公司');
  await press('Control+Enter');
  await page.getByText('Changed values: 30').waitFor();
  expect(taken()).toBeLessThanOrEqual(5);

  // A wrong buyer with its taxpayer ID on ten.
  await page.getByRole('searchbox', { name: 'Find' }).fill('');
  await press('Control+f');
  await type(wrong.name);
  await found(10);
  await click(tableOf(app).locator('.sheet-rows [data-column="buyer"]').first());
  await press('Control+a');
  await press('Control+Shift+h');
  const dialog = page.getByRole('dialog', { name: 'Set values of 10 documents' });
  await dialog.waitFor();
  await type('天工纸业有限公司');
  await press('Tab');
  await type('91310000MA1FL1111X');
  await dialog.getByText('Changes 10 invoices').waitFor();
  await press('Enter');
  await dialog.waitFor({ state: 'detached' });
  await eventually(async () => new Set(await cells('buyer'))).toEqual(new Set(['天工纸业有限公司']));
  expect(taken()).toBeLessThanOrEqual(8);

  // The invoice of one seller in a month: two words.
  await page.getByRole('searchbox', { name: 'Find' }).fill('');
  await press('Control+f');
  await type('南山器材 2025-03');
  await found(1);
  expect(await cells('seller')).toEqual(['南山器材39']);
  expect(taken()).toBeLessThanOrEqual(3);
  await page.getByRole('searchbox', { name: 'Find' }).fill('');

  for (const seed of [1, 2]) expect(await playTyping(app, seed, 8)).toEqual([]);
});
