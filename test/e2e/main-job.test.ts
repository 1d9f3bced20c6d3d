import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { describe, expect, test } from 'vitest';
import { projectFolder } from '../helpers/app-fixtures/folders.ts';
import { freshHome, type RunningApp } from '../helpers/app-fixtures/running-app.ts';
import type { DesktopApp } from '../helpers/app-fixtures/desktop-app.ts';
import { hosts, startApp } from '../helpers/app.ts';
import { downloadAfter } from '../helpers/interface/page-events.ts';
import { dropOnSandbox } from '../helpers/interface/steps.ts';

const sample = (name: string): string => join(projectFolder, 'samples', name);
const invoice = sample('special-paper.jpg');

const recognized = (app: RunningApp, name: string) =>
  app.page.getByRole('row', { name: new RegExp(`^(?=.*Recognized)(?=.*${name})`) }).waitFor();

const chooseCsv = async ({ page }: RunningApp): Promise<void> => {
  await page.getByRole('button', { name: 'More exports' }).click();
  await page.getByRole('menuitem', { name: 'Table (.csv)' }).click();
};

const isDesktop = (app: RunningApp): app is DesktopApp => 'scriptDialog' in app;

/** Exports as CSV like a user: to the dialog's path, or as a browser download. */
const exportCsv = async (app: RunningApp): Promise<string> => {
  if (!isDesktop(app)) {
    const download = await downloadAfter(app.page, () => chooseCsv(app));
    return readFileSync(await download.path(), 'utf8');
  }
  const path = join(app.home, '导出.csv');
  await app.scriptDialog('showSaveDialog', { canceled: false, filePath: path });
  await chooseCsv(app);
  await expect.poll(() => readIfThere(path)).not.toBe('');
  return readIfThere(path);
};

const readIfThere = (path: string): string => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
};

// One start for all steps of one user, because a start takes most of the time of a short test.
describe.each(hosts)('the main job in the %s host', (host) => {
  test('recognizes, shows and exports invoices and photos, and keeps them over a restart', async () => {
    const home = freshHome();
    const app = await startApp(host, { home });
    await dropOnSandbox(app, invoice);
    await recognized(app, 'special-paper.jpg');
    await app.page.getByRole('gridcell', { name: 'Invoice number: 01875236' }).waitFor();
    await app.page.getByRole('gridcell', { name: /Total with tax: 13,119.93/ }).waitFor();
    await app.page.getByText('Demo data').first().waitFor();
    const canvas = app.page.getByRole('application', { name: /special-paper\.jpg/ }).locator('canvas');
    await expect.poll(() => canvas.count()).toBeGreaterThan(0);

    const text = await exportCsv(app);
    const rows: Record<string, string>[] = parse(text, { bom: true, columns: true });
    expect(rows).toHaveLength(1);
    expect(Object.values(rows[0] ?? {})).toEqual(expect.arrayContaining(['01875236', '13119.93']));
    expect(text).toContain('宁波青禾文仪办公设备有限公司');

    // A bad file does not stop the document dropped with it. The user is not asked about the account again.
    await app.drop([sample('README.md'), sample('digital-ordinary.png')]);
    await recognized(app, 'digital-ordinary.png');
    await app.page.getByRole('row', { name: /README\.md/ }).waitFor();
    await expect(app.page.getByRole('row', { name: /README\.md/ }).textContent()).resolves.not.toMatch(
      /Recognized/,
    );

    await app.page.getByRole('tab', { name: 'Faces' }).click();
    await app.drop([sample('face-group.jpg')]);
    await recognized(app, 'face-group.jpg');
    await app.page.getByRole('tab', { name: 'Invoices' }).click();
    await app.page.getByRole('row', { name: /special-paper\.jpg/ }).click();
    await app.page.getByRole('gridcell', { name: 'Invoice number: 01875236' }).waitFor();
    await app.close();

    const again = await startApp(host, { home });
    await recognized(again, 'special-paper.jpg');
    await recognized(again, 'digital-ordinary.png');
    await again.page.getByRole('row', { name: /README\.md/ }).waitFor();
    await again.page.getByRole('gridcell', { name: 'Invoice number: 01875236' }).waitFor();
    await again.close();
  });

  test('shows the window in Chinese on a Chinese system', async () => {
    const app = await startApp(host, { locale: 'zh-CN' });
    await app.page.getByRole('tab', { name: '发票' }).waitFor();
    expect(await app.page.locator('html').getAttribute('lang')).toMatch(/^zh/);
    await app.drop([sample('digital-data.xml')]);
    await app.page.getByRole('row', { name: /^(?=.*已识别)(?=.*digital-data\.xml)/ }).waitFor();
    await app.close();
  });
});
