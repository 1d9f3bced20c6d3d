import { z } from 'zod';
import type { RunningApp } from '../app-fixtures/running-app.ts';
import { pasteText } from './page-events.ts';
import { randomFrom, type Random } from '../random.ts';
import { sendAsPage } from './page-command.ts';

/**
 * A random sequence of typing, pasting, undoing, scrolling, resizing, filtering, confirming, reloading and closing in
 * the table of invoices, and what must be stored at its end.
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
  'documents',
  'reload',
  'close',
] as const;

type Turn = {
  readonly app: RunningApp;
  readonly random: Random;
  /** What each typed value must be, by invoice number and column. */
  readonly expected: Map<string, string>;
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

/** Types into one cell that is in sight, and leaves it. */
const typeOnce = async (turn: Turn, token: string): Promise<void> => {
  const { app, random, expected, said } = turn;
  const { page } = app;
  const rows = page.locator('.sheet-rows .sheet-row');
  const wanted = random.pick(typedColumns);
  const aimed = (await rows.nth(random.whole(0, 8)).locator('[data-column="number"]').textContent()) ?? '';
  // By its number: a turn of the wheel that is not over yet gives its place to another row.
  const cell = rows.filter({ hasText: aimed }).locator(`[data-column="${wanted}"]`);
  if (aimed === '') return;
  // The wheel may have moved other cells under the click: typing is meant for the active one, which the user sees.
  const active = page.locator('.sheet-cell.active');
  let [number, column]: [string, string | null] = ['', null];
  try {
    await cell.click({ timeout: 5000 });
    column = await active.getAttribute('data-column', { timeout: 5000 });
    number = (await rows.filter({ has: active }).locator('[data-column="number"]').textContent()) ?? '';
  } catch {
    column = null;
  }
  if (!typedColumns.some((typed) => typed === column)) {
    said.push('a row that had left');
    return;
  }
  // A click into an editor that is still open types on in its text.
  const isOpen = (await active.locator('.sheet-editor').count()) > 0;
  if (!isOpen && random.chance(0.2)) {
    await pasteText(page, token);
    said.push(`${token} pasted over ${column} of ${number}`);
    expected.set(`${number} ${column}`, token);
    return;
  }
  if (isOpen || random.chance(0.5)) {
    if (!isOpen) await page.keyboard.press('F2');
    await page.keyboard.press('Control+a');
  }
  await page.keyboard.type(token);
  const how = random.pick(leavings);
  said.push(`${token} in ${column} of ${number}, left by ${how}`);
  if (how !== 'Escape' && how !== 'undo') expected.set(`${number} ${column}`, token);
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
const differences = (
  saved: Saved,
  expected: ReadonlyMap<string, string>,
  seed: number,
): readonly string[] => {
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
const misplaced = (saved: Saved, expected: ReadonlyMap<string, string>, seed: number): readonly string[] =>
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

const patience = 20_000;
/** Milliseconds between two looks at what is stored. */
const pause = 200;

/**
 * Plays one sequence in the table, which shows at least ten invoices with different numbers. The report is empty if no
 * text was lost and none came to a wrong place.
 */
export const playTyping = async (
  app: RunningApp,
  seed: number,
  steps: number,
): Promise<readonly string[]> => {
  const turn: Turn = { app, random: randomFrom(seed), expected: new Map(), said: [] };
  const { page } = app;
  await untilTable(app);
  await page.locator('.sheet-grid').hover();
  // A sequence without typed values would find nothing.
  const least = Math.ceil(steps / 4);
  for (let step = 0; step < steps || (turn.expected.size < least && step < 4 * steps); step += 1)
    await (turn.random.chance(0.6) ? typeOnce(turn, `T${seed}x${step}`) : wander(turn));
  // The last editor is left, too.
  await page.getByRole('searchbox', { name: 'Find' }).focus();
  if (turn.expected.size < least)
    return [`seed ${seed}: only ${turn.expected.size} values typed: ${turn.said.join('; ')}`];
  let left: readonly string[] = [];
  for (let waited = 0; waited < patience; waited += pause) {
    left = differences(await savedNow(app), turn.expected, seed);
    if (left.length === 0) return [];
    await page.waitForTimeout(pause);
  }
  return [`seed ${seed}: ${turn.said.join('; ')}`, ...left];
};
