import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { chromium, type Browser, type Page } from 'playwright';
import { chromiumFlags, chromiumPath } from '../../build/chromium.mjs';
import { createBackend } from '../../electron/app/create-backend.ts';
import { reviewByKeyboard, writeBatch } from '../helpers/interface/keyboard-batch.ts';
import { madeInvoice, writeMade, type Made } from '../helpers/made-invoices.ts';
import { testHost } from '../helpers/test-host.ts';
import { startHost, workOfInput } from './browser-window.ts';
import { rendererMemory } from './canvas-memory.ts';
import type { BenchRow } from './row.ts';

/**
 * Measures review work: key presses for a batch, and the cost for the window of a key press and of a long
 * list.
 */

const documents = 1000;
const [allowedRight, allowedWrong, allowedWork, allowedMemory] = [20, 6, 16, 150];

/** Each with another amount, as in real life: a thousand equal ones would be compared with each other. */
const invoiceOver = async (seed: number): Promise<Made> => {
  const made = await madeInvoice(seed);
  const text: Made['truth'] = JSON.parse(JSON.stringify(made.truth).replaceAll('318.00', `${seed}.18`));
  return { ...made, truth: text };
};

/** A data folder in which a thousand invoices were recognized. */
const fillFolder = async (folder: string): Promise<string> => {
  const made = await Promise.all(Array.from({ length: documents }, (_, at) => invoiceOver(at + 1)));
  const { input, truths } = await writeMade(folder, made);
  const home = join(folder, 'full');
  const backend = await createBackend(testHost(home, { environment: { VOUCH_SANDBOX_TRUTH: truths } }));
  const files = made.map(({ name }) => ({ kind: 'path' as const, path: join(input, name) }));
  await backend.invoke('pages.add', { service: 'vat-invoice', sandbox: true, files });
  const isOver = async (): Promise<boolean> => {
    const listed = await backend.invoke('pages.list', { service: 'vat-invoice' });
    return listed.ok && JSON.stringify(listed.value).split('"recognized"').length > documents;
  };
  while (!(await isOver())) await setTimeout(200);
  await backend.close();
  return home;
};

const open = async (browser: Browser, address: string): Promise<Page> => {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, locale: 'en-US' });
  await page.goto(address);
  await page.getByRole('tab').first().waitFor();
  return page;
};

const megabytesOf = async (browser: Browser, page: Page): Promise<number> => {
  await page.waitForTimeout(1500);
  const bytes = await rendererMemory(browser, page);
  if (bytes === null) throw new Error('The memory was not measured');
  return bytes / 2 ** 20;
};

const inChromium = async <Value>(work: (browser: Browser) => Promise<Value>): Promise<Value> => {
  const browser = await chromium.launch({ executablePath: chromiumPath() ?? '', args: chromiumFlags });
  try {
    return await work(browser);
  } finally {
    await browser.close();
  }
};

const keyRows = async (folder: string): Promise<readonly BenchRow[]> => {
  const batch = await writeBatch(folder);
  const host = await startHost(join(folder, 'keys'), batch.truths);
  try {
    const presses = await inChromium(async (browser) =>
      reviewByKeyboard(await open(browser, host.address), batch),
    );
    const most = Math.max(...presses.wrong);
    return [
      {
        name: '20 invoices by keyboard: presses for the 17 right ones',
        measured: String(presses.right),
        floor: `${allowedRight} allowed`,
        ratio: presses.right / allowedRight,
        limit: 1,
      },
      {
        name: '20 invoices by keyboard: presses for a wrong one, a typed value counted as one',
        measured: presses.wrong.join(', '),
        floor: `${allowedWrong} allowed`,
        ratio: most / allowedWrong,
        limit: 1,
      },
    ];
  } finally {
    await host.stop();
  }
};

const listRows = async (folder: string): Promise<readonly BenchRow[]> => {
  const full = await fillFolder(folder);
  const empty = await startHost(join(folder, 'empty'), folder);
  const without = await inChromium(async (browser) =>
    megabytesOf(browser, await open(browser, empty.address)),
  );
  await empty.stop();
  const host = await startHost(full, folder);
  try {
    return await inChromium(async (browser) => {
      const page = await open(browser, host.address);
      await page.getByText('1,000 to review').waitFor();
      const list = page.getByRole('grid', { name: 'List of documents' });
      await list.focus();
      for (const key of ['End', 'Home', 'PageDown', 'PageDown', 'ArrowDown', 'ArrowDown'])
        await page.keyboard.press(key);
      const withList = await megabytesOf(browser, page);
      await page.locator('[data-field="seller.name"]').focus();
      await page.keyboard.press('Enter');
      const key = await workOfInput(page, () => page.keyboard.press('a'));
      return [
        {
          name: '1,000 documents in the list: work of the page for a typed key, median',
          measured: `${key.toFixed(1)} ms`,
          floor: `${allowedWork} ms allowed`,
          ratio: key / allowedWork,
          limit: 1,
        },
        {
          name: '1,000 documents in the session: memory of the page above that of an empty one',
          measured: `${(withList - without).toFixed(0)} MB (${withList.toFixed(0)} against ${without.toFixed(0)})`,
          floor: `${allowedMemory} MB allowed`,
          ratio: (withList - without) / allowedMemory,
          limit: 1,
        },
      ];
    });
  } finally {
    await host.stop();
  }
};

export const run = async (): Promise<BenchRow[]> => {
  const folder = await mkdtemp(join(tmpdir(), 'vouch-bench-'));
  try {
    return [...(await keyRows(folder)), ...(await listRows(folder))];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};
