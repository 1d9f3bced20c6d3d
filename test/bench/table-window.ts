import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { startBrowserHost } from '../helpers/app-fixtures/browser-app.ts';
import type { RunningApp } from '../helpers/app-fixtures/running-app.ts';
import { sendAsPage } from '../helpers/interface/page-command.ts';
import { bought, writeOwn } from '../helpers/own-invoices.ts';
import type { BenchRow } from './row.ts';

/**
 * The table in the whole program: a paste of 1,000 cells beside the command that stores as many corrections, and the
 * search of actions.
 */

const invoices = 500;
const columns = ['seller', 'buyer'] as const;
const rounds = 5;
const allowedPaste = 1.5;
const allowedPalette = 50;

const median = (times: readonly number[]): number =>
  times.toSorted((one, other) => one - other)[times.length >> 1] ?? NaN;

type Listed = { readonly id: number; readonly version: number };

const listed = async (app: RunningApp): Promise<readonly Listed[]> => {
  const answer: { value: readonly Listed[] } = JSON.parse(
    await sendAsPage(app, 'pages.list', { service: 'vat-invoice' }),
  );
  return answer.value;
};

/** Milliseconds until the command has stored a correction of each cell. */
const storeAlone = async (app: RunningApp, round: number): Promise<number> => {
  const pages = await listed(app);
  const cells = pages.flatMap(({ id, version }) =>
    columns.map((column) => ({ id, version, field: `${column}.name`, value: `单独${round}号公司` })),
  );
  const started = performance.now();
  const answer: { ok: boolean } = JSON.parse(await sendAsPage(app, 'batch.correct', { cells }));
  if (!answer.ok) throw new Error('The corrections were not stored');
  return performance.now() - started;
};

/** Milliseconds from the key until the first and the last of the pasted rows show their values. */
const paste = async ({ page }: RunningApp, round: number): Promise<number> => {
  const name = `粘贴${round}号公司`;
  const line = columns.map(() => name).join('\t');
  const text = Array.from({ length: invoices }, () => line).join('\n');
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
  await page.locator('.sheet-grid').evaluate((grid) => grid.scrollTo(0, 0));
  await page.locator('.sheet-rows [data-index="0"] [data-column="seller"]').click();
  const started = performance.now();
  await page.keyboard.press('Control+v');
  await page
    .getByText(`Changed values: ${invoices * columns.length}`)
    .first()
    .waitFor({ timeout: 120_000 });
  await page.locator('.sheet-rows [data-index="0"]').getByText(name).nth(1).waitFor({ timeout: 120_000 });
  const took = performance.now() - started;
  await page.getByRole('button', { name: 'Dismiss' }).first().click();
  return took;
};

/** The work of the page's thread for opening the search of actions, in ms: other programs on the machine don't count. */
const openPalette = async (page: Page): Promise<number> => {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
  const busy = async (): Promise<number> => {
    const { metrics } = await devtools.send('Performance.getMetrics');
    return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? NaN);
  };
  const works: number[] = [];
  // The first time loads its code.
  for (let round = 0; round <= rounds; round += 1) {
    const before = await busy();
    await page.keyboard.press('Control+k');
    await page.locator('.palette-menu [role="menuitem"]').first().waitFor();
    works.push((await busy()) - before);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  }
  await devtools.detach();
  return median(works.slice(1));
};

export const tableInWindow = async (): Promise<readonly BenchRow[]> => {
  const folder = await mkdtemp(join(tmpdir(), 'vouch-paste-'));
  const app = await startBrowserHost();
  const { page } = app;
  try {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await sendAsPage(app, 'settings.change', { welcomed: true });
    await app.drop(
      await writeOwn(
        folder,
        Array.from({ length: invoices }, (_, at) => bought(at + 1)),
      ),
    );
    await page.getByText(`${invoices} read:`, { exact: true }).waitFor({ timeout: 600_000 });
    await page.keyboard.press('F3');
    await page.locator('.sheet-rows [data-index="0"]').waitFor();
    const [pastes, alone]: [number[], number[]] = [[], []];
    for (let round = 0; round < rounds; round += 1) {
      alone.push(await storeAlone(app, round));
      pastes.push(await paste(app, round));
    }
    const opened = await openPalette(page);
    const [whole, stored] = [median(pastes), median(alone)];
    return [
      {
        name: 'a paste of 1,000 cells, beside 1,000 stored corrections alone',
        measured: `${whole.toFixed(0)} ms`,
        floor: `${stored.toFixed(0)} ms`,
        ratio: whole / stored,
        limit: allowedPaste,
      },
      {
        name: 'work of the page to open the search of actions',
        measured: `${opened.toFixed(0)} ms`,
        floor: `${allowedPalette} ms allowed`,
        ratio: opened / allowedPalette,
        limit: 1,
      },
    ];
  } finally {
    await app.close();
    await rm(folder, { recursive: true, force: true });
  }
};
