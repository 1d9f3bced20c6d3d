import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Browser, type Page } from 'playwright';
import sharp from 'sharp';
import { chromiumFlags, chromiumPath } from '../../build/chromium.mjs';
import { sha256Of } from '../../electron/infra/bytes.ts';
import { crowdText } from '../helpers/crowd.ts';
import { startHost, workOfInput } from './browser-window.ts';
import { rendererMemory } from './canvas-memory.ts';
import { longestTask } from './longest-task.ts';
import type { BenchRow } from './row.ts';

/**
 * The whole window on a photo of 9,999 faces with 21 points each: the real browser host, and the real page in
 * Chromium. Tasks count by their CPU time.
 */

const faceCount = 9999;
const [width, height] = [4000, 3000];
const allowedTask = 25;
const allowedMemory = 120;
const frame = 1000 / 60;

/** A photo with faces, as the sandbox knows it, and one of the same size without any. */
const writePhotos = async (folder: string) => {
  await mkdir(folder);
  const photo = async (name: string, mean: number, faces: number): Promise<string> => {
    const noise = { type: 'gaussian', mean, sigma: 30 } as const;
    const bytes = await sharp({ create: { width, height, channels: 3, background: '#888', noise } })
      .blur(4)
      .jpeg({ quality: 70 })
      .toBuffer();
    await writeFile(join(folder, `${name}.jpg`), bytes);
    await writeFile(
      join(folder, `${name}.truth.json`),
      JSON.stringify({
        service: 'face-detect',
        sha256: sha256Of(bytes),
        text: crowdText(faces),
      }),
    );
    return join(folder, `${name}.jpg`);
  };
  return { crowd: await photo('crowd', 128, faceCount), empty: await photo('empty', 120, 0) };
};

const settle = async (page: Page): Promise<void> => {
  await page.waitForTimeout(1500);
};

/**
 * The work of the page's thread for one turn of the wheel, above its work at rest, in ms: medians of many.
 */
const workOfTurn = (page: Page): Promise<number> => workOfInput(page, () => page.mouse.wheel(0, 120));

const megabytesOf = async (browser: Browser, page: Page): Promise<number> => {
  await settle(page);
  const bytes = await rendererMemory(browser, page);
  if (bytes === null) throw new Error('The memory was not measured');
  return bytes / 2 ** 20;
};

const open = async (browser: Browser, address: string): Promise<Page> => {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, locale: 'en-US' });
  await page.goto(address);
  await page.getByRole('tab', { name: 'Faces' }).click();
  return page;
};

const add = async (page: Page, path: string, isFirst: boolean): Promise<void> => {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Add files' }).first().click();
  await (await chooser).setFiles(path);
  if (isFirst) await page.getByRole('button', { name: 'Use the demo' }).click();
};

const taskRow = (name: string, longest: number): BenchRow => ({
  name: `9,999 faces, CPU time of the longest task: ${name}`,
  measured: `${longest.toFixed(1)} ms`,
  floor: `${allowedTask} ms allowed`,
  ratio: longest / allowedTask,
  limit: 1,
});

export const run = async (): Promise<BenchRow[]> => {
  const folder = await mkdtemp(join(tmpdir(), 'vouch-bench-'));
  const { crowd, empty } = await writePhotos(join(folder, 'photos'));
  const host = await startHost(join(folder, 'home'), join(folder, 'photos'));
  const browser = await chromium.launch({ executablePath: chromiumPath() ?? '', args: chromiumFlags });
  try {
    const page = await open(browser, host.address);
    const longestDuring = (work: () => Promise<unknown>): Promise<number> =>
      longestTask(browser, page, async () => {
        await work();
        await settle(page);
      });
    const row = (name: string) =>
      page.getByRole('row').filter({ hasText: name }).filter({ hasText: 'Recognized' });
    const table = page.getByRole('grid', { name: 'Faces' });
    await add(page, empty, true);
    await row('empty').waitFor();
    const without = await megabytesOf(browser, page);
    const opened = await longestDuring(async () => {
      await add(page, crowd, false);
      await row('crowd').waitFor({ timeout: 60_000 });
      await table.waitFor();
    });
    await row('empty').click();
    const reopened = await longestDuring(async () => {
      await row('crowd').click();
      await table.waitFor();
    });
    const withFaces = await megabytesOf(browser, page);
    const slider = page.getByRole('slider');
    const threshold = await longestDuring(async () => {
      await slider.focus();
      for (let press = 0; press < 10; press += 1) await slider.press('ArrowRight');
    });
    const sorted = await longestDuring(async () => {
      await page.getByRole('columnheader', { name: 'Score' }).getByRole('button').click();
      await settle(page);
      await page.getByRole('columnheader', { name: 'Gender' }).getByRole('button').click();
    });
    await table.hover();
    const turn = await workOfTurn(page);
    const scrolled = await longestDuring(async () => {
      for (let times = 0; times < 60; times += 1) await page.mouse.wheel(0, 300);
    });
    await page.getByRole('button', { name: 'Filters' }).click();
    const filtered = await longestDuring(() => page.getByLabel('Gender').selectOption({ index: 1 }));
    return [
      taskRow('opening a photo as it is recognized', opened),
      taskRow('opening it again', reopened),
      taskRow('the threshold, ten steps', threshold),
      taskRow('sorting', sorted),
      taskRow('scrolling the table fast, three turns of the wheel at once', scrolled),
      {
        name: '9,999 faces: work of the page for a turn of the wheel',
        measured: `${turn.toFixed(1)} ms`,
        floor: `${frame.toFixed(1)} ms, one frame`,
        ratio: turn / frame,
        limit: 1,
      },
      taskRow('filtering', filtered),
      {
        name: '9,999 faces: memory of the page above that of a photo without faces',
        measured: `${(withFaces - without).toFixed(0)} MB (${withFaces.toFixed(0)} against ${without.toFixed(0)})`,
        floor: `${allowedMemory} MB allowed`,
        ratio: (withFaces - without) / allowedMemory,
        limit: 1,
      },
    ];
  } finally {
    await browser.close();
    await host.stop();
    await rm(folder, { recursive: true });
  }
};
