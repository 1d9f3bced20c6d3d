import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Browser, type Page } from 'playwright';
import { chromiumFlags, chromiumPath } from '../../build/chromium.mjs';
import { makeDigitalInvoice } from '../samples/digital/make-invoice.ts';
import { writeEInvoice } from '../samples/digital/write-einvoice.ts';
import { seededRandom } from '../samples/random.ts';
import { randomAccount, startSandbox } from '../../electron/extract/sandbox/server.ts';
import { pass, sessionCode, startFaultServer } from '../helpers/fault-server.ts';
import { madeInvoice, writeMade } from '../helpers/made-invoices.ts';
import { startHost } from './browser-window.ts';
import type { BenchRow } from './row.ts';

/** Key presses for a whole batch, with real key events. A chord counts as one press. */

const [documents, wrong] = [200, 12];
const [mostPresses, mostForRetry] = [27, 2];

/** Digital invoices. In every 16th, the amount in words differs from the amount in figures. */
const writeInvoices = async (folder: string): Promise<readonly string[]> => {
  await mkdir(folder, { recursive: true });
  const paths: string[] = [];
  for (let index = 0; index < documents; index += 1) {
    const made = makeDigitalInvoice(seededRandom(index + 1), {
      lines: 1 + (index % 3),
      isRed: false,
      hasSpecialCharacters: false,
    });
    const number = `2531200000${String(index).padStart(10, '0')}`;
    const isWrong = index % 16 === 7 && index < 16 * wrong;
    const invoice = { ...made, number, ...(isWrong && { grossTotalWords: '壹佰圆整' }) };
    const path = join(folder, `${String(index).padStart(3, '0')}.xml`);
    await writeFile(path, writeEInvoice(invoice));
    paths.push(path);
  }
  return paths;
};

const status = (page: Page) => page.getByRole('region', { name: 'Documents' }).getByRole('status').first();

const add = async (page: Page, paths: readonly string[]): Promise<void> => {
  const chooser = page.waitForEvent('filechooser');
  await page.keyboard.press('Control+o');
  await (await chooser).setFiles([...paths]);
};

type Press = (keys: string) => Promise<void>;

const counter = (page: Page): { readonly press: Press; readonly count: () => number } => {
  let presses = 0;
  return {
    press: async (keys) => {
      presses += 1;
      await page.keyboard.press(keys);
    },
    count: () => presses,
  };
};

const left = async (page: Page, count: number): Promise<void> => {
  await status(page).getByText(`${count} to review`).waitFor({ timeout: 120_000 });
};

/** The number of presses from the list of recognized documents until all are confirmed and exported. */
const pressesForBatch = async (page: Page, paths: readonly string[]): Promise<number> => {
  await add(page, paths);
  await left(page, documents);
  const { press, count } = counter(page);
  await press('F4');
  await left(page, wrong);
  // Opens the first of them; each confirmation opens the next.
  await press('Tab');
  for (let remaining = wrong; remaining > 0; remaining -= 1) {
    // Nothing can be confirmed before it is shown.
    await page.getByRole('button', { name: /^Confirm and open/u }).waitFor();
    await press('Control+Enter');
    await page.getByRole('alertdialog', { name: 'Confirm with errors?' }).waitFor();
    await press('Enter');
    if (remaining > 1) await left(page, remaining - 1);
  }
  await page.getByText('0 to review').or(page.getByText('All reviewed')).first().waitFor();
  const download = page.waitForEvent('download');
  await press('Control+e');
  await (await download).path();
  return count();
};

/** The number of presses for retrying all pages that the service refuses. */
const pressesForRetry = async (page: Page, paths: readonly string[]): Promise<number> => {
  await add(page, paths);
  const failed = page.getByRole('button', { name: `${wrong} failed`, exact: true });
  await failed.waitFor({ timeout: 120_000 });
  const { press, count } = counter(page);
  await press('Shift+F9');
  await failed.waitFor({ state: 'detached', timeout: 120_000 });
  return count();
};

const open = async (browser: Browser, address: string): Promise<Page> => {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, locale: 'en-US' });
  await page.goto(address);
  await page.getByRole('tab').first().waitFor();
  return page;
};

const row = (name: string, presses: number, limit: number): BenchRow => ({
  name,
  measured: String(presses),
  floor: `${limit} allowed`,
  ratio: presses / limit,
  limit: 1,
});

/** The demo's service behind a server that refuses the first call of each picture. */
const startRefusingService = async (folder: string) => {
  const made = await Promise.all(Array.from({ length: wrong }, (_, at) => madeInvoice(at + 1)));
  const { input } = await writeMade(folder, made);
  const account = randomAccount();
  const truths = made.map(({ truth }) => truth);
  const sandbox = await startSandbox({ truths, account, now: () => new Date() });
  const front = await startFaultServer({
    script: (index) => (index < wrong ? sessionCode(10_163, 'refused') : pass),
    forwardTo: sandbox.baseUrl,
  });
  return {
    paths: made.map(({ name }) => join(input, name)),
    environment: {
      VOUCH_BASE_URL: front.baseUrl,
      VOUCH_APP_ID: account.appId,
      VOUCH_API_KEY: account.apiKey,
      VOUCH_API_SECRET: account.apiSecret,
    },
    stop: async () => {
      await front.close();
      await sandbox.close();
    },
  };
};

const retryRow = async (browser: Browser, folder: string): Promise<BenchRow> => {
  const service = await startRefusingService(folder);
  const host = await startHost(join(folder, 'home'), folder, service.environment);
  try {
    const presses = await pressesForRetry(await open(browser, host.address), service.paths);
    return row(`${wrong} failed documents: presses to ask for all of them again`, presses, mostForRetry);
  } finally {
    await host.stop();
    await service.stop();
  }
};

export const run = async (): Promise<BenchRow[]> => {
  const folder = await mkdtemp(join(tmpdir(), 'vouch-bench-'));
  const browser = await chromium.launch({ executablePath: chromiumPath() ?? '', args: chromiumFlags });
  const host = await startHost(join(folder, 'home'), folder);
  try {
    const page = await open(browser, host.address);
    const presses = await pressesForBatch(page, await writeInvoices(join(folder, 'in')));
    return [
      row(
        `${documents} documents of which ${wrong} have failed checks: presses until all are confirmed and exported`,
        presses,
        mostPresses,
      ),
      await retryRow(browser, join(folder, 'retry')),
    ];
  } finally {
    await browser.close();
    await host.stop();
    await rm(folder, { recursive: true, force: true });
  }
};
