import { readFileSync } from 'node:fs';
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { loadTruths } from '../../electron/extract/sandbox/truths.ts';
import { startBrowserHost } from '../helpers/app-fixtures/browser-app.ts';
import type { RunningApp } from '../helpers/app-fixtures/running-app.ts';
import { startCountingService } from '../helpers/counting-service.ts';
import { sendAsPage } from '../helpers/interface/page-command.ts';
import { eventually, fieldCell, openDocument, readByService, sample } from '../helpers/interface/steps.ts';

/** What a program puts on the clipboard, by type; a picture as base64. */
type Flavours = Readonly<Record<string, string>>;

const picture = { 'image/png': readFileSync(sample('digital-ordinary.png')).toString('base64') };

/** Cells as a spreadsheet copies them: as text, as a table, and as a picture. */
const cells: Flavours = {
  'text/plain': '1\t2\r\n3\t4\r\n',
  'text/html': '<table><tr><td>1</td><td>2</td></tr><tr><td>3</td><td>4</td></tr></table>',
  ...picture,
};

const copy = (page: Page, flavours: Flavours): Promise<void> =>
  page.evaluate(async (given) => {
    const blobs = Object.entries(given).map(([type, text]) => {
      const bytes = Uint8Array.from(atob(type === 'image/png' ? text : ''), (char) => char.charCodeAt(0));
      return [type, new Blob([type === 'image/png' ? bytes : text], { type })] as const;
    });
    await navigator.clipboard.write([new ClipboardItem(Object.fromEntries(blobs))]);
  }, flavours);

/** A program with an account at a service that counts its calls, and one invoice that was read by it. */
const withOneInvoice = async () => {
  const service = await startCountingService((await loadTruths(sample(''))).truths);
  const app = await startBrowserHost({ env: service.environment });
  const { page } = app;
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await readByService(app);
  await app.drop([sample('special-paper.jpg')]);
  await openDocument(app, 'special-paper.jpg');
  const rows = page.getByRole('grid', { name: 'List of documents' }).getByRole('row');
  return { app, page, service, rows };
};

const listSchema = z.object({ value: z.array(z.unknown()) });

/** How many documents the ledger has. */
const listed = async (app: Pick<RunningApp, 'page'>): Promise<number> =>
  listSchema.parse(JSON.parse(await sendAsPage(app, 'pages.list', { service: 'vat-invoice' }))).value.length;

test('adds no picture of cells that are pasted anywhere, and sends none', async () => {
  const { app, page, service, rows } = await withOneInvoice();
  const uploads: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/files?')) uploads.push(request.url());
  });
  await copy(page, cells);
  const places: readonly (readonly [string, () => Promise<unknown>])[] = [
    ['a cell of the goods lines', () => fieldCell(app, 'Line 1: Amount').click()],
    ['a text field', () => page.getByRole('searchbox').first().click()],
    [
      'the picture',
      async () => {
        // The field has taken the text.
        await page.getByRole('searchbox').first().fill('');
        await page.getByRole('application').focus();
      },
    ],
    ['the list', () => rows.first().click()],
    [
      'a dialog',
      async () => {
        await page.getByRole('button', { name: 'Settings' }).click();
        await page.getByRole('dialog', { name: 'Settings' }).waitFor();
      },
    ],
  ];
  for (const [, focus] of places) {
    await focus();
    await page.keyboard.press('Control+v');
  }
  await page.keyboard.press('Escape');
  await page.getByRole('dialog', { name: 'Settings' }).waitFor({ state: 'detached' });
  await page.getByText('Table', { exact: true }).click();
  await page.getByRole('grid', { name: 'Batch' }).getByRole('gridcell').nth(3).click();
  await page.keyboard.press('Control+v');
  expect(await listed(app)).toBe(1);
  expect(uploads).toEqual([]);
  expect(service.calls()).toBe(1);
  await app.close();
});

test('takes a picture alone, sends nothing before the pause ends, and can undo it', async () => {
  const { app, page, service, rows } = await withOneInvoice();
  // The window may still ask for the picture of the page that is undone.
  app.forgive(/404/u, /\/pictures\//u);
  await page.clock.install();
  await copy(page, {
    ...picture,
    'text/html': '<meta charset="utf-8"><img src="https://example.com/a.png">',
  });
  await rows.first().click();
  const note = page.locator('.notice', { hasText: 'Added from the clipboard' });
  await page.keyboard.press('Control+v');
  await note.waitFor();
  await eventually(() => rows.count()).toBe(2);
  await note.getByRole('button', { name: 'Undo' }).click();
  await eventually(() => rows.count()).toBe(1);

  await page.keyboard.press('Control+v');
  await eventually(() => rows.count()).toBe(2);
  await page.getByRole('region', { name: 'Preview before sending' }).waitFor();
  expect(service.calls()).toBe(1);
  await page.clock.fastForward(8_000);
  await note.waitFor({ state: 'detached' });
  await eventually(service.calls).toBe(2);

  // A reload ends the pause as closing does: nothing is sent until the user says so.
  await openDocument(app, 'special-paper.jpg');
  await copy(page, { 'image/png': readFileSync(sample('digital-special.png')).toString('base64') });
  await page.keyboard.press('Control+v');
  await eventually(() => rows.count()).toBe(3);
  await page.reload();
  await page.getByRole('row', { name: /Not sent/ }).waitFor();
  await page.clock.fastForward(60_000);
  expect(await page.getByRole('row', { name: /Not sent/ }).count()).toBe(1);
  expect(service.calls()).toBe(2);
  await app.close();
});

test('waits as long as the user prepares a pasted picture, and reads it on request', async () => {
  const { app, page, service, rows } = await withOneInvoice();
  await page.clock.install();
  await copy(page, picture);
  await rows.first().click();
  await page.keyboard.press('Control+v');
  await page.getByRole('button', { name: 'Redact an area' }).click();
  await page.getByText('Nothing is sent until you say so.').waitFor();
  await page.clock.fastForward(60_000);
  expect(service.calls()).toBe(1);
  await page.getByText(/1 area redacted/).waitFor();
  await page.getByRole('button', { name: 'Read now' }).click();
  await eventually(service.calls).toBe(2);
  await app.close();
});
