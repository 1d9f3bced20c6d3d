import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { onRealElectron, startDesktop } from '../helpers/app-fixtures/desktop-app.ts';
import { startApp } from '../helpers/app.ts';
import { dropOnSandbox, eventually, openDocument, sample } from '../helpers/interface/steps.ts';

test('backs up and restores by keyboard, and shows the restored data', async () => {
  const app = await startApp('browser');
  const { page, home } = app;
  await dropOnSandbox(app, sample('special-paper.jpg'));
  await openDocument(app, 'special-paper.jpg');
  const openSettings = () => page.getByRole('button', { name: 'Settings', exact: true }).click();
  const data = page.getByRole('region', { name: 'Data' });
  await openSettings();
  await data.getByText('Sent pictures', { exact: true }).waitFor();
  await data.getByRole('button', { name: 'Back up now' }).focus();
  await page.keyboard.press('Enter');
  await data.getByText('1 page backed up to').waitFor();
  const [name = ''] = readdirSync(join(home, 'backups'));
  expect(name).toMatch(/^Vouch .*\.vouch$/);
  await page.keyboard.press('Escape');

  await page.getByRole('grid', { name: 'List of documents' }).focus();
  await page.keyboard.press('Delete');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove', exact: true }).click();
  await eventually(() => page.getByRole('row', { name: /special-paper/ }).count()).toBe(0);

  await openSettings();
  await data.getByRole('button', { name: `Restore ${name}` }).focus();
  await page.keyboard.press('Enter');
  const question = page.getByRole('alertdialog', { name: 'Restore a backup?' });
  // The safe button has the focus.
  await eventually(() =>
    question.getByRole('button', { name: 'Cancel' }).evaluate((button) => button === document.activeElement),
  ).toBe(true);
  await question.getByRole('button', { name: 'Restore' }).focus();
  await page.keyboard.press('Enter');
  await data.getByText('Restored: 1 page.', { exact: false }).waitFor();
  await page.keyboard.press('Escape');
  await openDocument(app, 'special-paper.jpg');
  expect(existsSync(join(home, 'restore'))).toBe(false);
  await app.close();
});

test.skipIf(onRealElectron)(
  'lets the user choose the target and the source of a backup on the desktop',
  async () => {
    const app = await startDesktop();
    const { page, home, standIn } = app;
    if (!standIn) throw new Error('This spec is for the stand-in.');
    const path = join(home, 'mine.vouch');
    const other = join(home, 'other.vouch');
    writeFileSync(other, 'a text');
    await dropOnSandbox(app, sample('special-paper.jpg'));
    await openDocument(app, 'special-paper.jpg');
    await page.getByRole('button', { name: 'Settings', exact: true }).click();
    const data = page.getByRole('region', { name: 'Data' });
    await data.getByRole('button', { name: 'Open folder' }).click();
    await eventually(async () => (await standIn.record()).openedPaths).toEqual([home]);
    await standIn.scriptDialog('showSaveDialog', { canceled: false, filePath: path });
    await data.getByRole('button', { name: 'Back up now' }).click();
    await data.getByText('1 page backed up to').waitFor();
    expect(existsSync(path)).toBe(true);
    await standIn.scriptDialog('showOpenDialog', { canceled: false, filePaths: [other] });
    const restore = async () => {
      await data.getByRole('button', { name: 'Restore from a file…' }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Restore from a file…' }).click();
    };
    await restore();
    await data.getByText('This is not a Vouch backup').waitFor();
    await standIn.scriptDialog('showOpenDialog', { canceled: false, filePaths: [path] });
    await restore();
    await data.getByText('Restored: 1 page.', { exact: false }).waitFor();
    await page.keyboard.press('Escape');
    await openDocument(app, 'special-paper.jpg');
    await app.close();
  },
);
