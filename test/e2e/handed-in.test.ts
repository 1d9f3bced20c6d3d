import { cp, mkdir, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { dropFiles } from '../helpers/app-fixtures/running-app.ts';
import { spawnBrowserHost, startBrowserHost, testBrowser } from '../helpers/app-fixtures/browser-app.ts';
import { sharedApp } from '../helpers/interface/shared-app.ts';
import { eventually, readByService, sample } from '../helpers/interface/steps.ts';
import { chooseFilesAfter } from '../helpers/interface/page-events.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { hostFailures } from '../../shared/texts/host-failures.ts';

const shared = sharedApp();

/** A folder of small files whose bytes differ. */
const folderOf = async (count: number): Promise<string> => {
  const folder = join(await temporaryFolder(), '发票');
  await mkdir(folder);
  for (let index = 1; index <= count; index += 1)
    await writeFile(join(folder, `${index}.pdf`), `%PDF-1.7 cut ${index}`);
  return folder;
};

test('names the files of a drop that a closed tab and a killed server have not taken, and adds the rest', async () => {
  const folder = await folderOf(60);
  const app = await startBrowserHost();
  const { page, home, host } = app;
  let sent = 0;
  await page.route('**/files?*', async (route) => {
    sent += 1;
    // The rest of the drop never leaves the page.
    if (sent <= 5) await route.continue();
  });
  await dropFiles(page, [folder]);
  const rows = page.getByRole('grid', { name: 'List of documents' }).getByRole('row');
  await eventually(() => rows.count()).toBe(5);
  await page.close();
  host.child.kill('SIGKILL');
  await host.stop();

  const again = await spawnBrowserHost({ home });
  const context = await (await testBrowser()).newContext({ locale: 'en-US', acceptDownloads: true });
  const next = await context.newPage();
  await next.goto(again.address);
  const missing = next.getByRole('region', { name: 'Files that were not added' });
  await missing.getByText('55 of 60 files were not added.').waitFor();
  await missing.getByRole('button', { name: 'Show names' }).click();
  expect(await missing.getByRole('listitem').first().textContent()).toBe('发票/6.pdf');
  await missing.getByText('and 5 more: save the list').waitFor();
  // The folder has a file more meanwhile, which was not handed in.
  await writeFile(join(folder, 'later.pdf'), '%PDF-1.7 later');
  await chooseFilesAfter(next, () => missing.getByRole('button', { name: 'Choose them again…' }).click(), [
    folder,
  ]);
  await missing.waitFor({ state: 'detached' });
  const all = next.getByRole('toolbar', { name: 'Results of the batch' });
  await all.getByText('60 failed').waitFor();
  await next.reload();
  await all.getByText('60 failed').waitFor();
  expect(await missing.count()).toBe(0);
  await context.close();
  await again.stop();
});

test('sends a file again that the server had no room for, in its place', async () => {
  const { page, drop, forgive } = await shared();
  forgive(/503/u);
  const folder = await folderOf(3);
  let sent = 0;
  await page.route('**/files?*', async (route) => {
    sent += 1;
    if (sent !== 2) return await route.continue();
    await route.fulfill({
      status: 503,
      headers: { 'retry-after': '1' },
      json: { ok: false, failure: hostFailures.uploadsFull },
    });
  });
  await drop([folder]);
  const rows = page.getByRole('grid', { name: 'List of documents' }).getByRole('row');
  await eventually(() => rows.count()).toBe(3);
  await page.unroute('**/files?*');
  expect(sent).toBe(4);
  for (const index of [0, 1, 2])
    await rows
      .nth(index)
      .getByText(`${index + 1}.pdf`)
      .waitFor();
  expect(await page.getByRole('region', { name: 'Files that were not added' }).count()).toBe(0);
});

test('says that a file is in the list already, and shows it', async () => {
  const app = await shared();
  const { page } = app;
  const folder = await temporaryFolder();
  const copy = join(folder, 'a copy.xml');
  await cp(sample('digital-data.xml'), copy);
  await app.drop([sample('digital-data.xml'), sample('digital-page.pdf')]);
  const rows = page.getByRole('grid', { name: 'List of documents' }).getByRole('row');
  await page.getByRole('row', { name: /Recognized.*digital-data/ }).waitFor();
  const count = await rows.count();
  await app.drop([copy]);
  await page.getByText(`Already in the list: ${basename(sample('digital-data.xml'))}`).waitFor();
  expect(await rows.count()).toBe(count);
});

test('keeps files waiting when the question about the account is closed', async () => {
  const app = await shared();
  const { page } = app;
  await readByService(app);
  await app.drop([sample('special-paper.jpg'), sample('digital-ordinary.png')]);
  const question = page.getByRole('alertdialog');
  await question.waitFor();
  // The safe answer is the default.
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Enter account');
  await page.keyboard.press('Escape');
  await question.waitFor({ state: 'detached' });
  const waiting = page.getByRole('region', { name: 'Files that wait' });
  await waiting.getByText('2 files wait for your account.').waitFor();
  await waiting.getByRole('button', { name: 'Decide…' }).click();
  await question.getByRole('button', { name: 'Use the demo' }).click();
  await page.getByRole('row', { name: /special-paper/ }).waitFor();
  await page.getByRole('row', { name: /digital-ordinary/ }).waitFor();
  expect(await waiting.count()).toBe(0);
});
