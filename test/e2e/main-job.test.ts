import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { describe, expect, test } from 'vitest';
import { projectFolder } from '../helpers/app-fixtures/folders.ts';
import { freshHome, type RunningApp } from '../helpers/app-fixtures/running-app.ts';
import { startBrowserHost } from '../helpers/app-fixtures/browser-app.ts';
import { startDesktop } from '../helpers/app-fixtures/desktop-app.ts';
import { hosts, startApp, type HostName } from '../helpers/app.ts';

const sample = (name: string): string => join(projectFolder, 'samples', name);
const invoice = sample('special-paper.jpg');

const recognized = (app: RunningApp, name: string) =>
  app.page.getByRole('row', { name: new RegExp(`^(?=.*Recognized)(?=.*${name})`) }).waitFor();

const chooseCsv = async ({ page }: RunningApp): Promise<void> => {
  await page.getByRole('button', { name: 'More exports' }).click();
  await page.getByRole('menuitem', { name: 'Table (.csv)' }).click();
};

/** Exports as CSV like a user: to the dialog's path, or as a browser download. */
const exportCsv = async (host: HostName): Promise<{ app: RunningApp; text: string }> => {
  if (host === 'browser') {
    const app = await startBrowserHost();
    await useSandbox(app, [invoice]);
    await recognized(app, 'special-paper.jpg');
    const download = app.page.waitForEvent('download');
    await chooseCsv(app);
    const path = await (await download).path();
    return { app, text: readFileSync(path, 'utf8') };
  }
  const app = await startDesktop();
  const path = join(app.home, '导出.csv');
  await app.scriptDialog('showSaveDialog', { canceled: false, filePath: path });
  await useSandbox(app, [invoice]);
  await recognized(app, 'special-paper.jpg');
  await chooseCsv(app);
  await expect.poll(() => readIfThere(path)).not.toBe('');
  return { app, text: readIfThere(path) };
};

const readIfThere = (path: string): string => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
};

const useSandbox = async (app: RunningApp, paths: readonly string[]): Promise<void> => {
  await app.drop(paths);
  await app.page.getByRole('button', { name: 'Use the demo' }).click();
};

describe.each(hosts)('the main job in the %s host', (host) => {
  test('a dropped invoice is recognized, shown with its data, and marked as sandbox data', async () => {
    const app = await startApp(host);
    await useSandbox(app, [invoice]);
    await recognized(app, 'special-paper.jpg');
    await app.page.getByRole('gridcell', { name: 'Invoice number: 01875236' }).waitFor();
    await app.page.getByRole('gridcell', { name: /Total with tax: 13,119.93/ }).waitFor();
    await app.page.getByText('Demo data').first().waitFor();
    const canvas = app.page.getByRole('application', { name: /special-paper\.jpg/ }).locator('canvas');
    await expect.poll(() => canvas.count()).toBeGreaterThan(0);
    await app.close();
  });

  test('its data is exported as CSV', async () => {
    const { app, text } = await exportCsv(host);
    const rows: Record<string, string>[] = parse(text, { bom: true, columns: true });
    expect(rows).toHaveLength(1);
    expect(Object.values(rows[0] ?? {})).toEqual(expect.arrayContaining(['01875236', '13119.93']));
    expect(text).toContain('宁波青禾文仪办公设备有限公司');
    await app.close();
  });

  test('a photo is recognized in the other workspace', async () => {
    const app = await startApp(host);
    await app.page.getByRole('tab', { name: 'Faces' }).click();
    await useSandbox(app, [sample('face-group.jpg')]);
    await recognized(app, 'face-group.jpg');
    await app.close();
  });

  test('bad files lose nothing: the other document continues, and the failed one gives the reason', async () => {
    const app = await startApp(host);
    await useSandbox(app, [sample('README.md'), invoice]);
    await recognized(app, 'special-paper.jpg');
    await app.page.getByRole('row', { name: /README\.md/ }).waitFor();
    await expect(app.page.getByRole('row', { name: /README\.md/ }).textContent()).resolves.not.toMatch(
      /Recognized/,
    );
    await app.close();
  });

  test('a restart shows the same documents', async () => {
    const home = freshHome();
    const first = await startApp(host, { home });
    await useSandbox(first, [invoice]);
    await recognized(first, 'special-paper.jpg');
    await first.close();
    const second = await startApp(host, { home });
    await recognized(second, 'special-paper.jpg');
    await second.page.getByRole('gridcell', { name: 'Invoice number: 01875236' }).waitFor();
    await second.close();
  });

  test('one click opens the samples', async () => {
    const app = await startApp(host);
    await app.page.getByRole('button', { name: 'Try it with samples' }).click();
    await recognized(app, 'digital-ordinary.png');
    await app.close();
  });

  test('the window is in Chinese on a Chinese system', async () => {
    const app = await startApp(host, { locale: 'zh-CN' });
    await app.page.getByRole('tab', { name: '发票' }).waitFor();
    expect(await app.page.locator('html').getAttribute('lang')).toMatch(/^zh/);
    await app.close();
  });
});
