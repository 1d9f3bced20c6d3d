import { gzipSync } from 'node:zlib';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator } from 'playwright';
import { describe, expect, test } from 'vitest';
import { randomAccount, type SandboxAccount } from '../../electron/extract/sandbox/server.ts';
import { loadTruths } from '../../electron/extract/sandbox/truths.ts';
import { startApp } from '../helpers/app.ts';
import { dropFiles } from '../helpers/app-fixtures/running-app.ts';
import { builtFolder } from '../helpers/app-fixtures/folders.ts';
import { startCountingService } from '../helpers/counting-service.ts';
import { sharedApp } from '../helpers/interface/shared-app.ts';
import {
  readByService,
  dropOnSandbox,
  eventually,
  openDocument,
  sample,
} from '../helpers/interface/steps.ts';
import { downloadAfter } from '../helpers/interface/page-events.ts';

const invoices = readdirSync(sample(''))
  .filter((name) => /\.(jpg|png|bmp)$/.test(name) && !name.startsWith('face'))
  .slice(-4)
  .map(sample);

/** Enters an account in the settings. */
const fillAccount = async (
  settings: Locator,
  { appId, apiKey, apiSecret, baseUrl }: SandboxAccount & { baseUrl: string },
): Promise<void> => {
  await settings.getByRole('textbox', { name: 'APP ID' }).fill(appId);
  await settings.getByRole('textbox', { name: 'Base URL' }).fill(baseUrl);
  await settings.getByRole('textbox', { name: 'API key' }).fill(apiKey);
  await settings.getByRole('textbox', { name: 'API secret' }).fill(apiSecret);
  // The network's section has a button with the same name.
  const account = settings.getByRole('region', { name: 'Service account' });
  await account.getByRole('button', { name: 'Save' }).click();
};

describe('a batch of documents', () => {
  const shared = sharedApp();

  test('moves through the list with arrow keys, and shows each document', async () => {
    const app = await shared();
    await dropOnSandbox(app, ...invoices);
    const rows = app.page.getByRole('grid', { name: 'List of documents' }).getByRole('row');
    await eventually(() => rows.count()).toBe(invoices.length);
    await app.page.getByRole('grid', { name: 'List of documents' }).focus();
    await app.page.keyboard.press('End');
    await eventually(() => rows.last().getAttribute('aria-selected')).toBe('true');
    const last = invoices.at(-1)?.split('/').at(-1) ?? '';
    await app.page.getByRole('application', { name: new RegExp(last) }).waitFor();
    await app.page.keyboard.press('ArrowUp');
    await eventually(() => rows.nth(invoices.length - 2).getAttribute('aria-selected')).toBe('true');
  });

  test('asks before an export with unresolved issues, and shows their number', async () => {
    const app = await shared();
    await dropOnSandbox(app, sample('special-paper-wrong-words.jpg'), sample('README.md'));
    await openDocument(app, 'special-paper-wrong-words.jpg');
    await app.page.getByRole('button', { name: 'Export Excel' }).click();
    const question = app.page.getByRole('alertdialog', { name: 'Export with open findings?' });
    await question.getByText('1 document has open errors.').waitFor();
    await question.getByText('1 document was not recognized and has no data.').waitFor();
    const download = await downloadAfter(app.page, () =>
      question.getByRole('button', { name: 'Export anyway' }).click(),
    );
    expect(download.suggestedFilename()).toMatch(/\.xlsx$/);
  });

  test('shows the reason and remedy of a failed document, never only a code, and removes it', async () => {
    const app = await shared();
    await dropOnSandbox(app, sample('README.md'), sample('face-portrait.jpg'));
    const list = app.page.getByRole('grid', { name: 'List of documents' });
    await list
      .getByRole('row', { name: /face-portrait/ })
      .getByText(/37042/)
      .waitFor();
    await list.getByRole('row', { name: /face-portrait/ }).click();
    const card = app.page.getByRole('region', { name: 'Not recognized' });
    await card.getByRole('heading', { name: 'What to do' }).waitFor();
    // The details for support are behind a button.
    expect(await card.getByText('Session ID').isVisible()).toBe(false);
    await card.getByRole('button', { name: 'Details' }).press('Enter');
    await card.getByText('37042', { exact: true }).waitFor();
    await card.getByText('Session ID').waitFor();
    await list.getByRole('row', { name: /README/ }).click();
    await card.getByText('37042', { exact: true }).waitFor({ state: 'detached' });
    await card.getByRole('button', { name: 'Details' }).click();
    await card.getByText('input / not-an-image').waitFor();
    await card.getByText(/^Unsupported file type/).waitFor();
    await list.focus();
    await app.page.keyboard.press('Delete');
    await app.page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
    await eventually(() => list.getByRole('row').count()).toBe(1);
    await expect
      .poll(() => list.getByRole('row', { name: /face-portrait/ }).getAttribute('aria-selected'))
      .toBe('true');
  });

  test('adds a file that is dropped on an element that has just appeared', async () => {
    const { page } = await shared();
    await readByService({ page });
    await dropFiles(page, [sample('special-paper.jpg')], () =>
      page.evaluate(() => {
        const cover = document.createElement('div');
        cover.style.cssText = 'position: fixed; inset: 0';
        document.body.append(cover);
        document.addEventListener('drop', () => cover.remove(), { once: true });
      }),
    );
    await page.getByRole('button', { name: 'Use the demo' }).click();
    await page.getByRole('row', { name: /special-paper/ }).waitFor();
  });

  test('adds a pasted picture and document, and ignores pasted text', async () => {
    const app = await shared();
    await readByService(app);
    const bytes = readFileSync(sample('digital-ordinary.png')).toString('base64');
    await app.page.evaluate((base64) => {
      const words = new DataTransfer();
      words.setData('text/plain', '318.00');
      const files = new DataTransfer();
      const picture = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
      files.items.add(new File([picture], 'pasted.png'));
      files.items.add(new File(['%PDF-1.7 cut'], '发票.pdf'));
      for (const clipboardData of [words, files]) {
        document.body.dispatchEvent(
          new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
        );
      }
    }, bytes);
    await app.page.getByRole('button', { name: 'Use the demo' }).click();
    const list = app.page.getByRole('grid', { name: 'List of documents' });
    await list.getByRole('row', { name: /Recognized.*pasted\.png/ }).waitFor();
    await list.getByRole('row', { name: /发票\.pdf.*Failed/ }).waitFor();
    expect(await list.getByRole('row').count()).toBe(2);
  });

  test('holds files until an account is complete, and waits for a service that does not respond', async () => {
    const { truths } = await loadTruths(sample(''));
    const { baseUrl, account, calls } = await startCountingService(truths);
    const app = await startApp('browser');
    await readByService(app);
    await app.drop([sample('special-paper.jpg')]);
    // The start page has a button of this name, too.
    await app.page.getByRole('alertdialog').getByRole('button', { name: 'Enter account' }).click();
    const settings = app.page.getByRole('dialog', { name: 'Settings' });
    await fillAccount(settings, { ...account, baseUrl });
    const row = app.page.getByRole('row', { name: /Recognized.*special-paper\.jpg/ });
    await row.waitFor();
    // It was sent to the account's service, not to the demo.
    expect(calls()).toBe(1);
    await app.page.getByRole('button', { name: 'Settings' }).click();
    expect(await settings.getByRole('textbox', { name: 'API secret' }).inputValue()).toBe('');
    expect(await app.page.content()).not.toContain(account.apiSecret);
    await fillAccount(settings, { ...randomAccount(), baseUrl: 'http://127.0.0.1:9' });
    await settings.getByText('Saved', { exact: true }).waitFor();
    await app.page.keyboard.press('Escape');
    await settings.waitFor({ state: 'detached' });
    await app.drop([sample('digital-ordinary.png')]);
    await app.page.getByText('No connection: waiting').first().waitFor();
    await app.close();
  });
});

test('loads at most 400 kB gzipped at first', () => {
  const folder = join(builtFolder, 'out', 'renderer');
  const page = readFileSync(join(folder, 'index.html'), 'utf8');
  const named = [...page.matchAll(/(?:src|href)="\.\/(assets\/[\w-]+\.js)"/g)].map(([, path]) => path ?? '');
  // The file that the page references, the canvas, which the first shown document loads, and the texts of one
  // language. Dialogs load on demand.
  const assets = readdirSync(join(folder, 'assets'));
  const canvas = assets.filter((name) => /^picture-canvas-.*\.js$/.test(name));
  const languages = assets.filter((name) => /^(?:en|zh)-.*\.js$/.test(name));
  const sizeOf = (path: string) => gzipSync(readFileSync(join(folder, path))).length;
  expect(named).toHaveLength(1);
  expect(canvas).toHaveLength(1);
  expect(languages).toHaveLength(2);
  const scripts = [...named, ...canvas.map((name) => `assets/${name}`)];
  const texts = Math.max(...languages.map((name) => sizeOf(`assets/${name}`)));
  const size = scripts.reduce((sum, path) => sum + sizeOf(path), texts);
  expect(size).toBeLessThanOrEqual(400_000);
});
