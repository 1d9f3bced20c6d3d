import { join } from 'node:path';
import { expect, test } from 'vitest';
import { pasteText } from '../helpers/interface/page-events.ts';
import { sharedApp } from '../helpers/interface/shared-app.ts';
import { eventually } from '../helpers/interface/steps.ts';
import { bought, writeOwn } from '../helpers/own-invoices.ts';

const shared = sharedApp();

test('the active cell, blocks and drafts of the table stay where the user put them', async () => {
  const app = await shared();
  const { page } = app;
  const invoices = Array.from({ length: 12 }, (_, at) => {
    const invoice = bought(at + 1);
    return { ...invoice, seller: { ...invoice.seller, name: `供应商${String(at).padStart(2, '0')}` } };
  });
  await app.drop(await writeOwn(join(app.home, 'cells'), invoices));
  await page.getByText('12 read:', { exact: true }).waitFor();
  await page.getByText('Table', { exact: true }).click();
  const grid = page.getByRole('grid', { name: 'Batch' });
  const rows = grid.locator('.sheet-rows .sheet-row');
  const cell = (row: number, column: string) =>
    grid.locator(`[data-index="${row}"] [data-column="${column}"]`);
  const column = (name: string) => rows.locator(`[data-column="${name}"]`).allTextContents();
  const sellers = async (count = 3) => (await column('seller')).slice(0, count);
  const undo = async (): Promise<void> => {
    await page.keyboard.press('Control+z');
    await page
      .getByText(/^Undone: /u)
      .last()
      .waitFor();
  };
  await eventually(() => rows.count()).toBe(12);
  await grid.getByRole('button', { name: 'Seller', exact: true }).click();
  const names = (await sellers(12)).map(String);

  // A column left of the active cell is hidden: typing goes on in the same column.
  await cell(0, 'seller').click();
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('checkbox', { name: 'Kind' }).uncheck();
  await page.keyboard.press('Escape');
  await grid.focus();
  await page.keyboard.type('甲');
  await page.keyboard.press('Enter');
  // An edited row keeps its place in the order until it is sorted again.
  await eventually(() => cell(0, 'seller').textContent()).toBe('甲');
  const again = page.getByRole('button', { name: 'Sort again (1 edited)' });
  await again.click();
  await eventually(() => cell(11, 'seller').textContent()).toBe('甲');
  await undo();
  await eventually(() => sellers(12)).toEqual([...names.slice(1), names[0]]);
  await again.click();
  await eventually(() => sellers(12)).toEqual(names);

  // The mouse selects a block. A smaller block repeats in it; a larger one goes on, and what finds no row is counted.
  await cell(1, 'seller').hover();
  await page.mouse.down();
  await cell(3, 'seller').hover();
  await cell(4, 'buyer').hover();
  await page.mouse.up();
  await eventually(() => grid.locator('.picked').count()).toBe(8);
  await pasteText(page, '乙\t丙');
  await eventually(() => sellers(6)).toEqual([names[0], '乙', '乙', '乙', '乙', names[5]]);
  expect((await column('buyer')).slice(1, 5)).toEqual(['丙', '丙', '丙', '丙']);
  await undo();
  await eventually(() => sellers(12)).toEqual(names);
  await cell(10, 'seller').click();
  await pasteText(page, '一\n二\n三\n四');
  await page.getByText('2 values found no row or column').waitFor();
  await eventually(async () => (await sellers(12)).slice(9)).toEqual([names[9], '一', '二']);
  await undo();
  await eventually(() => sellers(12)).toEqual(names);

  // A paste right after a typed value does not compare with the value before it.
  await cell(0, 'seller').click();
  await page.keyboard.type('AAA');
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowUp');
  await pasteText(page, names[0] ?? '');
  await page.getByText(/^Changed values: 1\./u).waitFor();
  await eventually(() => sellers(1)).toEqual([names[0]]);

  // What could not be filled, and what is not valid, waits as drafts and keeps its row from being confirmed.
  await cell(0, 'seller').click();
  await cell(1, 'seller').click({ modifiers: ['Shift'] });
  await page.keyboard.type('丁');
  app.forgive(/net::ERR_FAILED/u, /batch\.correct$/u);
  await page.route('**/commands/batch.correct', (route) => route.abort());
  await page.keyboard.press('Control+Enter');
  await eventually(() => sellers(3)).toEqual(['丁 (Not saved)', '丁 (Not saved)', names[2]]);
  await page.unroute('**/commands/batch.correct');
  await cell(1, 'seller').click();
  await page.keyboard.press('Control+Enter');
  await page.getByText(/^Not confirmed: 1\. “Seller/u).waitFor();
  expect(await cell(1, 'state').textContent()).toBe('To review');
  // A value that is saved by another way ends the draft.
  await cell(1, 'seller').click();
  await pasteText(page, '戊');
  await eventually(() => cell(1, 'seller').textContent()).toBe('戊');
  await cell(0, 'seller').click();
  await pasteText(page, names[0] ?? '');
  await eventually(() => cell(0, 'seller').textContent()).toBe(names[0]);
  await cell(0, 'total').click();
  await cell(2, 'total').click({ modifiers: ['Shift'] });
  await pasteText(page, '12x');
  await page.getByText(/^3 cells not saved: “12x”/u).waitFor();
  await pasteText(page, '12.00');
  await eventually(async () => (await column('total')).slice(0, 3)).toEqual(['12.00', '12.00', '12.00']);

  // The filter of the list keeps edited rows, too. The nearest row is active after the active one has left.
  await page
    .getByRole('button', { name: /clean$/u })
    .first()
    .click();
  const clean = await rows.count();
  await cell(0, 'grossTotal').click();
  await page.keyboard.type('1');
  await page.keyboard.press('Enter');
  await eventually(() => cell(0, 'grossTotal').textContent()).toBe('1.00');
  await page.getByRole('button', { name: /^Filter again \(1 edited/u }).click();
  await eventually(() => rows.count()).toBe(clean - 1);
  await cell(0, 'seller').click();
  const find = page.getByRole('searchbox', { name: 'Find' });
  await find.fill(names[9] ?? '');
  await eventually(() => rows.count()).toBe(1);
  // From the search, F6 leads on to the table, and back from it to what stands before the search; the down arrow and
  // Enter lead to the rows, too.
  const hasRows = () => page.evaluate(() => document.activeElement?.matches('.cell-catcher'));
  for (const [key, leads] of [
    ['Shift+F6', false],
    ['F6', true],
    ['ArrowDown', true],
    ['Enter', true],
  ] as const) {
    await find.press(key);
    await eventually(hasRows).toBe(leads);
  }
  await page.keyboard.type('己');
  await page.keyboard.press('Enter');
  await eventually(() => cell(0, 'seller').textContent()).toBe('己');
  await cell(0, 'state').click();
  await page.keyboard.type('x');
  await page.getByText('This cell can’t be edited here').waitFor();
});

test('Delete empties cells and removes whole rows, and a range dragged to an edge scrolls the table', async () => {
  const app = await shared();
  const { page } = app;
  const count = 40;
  const invoices = Array.from({ length: count }, (_, at) => bought(at + 1));
  await app.drop(await writeOwn(join(app.home, 'many'), invoices));
  await page.getByText(`${count} read:`, { exact: true }).waitFor();
  await page.getByText('Table', { exact: true }).click();
  const grid = page.getByRole('grid', { name: 'Batch' });
  const cell = (row: number, column: string) =>
    grid.locator(`[data-index="${row}"] [data-column="${column}"]`);
  const texts = (column: string, rows: readonly number[]) =>
    Promise.all(rows.map((row) => cell(row, column).textContent()));
  const question = page.getByRole('alertdialog');
  await cell(4, 'seller').waitFor();
  const sellers = await texts('seller', [0, 1, 2, 3]);
  const buyers = await texts('buyer', [0, 1, 2, 3]);

  // A block of two columns, as one step.
  await cell(1, 'seller').click();
  await cell(2, 'buyer').click({ modifiers: ['Shift'] });
  await page.keyboard.press('Delete');
  await page.getByText(/^Changed values: 4\./u).waitFor();
  await eventually(() => texts('seller', [0, 1, 2, 3])).toEqual([sellers[0], '', '', sellers[3]]);
  expect(await texts('buyer', [0, 1, 2, 3])).toEqual([buyers[0], '', '', buyers[3]]);
  expect(await question.count()).toBe(0);
  // A click on an empty cell is one on the cell.
  await cell(2, 'seller').click();
  await eventually(() => cell(2, 'seller').getAttribute('class')).toContain('active');
  await page.keyboard.press('Control+z');
  await eventually(() => texts('seller', [0, 1, 2, 3])).toEqual(sellers);
  await eventually(() => texts('buyer', [0, 1, 2, 3])).toEqual(buyers);

  // One cell, a draft that waits in one, and cells that can't be emptied.
  await cell(0, 'seller').click();
  await page.keyboard.press('Backspace');
  await eventually(() => texts('seller', [0, 1])).toEqual(['', sellers[1]]);
  await page.keyboard.press('Control+z');
  await eventually(() => texts('seller', [0])).toEqual([sellers[0]]);
  const [net] = await texts('total', [0]);
  await cell(0, 'total').click();
  await pasteText(page, '12x');
  await eventually(() => texts('total', [0])).toEqual(['12x (Not saved)']);
  await page.keyboard.press('Delete');
  await eventually(() => texts('total', [0])).toEqual(['']);
  await page.keyboard.press('Control+z');
  await eventually(() => texts('total', [0])).toEqual([net]);
  const [kind] = await texts('kind', [3]);
  for (const fixed of ['kind', 'state']) {
    await cell(3, fixed).click();
    await page.keyboard.press('Delete');
  }
  await page.getByText('Not changed: 1. These cells can’t be edited here').last().waitFor();
  expect(await texts('kind', [3])).toEqual([kind]);

  // Whole rows are documents. In cells, the list of actions offers to remove one, but not by this key.
  const removing = async () => {
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').getByRole('searchbox').waitFor();
    await page.keyboard.type('remove from');
    const item = page.getByRole('menuitem', { name: /^Remove from the list/u });
    await item.waitFor();
    return { item, keys: await item.locator('kbd').allTextContents() };
  };
  const ofCell = await removing();
  expect(ofCell.keys).toEqual([]);
  await ofCell.item.click();
  await question.waitFor();
  await page.keyboard.press('Escape');
  await question.waitFor({ state: 'detached' });
  for (const key of ['Space', 'ArrowDown', 'Space']) await page.keyboard.press(key);
  expect((await removing()).keys).toEqual(['Delete']);
  // The first Escape empties the search.
  for (const key of ['Escape', 'Escape']) await page.keyboard.press(key);
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.keyboard.press('Delete');
  await question.getByText('2 documents go to the bin').waitFor();
  await page.keyboard.press('Escape');
  await question.waitFor({ state: 'detached' });
  await page.keyboard.press('Escape');
  // After their selection, the active cell is a cell again.
  await cell(5, 'seller').click();
  for (const key of ['Control+a', 'Escape', 'Delete']) await page.keyboard.press(key);
  await eventually(() => texts('seller', [5])).toEqual(['']);
  expect(await question.count()).toBe(0);
  await page.keyboard.press('Control+z');

  // Home shows the checkboxes, too.
  await page.setViewportSize({ width: 1024, height: 700 });
  const scrollLeft = () => grid.evaluate((element) => element.scrollLeft);
  await page.keyboard.press('End');
  await eventually(scrollLeft).toBeGreaterThan(0);
  await page.keyboard.press('Home');
  await eventually(scrollLeft).toBe(0);

  // A range that is dragged to the lower edge goes on, and the table scrolls with it; back at the header, too.
  const rowOf = async () => Number(await grid.locator('.sheet-row.active').getAttribute('data-index'));
  const box = await grid.boundingBox();
  const [top, bottom] = [box?.y ?? 0, (box?.y ?? 0) + (box?.height ?? 0)];
  const at = await cell(2, 'seller').boundingBox();
  const x = (at?.x ?? 0) + 20;
  await cell(2, 'seller').hover();
  await page.mouse.down();
  await page.mouse.move(x, bottom - 4, { steps: 4 });
  await eventually(rowOf).toBe(count - 1);
  expect(await grid.evaluate(({ scrollTop }) => scrollTop)).toBeGreaterThan(0);
  await page.mouse.move(x, top + 4, { steps: 4 });
  await eventually(rowOf).toBe(0);
  expect(await grid.evaluate(({ scrollTop }) => scrollTop)).toBe(0);
  // So do the columns, although nothing is beyond the window.
  await page.mouse.move(1024 - 3, top + 80, { steps: 4 });
  const lastColumn = grid.locator('.sheet-row.active [aria-colindex]').last();
  await eventually(() => lastColumn.getAttribute('class')).toContain('active');
  expect(await scrollLeft()).toBeGreaterThan(0);
  await page.mouse.move(3, top + 80, { steps: 4 });
  await eventually(scrollLeft).toBe(0);
  await page.mouse.up();

  // Over frozen columns, a range scrolls back what lies below them before it reaches them.
  await page.setViewportSize({ width: 900, height: 700 });
  await cell(2, 'kind').click();
  await page.keyboard.press('Control+Shift+l');
  await page.getByRole('button', { name: 'Freeze column' }).press('Enter');
  await page.keyboard.press('Escape');
  await cell(2, 'kind').locator('xpath=self::*[contains(@class, "frozen")]').waitFor();
  await page.keyboard.press('End');
  await eventually(scrollLeft).toBeGreaterThan(0);
  const columnsMet: (string | null)[] = [];
  const activeOf = () => grid.locator('.sheet-cell.active').getAttribute('data-column');
  const last = await grid.locator('.sheet-cell.active').boundingBox();
  await page.mouse.move((last?.x ?? 0) + 20, (last?.y ?? 0) + 10);
  await page.mouse.down();
  const overFrozen = await cell(2, 'kind').boundingBox();
  await page.mouse.move((overFrozen?.x ?? 0) + 30, (last?.y ?? 0) + 10, { steps: 2 });
  await eventually(async () => {
    columnsMet.push(await activeOf());
    return columnsMet.at(-1);
  }).toBe('kind');
  expect(await scrollLeft()).toBe(0);
  await page.mouse.up();
});
