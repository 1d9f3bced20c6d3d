import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { generateInvoice } from '../generate-invoice.ts';
import { drawInvoice } from '../../samples/invoice.ts';
import { chooseFilesAfter } from './page-events.ts';
import { readByService } from './steps.ts';

/** Twenty generated invoices, three of them misread by the sandbox, reviewed only with the keyboard. */

type Wrong = { readonly field: string; readonly right: string };

type Batch = {
  readonly truths: string;
  readonly paths: readonly string[];
  /** The correct values that the sandbox misreads, by file name. */
  readonly wrong: ReadonlyMap<string, Wrong>;
};

const count = 20;

/** Replaces a value everywhere in a truth, so that the sandbox misreads it. */
const misread = (truth: unknown, right: string, wrong: string): unknown =>
  JSON.parse(JSON.stringify(truth).replaceAll(JSON.stringify(right), JSON.stringify(wrong)));

/** The amount with one digit misread: 318.00 becomes 918.00. */
const otherDigit = (amount: string): string =>
  amount.replace(/\d/, (digit) => String((Number(digit) + 5) % 9 || 9));

/** The truth with the amount of an element misread, and with little confidence; and the right amount. */
export const misreadAmount = (
  truth: unknown,
  element: string,
): { readonly told: unknown; readonly right: string } => {
  const text = JSON.stringify(truth);
  const at = text.indexOf(`"type":"${element}"`);
  const rest = text.slice(at);
  const found = /"(?:¥|￥)?([\d,]+\.\d\d)"/u.exec(rest);
  if (at < 0 || found?.[1] === undefined) throw new Error(`The truth has no ${element}`);
  const [read, right] = found;
  const told = rest.replaceAll(read, read.replace(right, otherDigit(right)));
  return { told: JSON.parse(text.slice(0, at) + told.replace(/"score":[\d.]+/u, '"score":0.61')), right };
};

export const writeBatch = async (folder: string): Promise<Batch> => {
  const truths = join(folder, 'batch');
  await mkdir(truths, { recursive: true });
  const wrong = new Map<string, Wrong>();
  const paths: string[] = [];
  for (let seed = 1; seed <= count; seed += 1) {
    const invoice = generateInvoice(seed + 400);
    const { bytes, truth } = await drawInvoice(invoice);
    const name = `invoice-${String(seed).padStart(2, '0')}`;
    let told: unknown = truth;
    const { seller } = invoice;
    if (seed === 4 || seed === 11) {
      told = misread(
        truth,
        seller.taxId,
        `${seller.taxId.slice(0, -1)}${seller.taxId.endsWith('7') ? '8' : '7'}`,
      );
      wrong.set(name, { field: 'seller.taxId', right: seller.taxId });
    }
    if (seed === 17) {
      const gross = misreadAmount(truth, 'vat-invoice-total-cover-tax-digits');
      told = gross.told;
      wrong.set(name, { field: 'grossTotal', right: gross.right });
    }
    await writeFile(join(truths, `${name}.png`), bytes);
    await writeFile(join(truths, `${name}.truth.json`), JSON.stringify(told));
    paths.push(join(truths, `${name}.png`));
  }
  return { truths, paths, wrong };
};

/** Number of key presses per kind of page. A chord counts as one press, and so does typing a value. */
type Presses = { load: number; right: number; wrong: number[]; exported: number };

const review = (page: Page) => page.getByRole('region', { name: 'Documents' }).getByRole('status');

const shownName = (page: Page): Promise<string> => page.locator('.invoice-panel .pane-head .cut').innerText();

/** The focused field. */
const fieldInFocus = (page: Page): Promise<string | null> =>
  page.evaluate(() => document.activeElement?.getAttribute('data-field') ?? null);

/** Loads, corrects and confirms the whole batch without the mouse. */
export const reviewByKeyboard = async (page: Page, { paths, wrong }: Batch): Promise<Presses> => {
  const presses: Presses = { load: 0, right: 0, wrong: [], exported: 0 };
  // Keys have no effect before the window knows its settings, which decide whether this is shown.
  await page.getByRole('region', { name: 'Get started in three steps' }).waitFor();
  await readByService({ page });
  await chooseFilesAfter(page, () => page.keyboard.press('Control+o'), paths);
  await page.getByRole('button', { name: 'Use the demo' }).press('Enter');
  presses.load += 2;
  await page
    .getByRole('region', { name: 'Documents' })
    .getByText(`${paths.length} to review`)
    .waitFor({ timeout: 60_000 });
  for (let left = paths.length; left > 0; left -= 1) {
    const name = await shownName(page);
    const mistake = wrong.get(name.replace('.png', ''));
    let own = 0;
    if (mistake) {
      for (; (await fieldInFocus(page)) !== mistake.field; own += 1) {
        if (own > 10) throw new Error(`Tab does not lead to ${mistake.field} of ${name}`);
        await page.keyboard.press('Tab');
      }
      await page.keyboard.press('Enter');
      await page.keyboard.insertText(mistake.right);
      own += 2;
    }
    await page.keyboard.press('Control+Enter');
    own += 1;
    if (mistake) presses.wrong.push(own);
    else presses.right += own;
    await review(page)
      .getByText(`${left - 1} to review`)
      .waitFor();
    if (left > 1)
      await page.waitForFunction((before) => {
        const shown = document.querySelector('.invoice-panel .pane-head .cut')?.textContent;
        return shown !== undefined && shown !== before;
      }, name);
  }
  return presses;
};
