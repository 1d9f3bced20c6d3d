import { join } from 'node:path';
import { writeFile } from 'node:fs/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { sharedApp } from '../helpers/interface/shared-app.ts';
import { eventually } from '../helpers/interface/steps.ts';
import { makeDigitalInvoice } from '../samples/digital/make-invoice.ts';
import { writeEInvoice } from '../samples/digital/write-einvoice.ts';
import { seededRandom } from '../samples/random.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import type { RunningApp } from '../helpers/app-fixtures/running-app.ts';

const shared = sharedApp();

/** The number of each digital invoice, by the order of the files. */
const numberOf = (index: number): string => `2531200000${String(index).padStart(10, '0')}`;

/** Adds digital invoices. In the first `wrong` of them, the amount in words is another one. */
const addInvoices = async (app: RunningApp, count: number, wrong = 0): Promise<void> => {
  const folder = await temporaryFolder();
  const paths: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const invoice = makeDigitalInvoice(seededRandom(index + 1), {
      lines: 1,
      isRed: false,
      hasSpecialCharacters: false,
    });
    const path = join(folder, `${String(index).padStart(2, '0')}.xml`);
    const words = index < wrong ? { grossTotalWords: '壹佰圆整' } : {};
    await writeFile(path, writeEInvoice({ ...invoice, number: numberOf(index), ...words }));
    paths.push(path);
  }
  await app.drop(paths);
  await app.page.getByText(`${count} to review`).waitFor();
};

const requestSchema = z.looseObject({ id: z.int() });

/** Delays what the window loads, and notes each confirmation with what the window shows when it is sent. */
const watch = async (app: RunningApp, delayMs: number) => {
  const { page } = app;
  const names = new Map<number, string>();
  const confirmed: { readonly of: string | undefined; readonly shown: string | null }[] = [];
  await page.route('**/commands/pages.open', async (route) => {
    const response = await route.fetch().catch(() => null);
    // The test ended meanwhile, and its page was closed.
    if (!response) return;
    const body: unknown = await response.json();
    const opened = z
      .looseObject({
        value: z.looseObject({ summary: z.looseObject({ id: z.int(), name: z.string() }) }),
      })
      .safeParse(body);
    if (opened.success) names.set(opened.data.value.summary.id, opened.data.value.summary.name);
    // oxlint-disable-next-line no-promise-executor-return -- a slow server
    await new Promise((resolve) => setTimeout(resolve, delayMs));
    await route.fulfill({ response }).catch(() => {});
  });
  await page.route('**/commands/pages.review', async (route) => {
    const { id } = requestSchema.parse(route.request().postDataJSON());
    const shown = await page.evaluate(() => {
      const panel = document.querySelector('.invoice-panel');
      return panel?.querySelector('[data-field="number"]')?.getAttribute('aria-label') ?? null;
    });
    confirmed.push({ of: names.get(id), shown });
    await route.continue();
  });
  onTestFinished(() => page.unrouteAll({ behavior: 'ignoreErrors' }));
  return confirmed;
};

describe('the window confirms only what it shows', () => {
  test.each([0, 150, 400, 2_000])('with a delay of %i ms', async (delayMs) => {
    const app = await shared();
    const { page } = app;
    await addInvoices(app, 12);
    await page.locator('[data-field="number"]').waitFor();
    const confirmed = await watch(app, delayMs);
    for (let presses = 0; presses < 8; presses += 1) {
      await page.keyboard.press('Control+Enter');
      await page.waitForTimeout(250);
    }
    expect(confirmed.length).toBeGreaterThan(0);
    for (const { of, shown } of confirmed) {
      const index = Number(/^(\d+)\.xml$/u.exec(of ?? '00.xml')?.[1]);
      expect(shown, `confirmed ${of}`).toContain(numberOf(index));
    }
  });

  test('the panel is empty while another document loads, and names it; buttons and keys do nothing', async () => {
    const app = await shared();
    const { page } = app;
    await addInvoices(app, 3, 1);
    const confirmed = await watch(app, 3_000);
    await page.getByRole('row', { name: /02\.xml/u }).click();
    const panel = page.getByRole('region', { name: 'Invoice data' });
    await panel.getByText('02.xml').waitFor();
    expect(await panel.getByRole('button').count()).toBe(0);
    expect(await panel.getByRole('gridcell').count()).toBe(0);
    for (const keys of ['Control+Enter', 'Control+Shift+Enter', 'Control+Alt+Enter', 'Tab', 'Space', 'F8'])
      await page.keyboard.press(keys);
    expect(await page.getByRole('alertdialog').count()).toBe(0);
    await page.locator('[data-field="number"]').waitFor();
    expect(await panel.getByText('02.xml').count()).toBe(1);
    expect(confirmed).toEqual([]);
    await page.getByText('3 to review').waitFor();
  });

  test('a held key confirms, sets aside and accepts once', async () => {
    const app = await shared();
    const { page } = app;
    await addInvoices(app, 6);
    await page.locator('[data-field="number"]').waitFor();
    for (const [keys, left] of [
      [['Control', 'Enter'], 5],
      [['Control', 'Shift', 'Enter'], 4],
    ] as const) {
      for (const key of keys.slice(0, -1)) await page.keyboard.down(key);
      // Playwright marks every further press of a key that is down as a repeated one.
      for (let repeats = 0; repeats < 8; repeats += 1) {
        await page.keyboard.down('Enter');
        await page.waitForTimeout(60);
      }
      for (const key of keys.toReversed()) await page.keyboard.up(key);
      await page.getByText(`${left} to review`).waitFor();
      await page.waitForTimeout(200);
      await page.getByText(`${left} to review`).waitFor();
    }
  });

  test('after the last finding, the focus goes to Confirm and the document stays; only Enter confirms', async () => {
    const app = await shared();
    const { page } = app;
    await addInvoices(app, 4, 2);
    const panel = page.getByRole('region', { name: 'Invoice data' });
    await page.getByRole('row', { name: /00\.xml/u }).click();
    await panel.getByText('00.xml').waitFor();
    const focused = () =>
      page.evaluate(
        () => document.activeElement?.getAttribute('data-field') ?? document.activeElement?.textContent ?? '',
      );
    await page.keyboard.press('Tab');
    await eventually(focused).toMatch(/^grossTotal/u);
    // Space accepts each value with a finding, until none is left.
    for (let values = 0; values < 6 && (await focused()) !== 'Confirm'; values += 1) {
      const before = await focused();
      await page.keyboard.press('Space');
      await eventually(focused).not.toBe(before);
    }
    expect(await focused()).toBe('Confirm');
    expect(await panel.locator('.pane-head .cut').innerText()).toBe('00.xml');
    for (let presses = 0; presses < 3; presses += 1) await page.keyboard.press('Space');
    await page.waitForTimeout(200);
    await page.getByText('4 to review').waitFor();
    expect(await panel.locator('.pane-head .cut').innerText()).toBe('00.xml');
    await page.keyboard.press('Enter');
    await page.getByText('3 to review').waitFor();
  });
});

test('from a reviewed document, Tab opens the next one with findings, and Confirm the one after it', async () => {
  const app = await shared();
  const { page } = app;
  await addInvoices(app, 6, 2);
  await page.locator('[data-field="number"]').waitFor();
  await page.keyboard.press('F4');
  await page.getByText('2 to review').waitFor();
  await page.getByRole('row', { name: /04\.xml/u }).click();
  const shown = () => page.locator('.invoice-panel .pane-head .cut').innerText();
  await eventually(shown).toBe('04.xml');
  await page.keyboard.press('Tab');
  await eventually(shown).toBe('00.xml');
  await page.getByRole('button', { name: /^Confirm and open/u }).waitFor();
  await page.keyboard.press('Control+Enter');
  await page.getByRole('alertdialog', { name: 'Confirm with errors?' }).waitFor();
  await page.keyboard.press('Enter');
  await eventually(shown).toBe('01.xml');
  await page.getByText('1 to review').waitFor();
});
