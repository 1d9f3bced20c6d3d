import { copyFileSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startBrowserHost } from '../helpers/app-fixtures/browser-app.ts';
import { onRealElectron, startDesktop } from '../helpers/app-fixtures/desktop-app.ts';
import { dropOnSandbox, eventually, fieldCell, openDocument, sample } from '../helpers/interface/steps.ts';

test.skipIf(onRealElectron)('locates a lost original by keyboard, and rejects another file', async () => {
  const app = await startDesktop();
  const { page, home, standIn } = app;
  if (!standIn) throw new Error('This spec is for the stand-in.');
  const [inbox, archive] = [join(home, 'inbox'), join(home, 'archive')];
  mkdirSync(inbox);
  mkdirSync(archive);
  const [path, other] = [join(inbox, 'mine.jpg'), join(inbox, 'other.png')];
  copyFileSync(sample('special-paper.jpg'), path);
  copyFileSync(sample('digital-ordinary.png'), other);
  await dropOnSandbox(app, path, other);
  await openDocument(app, 'other.png');
  const moved = join(archive, 'renamed.jpg');
  renameSync(path, moved);

  await openDocument(app, 'mine.jpg');
  const note = page.getByRole('region', { name: 'Original' });
  await note.getByText('Original file not found').waitFor();
  await note.getByText(path).waitFor();
  // The extraction and the sent picture are still available.
  await eventually(() => fieldCell(app, 'Invoice number').innerText()).toContain('01875236');
  const find = note.getByRole('button', { name: 'Find the original…' });
  await standIn.scriptDialog('showOpenDialog', { canceled: false, filePaths: [other] });
  await find.focus();
  await page.keyboard.press('Enter');
  await page.getByText('is not the original of “mine.jpg”').waitFor();
  await standIn.scriptDialog('showOpenDialog', { canceled: false, filePaths: [moved] });
  await find.focus();
  await page.keyboard.press('Enter');
  await page.getByText(`Vouch found it by its content: ${moved}`).waitFor();
  await note.waitFor({ state: 'detached' });

  writeFileSync(moved, 'something else');
  await openDocument(app, 'other.png');
  await openDocument(app, 'mine.jpg');
  await note.getByText('The original file has changed').waitFor();
  await app.close();
});

test('accepts a lost file dropped again in the browser, and keeps copies on request', async () => {
  const app = await startBrowserHost();
  const { page, home } = app;
  await dropOnSandbox(app, sample('special-paper.jpg'));
  await openDocument(app, 'special-paper.jpg');
  rmSync(join(home, 'originals'), { recursive: true });
  await page.reload();
  await openDocument(app, 'special-paper.jpg');
  const note = page.getByRole('region', { name: 'Original' });
  await note.getByText('Drop the file on the window again').waitFor();
  await dropOnSandbox(app, sample('special-paper.jpg'));
  await note.waitFor({ state: 'detached' });
  expect(await page.getByRole('row', { name: /special-paper/ }).count()).toBe(1);
  const kept = readdirSync(join(home, 'originals'), { recursive: true }).map(String);
  expect(kept.filter((name) => name.endsWith('.bin'))).toHaveLength(1);

  await page.getByRole('button', { name: 'Settings', exact: true }).click();
  const choice = page.getByRole('radiogroup', { name: 'Original files' });
  await choice.getByRole('radio', { name: 'Keep in place' }).focus();
  await page.keyboard.press('ArrowRight');
  await eventually(() => choice.getByRole('radio', { name: 'Copy into the data folder' }).isChecked()).toBe(
    true,
  );
  await app.close();
});
