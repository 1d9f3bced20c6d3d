import { z } from 'zod';
import type { RunningApp } from '../app-fixtures/running-app.ts';
import { pasteText } from './page-events.ts';
import { randomFrom, type Random } from '../random.ts';
import { sendAsPage } from './page-command.ts';

/**
 * A random sequence of typing, pasting, emptying, undoing, scrolling, resizing, filtering, hiding and moving columns,
 * confirming, reloading and closing in the table of invoices, and what must be stored at its end.
 */

const savedSchema = z.object({
  value: z.array(
    z.object({
      id: z.number(),
      note: z.string().nullable(),
      tags: z.array(z.string()),
      headline: z.record(z.string(), z.unknown()),
    }),
  ),
});
type Saved = z.infer<typeof savedSchema>['value'];

const savedNow = async (app: RunningApp): Promise<Saved> =>
  savedSchema.parse(JSON.parse(await sendAsPage(app, 'pages.list', { service: 'vat-invoice' }))).value;

/** The typed columns: anything is valid in them. */
const typedColumns = ['seller', 'buyer'] as const;
/** A column in which no typed token is valid: what is left there waits as a draft. */
const draftColumn = 'total';

const leavings = [
  'Enter',
  'Tab',
  'Control+Enter',
  'Escape',
  'undo',
  'other cell',
  'scroll',
  'resize',
  'find',
  'filter',
  'hide',
  'move',
  'documents',
  'reload',
  'close',
] as const;

const isTakenBack = (how: (typeof leavings)[number]): boolean => how === 'Escape' || how === 'undo';

type Turn = {
  readonly app: RunningApp;
  readonly random: Random;
  /** What each typed value must be, by invoice number and column; null for an emptied one. */
  readonly expected: Map<string, string | null>;
  /** The texts that must wait as drafts, by invoice number. */
  readonly drafts: Map<string, string>;
  readonly said: string[];
};

/** In each, the table shows at least nine rows. */
const sizes = [
  { width: 1024, height: 700 },
  { width: 1440, height: 900 },
  { width: 1920, height: 1080 },
] as const;

const untilTable = async ({ page }: RunningApp): Promise<void> => {
  await page.getByRole('grid', { name: 'Batch' }).waitFor();
  await page.locator('.sheet-rows [data-column="number"]').first().waitFor();
};

const clearFind = async ({ page }: RunningApp): Promise<void> => {
  await page.getByRole('searchbox', { name: 'Find' }).fill('');
  await page.locator('.sheet-rows .sheet-row').nth(5).waitFor();
};

/** Leaves an open editor in one way. */
const leave = async ({ app, random }: Turn, how: (typeof leavings)[number]): Promise<void> => {
  const { page } = app;
  switch (how) {
    case 'other cell':
      await page
        .locator('.sheet-rows .sheet-row')
        .nth(random.whole(0, 8))
        .locator('[data-column="issueDate"]')
        .click();
      return;
    case 'scroll':
      await page.mouse.wheel(0, random.pick([3000, -3000]));
      await page.mouse.wheel(0, random.pick([0, 1500, -1500]));
      return;
    case 'find':
      await page.getByRole('searchbox', { name: 'Find' }).fill(`查F${random.whole(1, 99)}`);
      await clearFind(app);
      return;
    case 'filter': {
      // By no click, which would end the editor before.
      const filter = page.getByRole('combobox', { name: 'Show' });
      await filter.selectOption('confirmed');
      await filter.selectOption('all');
      await page.locator('.sheet-rows .sheet-row').nth(5).waitFor();
      return;
    }
    case 'hide': {
      const column = random.pick(typedColumns);
      await page.locator(`.sheet-heading [data-menu="${column}"]`).click();
      await page.getByRole('button', { name: 'Hide column' }).click();
      await page.getByRole('button', { name: 'Columns' }).click();
      await page
        .getByRole('checkbox', { name: column === 'seller' ? 'Seller' : 'Buyer', exact: true })
        .check();
      await page.keyboard.press('Escape');
      return;
    }
    case 'move': {
      const headings = page.getByRole('columnheader');
      await headings.filter({ hasText: /^Buyer/u }).dragTo(headings.filter({ hasText: /^Seller/u }));
      return;
    }
    case 'documents':
      await page.keyboard.press('F3');
      await page.getByRole('grid', { name: 'List of documents' }).waitFor();
      await page.keyboard.press('F3');
      await untilTable(app);
      return;
    case 'reload':
      await page.reload();
      await untilTable(app);
      return;
    case 'close': {
      const address = page.url();
      await page.goto('about:blank');
      await page.goto(address);
      await untilTable(app);
      return;
    }
    case 'resize':
      await page.setViewportSize(random.pick(sizes));
      await page.keyboard.press('Enter');
      return;
    case 'undo':
      await page.keyboard.press('Enter');
      await page.keyboard.press('Control+z');
      return;
    case 'Enter':
    case 'Tab':
    case 'Control+Enter':
    case 'Escape':
      await page.keyboard.press(how);
      return;
    default:
      return how satisfies never;
  }
};

type Place = { readonly number: string; readonly column: string };

/** Clicks on a cell that is in sight. Returns the active cell, which the user sees; null if its row has left. */
const clickCell = async ({ app, random, said }: Turn, wanted: string): Promise<Place | null> => {
  const { page } = app;
  const rows = page.locator('.sheet-rows .sheet-row');
  const aimed = (await rows.nth(random.whole(0, 8)).locator('[data-column="number"]').textContent()) ?? '';
  if (aimed === '') return null;
  // By its number: a turn of the wheel that is not over yet gives its place to another row.
  const cell = rows.filter({ hasText: aimed }).locator(`[data-column="${wanted}"]`);
  // The wheel may have moved other cells under the click: typing is meant for the active one.
  const active = page.locator('.sheet-cell.active');
  try {
    await cell.click({ timeout: 5000 });
    const column = await active.getAttribute('data-column', { timeout: 5000 });
    const number = await rows.filter({ has: active }).locator('[data-column="number"]').textContent();
    if (column === wanted || typedColumns.some((typed) => typed === column))
      return { number: number ?? '', column: column ?? '' };
  } catch {
    // It is said below.
  }
  said.push('a row that had left');
  return null;
};

/** The numbers of the active row and of those below it, as far as they are there. */
const numbersBelow = async ({ app: { page } }: Turn, count: number): Promise<readonly string[]> => {
  const first = Number(await page.locator('.sheet-row.active').getAttribute('data-index'));
  const rows = Array.from({ length: count }, (_, at) =>
    page.locator(`.sheet-row[data-index="${first + at}"] [data-column="number"]`).allTextContents(),
  );
  return (await Promise.all(rows)).flat();
};

/** Pastes one or several rows over the active cell. */
const pasteOver = async (turn: Turn, { column }: Place, token: string): Promise<void> => {
  const numbers = await numbersBelow(turn, turn.random.whole(1, 3));
  await pasteText(turn.app.page, numbers.map((_, at) => `${token}r${at}`).join('\n'));
  turn.said.push(`${token} pasted over ${column} of ${numbers.join(', ')}`);
  for (const [at, number] of numbers.entries()) turn.expected.set(`${number} ${column}`, `${token}r${at}`);
};

/** Empties the active cell, or some more below it. */
const emptyCells = async (turn: Turn, { column }: Place): Promise<void> => {
  const { page } = turn.app;
  const numbers = await numbersBelow(turn, turn.random.whole(1, 2));
  for (const _ of numbers.slice(1)) await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press(turn.random.pick(['Delete', 'Backspace']));
  turn.said.push(`emptied ${column} of ${numbers.join(', ')}`);
  for (const number of numbers) turn.expected.set(`${number} ${column}`, null);
};

/** Types into one cell that is in sight, and leaves it. */
const typeOnce = async (turn: Turn, token: string): Promise<void> => {
  const { app, random, expected, said } = turn;
  const { page } = app;
  const place = await clickCell(turn, random.pick(typedColumns));
  if (!place) return;
  // A click into an editor that is still open types on in its text.
  const editor = page.locator('.sheet-cell.active .sheet-editor');
  const isOpen = (await editor.count()) > 0;
  if (!isOpen && random.chance(0.2)) return pasteOver(turn, place, token);
  if (!isOpen && random.chance(0.15)) return emptyCells(turn, place);
  if (isOpen || random.chance(0.5)) {
    if (!isOpen) await page.keyboard.press('F2');
    await page.keyboard.press('Control+a');
  }
  await page.keyboard.type(token);
  let text = token;
  if (random.chance(0.15)) {
    // Rows of a spreadsheet become one text in an open editor.
    await page.evaluate((rows) => navigator.clipboard.writeText(rows), `${token}a\n${token}b`);
    await page.keyboard.press('Control+v');
    text = await editor.inputValue();
  }
  // They would take back what was typed in the open editor before, too.
  const how = random.pick(isOpen ? leavings.filter((each) => !isTakenBack(each)) : leavings);
  said.push(`${text} in ${place.column} of ${place.number}, left by ${how}`);
  if (!isTakenBack(how)) expected.set(`${place.number} ${place.column}`, text);
  await leave(turn, how);
};

/** Types a text that is no amount over one, and leaves it. */
const typeInvalid = async (turn: Turn, token: string): Promise<void> => {
  const { app, random, drafts, said } = turn;
  const place = await clickCell(turn, draftColumn);
  if (place?.column !== draftColumn) return;
  await app.page.keyboard.press('F2');
  await app.page.keyboard.press('Control+a');
  await app.page.keyboard.type(token);
  const how = random.pick(leavings.filter((each) => each !== 'undo'));
  said.push(`${token}, which is no amount, of ${place.number}, left by ${how}`);
  if (how === 'Escape') drafts.delete(place.number);
  else drafts.set(place.number, token);
  await leave(turn, how);
};

/** Something without typing in a cell. */
const wander = async ({ app, random, said }: Turn): Promise<void> => {
  const { page } = app;
  const what = random.pick(['wheel', 'confirm', 'sort', 'select', 'find'] as const);
  said.push(what);
  if (what === 'wheel') await page.mouse.wheel(0, random.whole(-2000, 2000));
  if (what === 'sort') await page.locator('.sheet-heading .sheet-sort').nth(random.whole(0, 4)).click();
  if (what === 'find') {
    await page.getByRole('searchbox', { name: 'Find' }).pressSequentially(`查W${random.whole(1, 9)}`);
    await clearFind(app);
  }
  if (what === 'select' || what === 'confirm') {
    await page
      .locator('.sheet-rows .sheet-row')
      .nth(random.whole(0, 8))
      .locator('[data-column="issueDate"]')
      .click();
    await page.keyboard.press(what === 'select' ? 'Shift+ArrowDown' : 'Control+Enter');
    // An invoice with an error is confirmed after a question.
    const question = page.getByRole('alertdialog');
    if (await question.isVisible()) await page.keyboard.press('Escape');
  }
};

/** What is not as it must be: texts that are lost, and texts in a place where they were not typed. */
const differences = (saved: Saved, expected: Turn['expected'], seed: number): readonly string[] => {
  const values = new Map<string, unknown>(
    saved.flatMap(({ headline }) =>
      typedColumns.map((column) => [`${String(headline['number'])} ${column}`, headline[column]] as const),
    ),
  );
  const lost = [...expected].flatMap(([place, wanted]) =>
    values.get(place) === wanted ? [] : [`${place}: ${String(values.get(place))}, not ${wanted}`],
  );
  return [...lost, ...misplaced(saved, expected, seed)];
};

/** Typed texts in a place where they were not typed. */
const misplaced = (saved: Saved, expected: Turn['expected'], seed: number): readonly string[] =>
  saved.flatMap(({ note, tags, headline }) => {
    const number = String(headline['number']);
    const texts = [...Object.entries(headline), ['note', note], ['tags', tags.join(' ')]] as const;
    return texts.flatMap(([place, of]) => {
      const value = String(of);
      if (expected.has(`${number} ${place}`)) return [];
      return new RegExp(`T${seed}x|查[FW]`, 'u').test(value)
        ? [`${number} ${place}: ${value}, where it was not typed`]
        : [];
    });
  });

/** Drafts that the tab does not keep at their places. */
const lostDrafts = async (
  { page }: RunningApp,
  saved: Saved,
  drafts: ReadonlyMap<string, string>,
): Promise<readonly string[]> => {
  const stored = await page.evaluate(() => sessionStorage.getItem('vouch-typed') ?? '');
  return [...drafts].flatMap(([number, text]) => {
    const id = saved.find(({ headline }) => headline['number'] === number)?.id;
    return stored.includes(JSON.stringify([`value:${id}:${draftColumn}`, text]))
      ? []
      : [`${number} ${draftColumn}: no draft ${text}`];
  });
};

const patience = 20_000;
/** Milliseconds between two looks at what is stored. */
const pause = 200;

const pickStep = ({ random }: Turn) =>
  random.chance(0.6) ? typeOnce : random.chance(0.2) ? typeInvalid : wander;

/**
 * Plays one sequence in the table, which shows at least ten invoices with different numbers. The report is empty if no
 * text was lost and none came to a wrong place.
 */
export const playTyping = async (
  app: RunningApp,
  seed: number,
  steps: number,
): Promise<readonly string[]> => {
  const turn: Turn = { app, random: randomFrom(seed), expected: new Map(), drafts: new Map(), said: [] };
  const { page } = app;
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await untilTable(app);
  await page.locator('.sheet-grid').hover();
  // A sequence without typed values would find nothing.
  const least = Math.ceil(steps / 4);
  for (let step = 0; step < steps || (turn.expected.size < least && step < 4 * steps); step += 1)
    await pickStep(turn)(turn, `T${seed}x${step}`);
  // The last editor is left, too.
  await page.getByRole('searchbox', { name: 'Find' }).focus();
  if (turn.expected.size < least)
    return [`seed ${seed}: only ${turn.expected.size} values typed: ${turn.said.join('; ')}`];
  let left: readonly string[] = [];
  for (let waited = 0; waited < patience; waited += pause) {
    const saved = await savedNow(app);
    left = [...differences(saved, turn.expected, seed), ...(await lostDrafts(app, saved, turn.drafts))];
    if (left.length === 0) return [];
    await page.waitForTimeout(pause);
  }
  return [`seed ${seed}: ${turn.said.join('; ')}`, ...left];
};
