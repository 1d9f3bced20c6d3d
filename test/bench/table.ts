import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Browser, type Page } from 'playwright';
import { chromiumFlags, chromiumPath } from '../../build/chromium.mjs';
import { filterRows, sortRows } from '../../renderer/features/batch/rows.ts';
import { selectAll } from '../../renderer/state/selection.ts';
import type { PageSummary } from '../../shared/contract/page.ts';
import { workOfInput } from './browser-window.ts';
import { buildPage, openBuiltPage } from './built-page.ts';
import { rendererMemory } from './canvas-memory.ts';
import type { BenchRow } from './row.ts';
import { benchRow, rowCount } from './table-rows.ts';
import { tableInWindow } from './table-window.ts';

/**
 * The batch table with 100,000 rows: its sorting, filter and selection, and the table in real Chromium compared
 * with a bare virtual list.
 */

const reserve = 50;
const allowedTurn = 1.3;
const allowedMemory = 150;

const words = {
  language: 'en',
  state: ({ state }: PageSummary) => state,
  findings: ({ findings }: PageSummary) => `${findings.error} errors`,
} as const;

const fastest = (work: () => void): number => {
  let best = Number.POSITIVE_INFINITY;
  for (let turn = 0; turn < 5; turn += 1) {
    const started = performance.now();
    work();
    best = Math.min(best, performance.now() - started);
  }
  return best;
};

const arrayRow = (name: string, measured: number, floor: number): BenchRow => {
  const allowed = 1.5 * floor + reserve;
  return {
    name: `100,000 rows: ${name}, beside the bare array operation`,
    measured: `${measured.toFixed(0)} ms`,
    floor: `${floor.toFixed(0)} ms, 1.5 times and ${reserve} ms allowed`,
    ratio: measured / allowed,
    limit: 1,
  };
};

const arrayRows = (): readonly BenchRow[] => {
  const rows = Array.from({ length: rowCount }, (_, index) => benchRow(index));
  const collator = new Intl.Collator('zh-Hans-CN', { numeric: true });
  const sorted = (by: 'seller' | 'grossTotal') =>
    fastest(() => void sortRows(rows, { by, isDescending: true }, words));
  const bareBySeller = fastest(
    () =>
      void rows.toSorted((one, other) =>
        collator.compare(other.headline.seller ?? '', one.headline.seller ?? ''),
      ),
  );
  const bareByGross = fastest(
    () =>
      void rows.toSorted((one, other) => Number(other.headline.grossTotal) - Number(one.headline.grossTotal)),
  );
  const wanted = new Set(['第31有限公司', '第62有限公司']);
  return [
    arrayRow('sorting by seller', sorted('seller'), bareBySeller),
    arrayRow('sorting by gross', sorted('grossTotal'), bareByGross),
    arrayRow(
      'filtering by two sellers',
      fastest(() => void filterRows(rows, { seller: wanted }, words)),
      fastest(() => void rows.filter(({ headline }) => wanted.has(headline.seller ?? ''))),
    ),
    arrayRow(
      'selecting all',
      fastest(() =>
        selectAll(
          'vat-invoice',
          rows.map(({ id }) => id),
        ),
      ),
      fastest(() => void new Set(rows.map(({ id }) => id))),
    ),
  ];
};

const viewport = { width: 1440, height: 900 };

const inOwnChromium = async <Value>(work: (browser: Browser) => Promise<Value>): Promise<Value> => {
  const browser = await chromium.launch({ executablePath: chromiumPath() ?? '', args: chromiumFlags });
  try {
    return await work(browser);
  } finally {
    await browser.close();
  }
};

type Shown = 'table,full' | 'table,empty' | 'bare,full';

const show = async (browser: Browser, folder: string, what: Shown): Promise<Page> => {
  const page = await openBuiltPage(browser, folder, viewport, `?${what}`);
  await page.getByRole('grid').waitFor({ timeout: 60_000 });
  if (what !== 'table,empty')
    await page.getByText('扫描_0.jpg').or(page.getByText('10000000')).first().waitFor();
  await page.waitForTimeout(1000);
  return page;
};

/** Work of the page for a turn of the wheel, above its work at rest, in ms. */
const turnOf = async (page: Page): Promise<number> => {
  await page.mouse.move(viewport.width / 2, viewport.height / 2);
  return workOfInput(page, () => page.mouse.wheel(0, 120));
};

const megabytesOf = async (folder: string, what: Shown): Promise<number> =>
  inOwnChromium(async (browser) => {
    const page = await show(browser, folder, what);
    for (let turn = 0; turn < 20; turn += 1) await page.mouse.wheel(0, 1200);
    await page.waitForTimeout(1500);
    const bytes = await rendererMemory(browser, page);
    if (bytes === null) throw new Error('The memory was not measured');
    return bytes / 2 ** 20;
  });

const windowRows = async (folder: string): Promise<readonly BenchRow[]> => {
  const turns = async (what: Shown): Promise<number> =>
    inOwnChromium(async (browser) => turnOf(await show(browser, folder, what)));
  const [table, bare] = [await turns('table,full'), await turns('bare,full')];
  const [full, empty] = [await megabytesOf(folder, 'table,full'), await megabytesOf(folder, 'table,empty')];
  return [
    {
      name: '100,000 rows: work of the page for a turn of the wheel, beside a bare virtual list',
      measured: `${table.toFixed(1)} ms`,
      floor: `${bare.toFixed(1)} ms`,
      ratio: table / bare,
      limit: allowedTurn,
    },
    {
      name: '100,000 rows: memory of the page above that of an empty table',
      measured: `${(full - empty).toFixed(0)} MB (${full.toFixed(0)} against ${empty.toFixed(0)})`,
      floor: `${allowedMemory} MB allowed`,
      ratio: (full - empty) / allowedMemory,
      limit: 1,
    },
  ];
};

export const run = async (): Promise<readonly BenchRow[]> => {
  const folder = await mkdtemp(join(tmpdir(), 'vouch-table-'));
  try {
    await buildPage('table-page', folder);
    return [...arrayRows(), ...(await windowRows(folder)), ...(await tableInWindow())];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};
