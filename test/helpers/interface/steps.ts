import { readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Locator } from 'playwright';
import sharp from 'sharp';
import { expect } from 'vitest';
import { pdf, scannedPage } from '../../samples/digital/pdf-file.ts';
import { projectFolder } from '../app-fixtures/folders.ts';
import { demoPages } from '../demo-pages.ts';
import { sendAsPage } from './page-command.ts';
import type { RunningApp } from '../app-fixtures/running-app.ts';

/** Common steps of interface specs, in English. */

export const sample = (name: string): string => join(projectFolder, 'samples', name);

/**
 * Has the service read pictures of invoices, which asks for the sandbox without an account. Otherwise, this computer
 * reads them.
 */
export const readByService = async (app: Pick<RunningApp, 'page'>): Promise<void> => {
  await sendAsPage(app, 'settings.change', { invoiceReader: 'service' });
  // The window hears of the change by an event, before the response to its next command.
  await sendAsPage(app, 'app.info', {});
};

/** Drops files without an account and chooses the sandbox. */
export const dropOnSandbox = async (app: RunningApp, ...paths: readonly string[]): Promise<void> => {
  await readByService(app);
  await app.drop(paths);
  await app.page.getByRole('button', { name: /^(?:Use the demo|使用演示服务)$/u }).click();
};

/**
 * Writes a PDF with a sample's picture as its scan: another file, whose picture is sent as the same bytes. Equal files are
 * not added twice.
 */
export const writeScanOf = async (name: string, path: string): Promise<void> => {
  const bytes = readFileSync(sample(name));
  const { width, height } = await sharp(bytes).metadata();
  writeFileSync(path, pdf([scannedPage({ width, height, bytes, filter: 'DCTDecode' })]));
};

/** Adds a file for the demo service in the browser host, even if its bytes are in the list already. */
const addOnceMore = ({ page }: RunningApp, path: string): Promise<void> =>
  page.evaluate(
    async ([name, base64]) => {
      const response = await fetch('/files?service=vat-invoice&sandbox=true', {
        method: 'POST',
        headers: {
          'content-type': 'application/octet-stream',
          'x-vouch-session': sessionStorage.getItem('vouch-session') ?? '',
          'x-vouch-name': encodeURIComponent(name),
        },
        body: Uint8Array.from(atob(base64), (char) => char.charCodeAt(0)),
      });
      if (!response.ok) throw new Error(`${name}: ${response.status}`);
    },
    [basename(path), readFileSync(path).toString('base64')] as const,
  );

/**
 * Adds the samples of invoices in the browser host, recognized by the demo service. The button of the samples has this
 * computer read them, which takes longer.
 */
export const addDemoInvoices = async (app: RunningApp): Promise<void> => {
  const paths = demoPages('vat-invoice').files.flatMap((file) => (file.kind === 'path' ? [file.path] : []));
  await sendAsPage(app, 'settings.change', { welcomed: true });
  for (const path of paths) await addOnceMore(app, path);
};

/** Waits until a document is recognized, and shows it. */
export const openDocument = async ({ page }: RunningApp, name: string): Promise<void> => {
  const row = page.getByRole('row', { name: new RegExp(`Recognized.*${name}`) });
  await row.click();
  await page.getByRole('application', { name: new RegExp(`^Picture of ${name}`) }).waitFor();
};

/** A field's value in the table, by the field's name. */
export const fieldCell = ({ page }: RunningApp, name: string) =>
  page.getByRole('gridcell', { name: new RegExp(`^${name}: `) });

type Corner = { readonly x: number; readonly y: number };

/** The centre of an element's first region, from the sample's truth, in the picture's pixels. */
export const middleOf = (sampleName: string, element: string): Corner => {
  const text = readFileSync(sample(`${sampleName}.truth.json`), 'utf8');
  const truth: {
    text: { object_list: { region_list: { type: string; position: Record<string, Corner> }[] }[] };
  } = JSON.parse(text);
  const region = truth.text.object_list[0]?.region_list.find(({ type }) => type === element);
  if (!region) throw new Error(`${sampleName} has no ${element}`);
  const corners = Object.values(region.position);
  return {
    x: corners.reduce((sum, { x }) => sum + x, 0) / corners.length,
    y: corners.reduce((sum, { y }) => sum + y, 0) / corners.length,
  };
};

/** The position of a picture point in the window, once the picture is at rest. */
export const inWindow = async ({ page }: RunningApp, point: Corner): Promise<Corner> => {
  const canvas = page.getByRole('application');
  await page.waitForFunction(() => document.querySelector<HTMLElement>('[data-view]')?.dataset['view']);
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] =
    (await canvas.getAttribute('data-view'))?.split(' ').map(Number) ?? [];
  const box = await canvas.boundingBox();
  if (!box) throw new Error('The canvas is not shown');
  return { x: box.x + a * point.x + c * point.y + e, y: box.y + b * point.x + d * point.y + f };
};

/** Waits until the picture is at rest. */
export const untilIdle = async ({ page }: RunningApp): Promise<void> => {
  let before = '';
  for (let attempt = 0; attempt < 40; attempt += 1) {
    const now = (await page.getByRole('application').getAttribute('data-view')) ?? '';
    if (now !== '' && now === before) return;
    before = now;
    await page.waitForTimeout(150);
  }
  throw new Error('The picture does not come to rest');
};

/** Polls with a timeout for a busy machine, at intervals that do not load it. */
export const eventually = (read: () => unknown): ReturnType<typeof expect.poll> =>
  expect.poll(read, { timeout: 20_000, interval: 150 });

/** A notice takes room of its own, below the sums. */
export const coversNoSums = async ({ page }: RunningApp, notice: Locator): Promise<void> => {
  await notice.waitFor();
  const [box, sums] = [await notice.boundingBox(), await page.locator('.sheet-foot').boundingBox()];
  expect(sums?.height).toBeGreaterThan(0);
  expect(box?.y).toBeGreaterThanOrEqual((sums?.y ?? Infinity) + (sums?.height ?? 0));
};

/** Counts presses: a chord or a click is one, typed text is none. */
export const counting = ({ page }: RunningApp) => {
  let presses = 0;
  return {
    press: async (keys: string): Promise<void> => {
      presses += 1;
      await page.keyboard.press(keys);
    },
    click: async (target: Locator, modifiers: readonly 'Shift'[] = []): Promise<void> => {
      presses += 1;
      await target.click({ modifiers: [...modifiers] });
    },
    type: (text: string): Promise<void> => page.keyboard.type(text),
    /** The presses since the last call. */
    taken: (): number => {
      const sum = presses;
      presses = 0;
      return sum;
    },
  };
};
