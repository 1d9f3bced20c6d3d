import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Browser, type Page } from 'playwright';
import { chromiumFlags, chromiumPath } from '../../build/chromium.mjs';
import { buildPage, openBuiltPage } from './built-page.ts';
import type { Measured, Scene } from './canvas-page/main.tsx';
import { rendererMemory } from './canvas-memory.ts';
import type { BenchRow } from './row.ts';

/** The canvas in real Chromium, compared with naive react-konva and with the limits of a frame. */

/** Doublings from the whole picture, up to a few faces on the stage. */
const zoomSteps = [0, 1, 2, 3, 5];
const megabyte = 1024 * 1024;

const openPage = (browser: Browser, folder: string): Promise<Page> =>
  openBuiltPage(browser, folder, { width: 1200, height: 800 });

const milliseconds = (value: number): string => `${value.toFixed(2)} ms`;

const held = (name: string, value: number, allowed: number): BenchRow => ({
  name,
  measured: milliseconds(value),
  floor: `${allowed} ms allowed`,
  ratio: value / allowed,
  limit: 1,
});

/** The slowest of all zoom levels for each figure. */
const slowest = (all: readonly Measured[], of: (one: Measured) => number): number => Math.max(...all.map(of));

const frameRows = (what: string, all: readonly Measured[]): readonly BenchRow[] => [
  held(
    `${what}: pan frame, median, slowest zoom level`,
    slowest(all, ({ pan }) => pan.median),
    8,
  ),
  held(
    `${what}: pan frame, p95, slowest zoom level`,
    slowest(all, ({ pan }) => pan.p95),
    16,
  ),
  held(
    `${what}: zoom frame, median, slowest zoom level`,
    slowest(all, ({ zoom }) => zoom.median),
    8,
  ),
  held(
    `${what}: zoom frame, p95, slowest zoom level`,
    slowest(all, ({ zoom }) => zoom.p95),
    16,
  ),
  held(
    `${what}: sharp after rest`,
    slowest(all, ({ sharpAfter }) => sharpAfter),
    300,
  ),
  held(
    `${what}: longest task until then`,
    slowest(all, ({ longestTask }) => longestTask),
    50,
  ),
];

const measureScene = async (
  browser: Browser,
  folder: string,
  scene: 'faces' | 'quads',
  what: string,
  times: number,
): Promise<readonly BenchRow[]> => {
  const page = await openPage(browser, folder);
  await page.evaluate((name) => window.canvasBench.show(name), scene);
  const all: Measured[] = [];
  for (const steps of zoomSteps)
    all.push(await page.evaluate((count) => window.canvasBench.measureAt(count), steps));
  const hover = await page.evaluate(() => window.canvasBench.measureHover());
  await page.close();

  const peer = await openPage(browser, folder);
  const naive = await peer.evaluate((name) => window.canvasBench.measureNaive(name), scene);
  await peer.close();
  const whole = all[0]?.pan.median ?? NaN;
  return [
    ...frameRows(what, all),
    held(`${what}: shape under the pointer, p95`, hover.p95, 1),
    {
      name: `${what}: pan frame beside naive react-konva, whole picture`,
      measured: milliseconds(whole),
      floor: milliseconds(naive.median),
      ratio: whole / naive.median,
      limit: 1 / times,
    },
  ];
};

const memoryOf = async (executablePath: string, folder: string, scene: Scene): Promise<number | null> => {
  const browser = await chromium.launch({ executablePath, args: chromiumFlags });
  try {
    const page = await openPage(browser, folder);
    await page.evaluate((name) => window.canvasBench.show(name), scene);
    await page.evaluate((steps) => window.canvasBench.measureAt(steps), 0);
    return await rendererMemory(browser, page);
  } finally {
    await browser.close();
  }
};

const memoryRows = async (executablePath: string, folder: string): Promise<readonly BenchRow[]> => {
  const plain = await memoryOf(executablePath, folder, 'plain');
  const faces = await memoryOf(executablePath, folder, 'faces');
  if (plain === null || faces === null) return [];
  return [
    {
      name: '9,999 faces: memory above the same picture without faces',
      measured: `${((faces - plain) / megabyte).toFixed(0)} MB`,
      floor: '120 MB allowed',
      ratio: (faces - plain) / (120 * megabyte),
      limit: 1,
    },
  ];
};

export const run = async (): Promise<BenchRow[]> => {
  const executablePath = chromiumPath();
  if (!executablePath) throw new Error('No Chromium on this machine');
  const folder = await mkdtemp(join(tmpdir(), 'vouch-canvas-'));
  const browser = await chromium.launch({ executablePath, args: chromiumFlags });
  try {
    await buildPage('canvas-page', folder);
    return [
      ...(await measureScene(browser, folder, 'quads', '1,000 quads of 10 lines', 20)),
      ...(await measureScene(browser, folder, 'faces', '9,999 faces of 21 points', 100)),
      ...(await memoryRows(executablePath, folder)),
    ];
  } finally {
    await browser.close();
    await rm(folder, { recursive: true, force: true });
  }
};
