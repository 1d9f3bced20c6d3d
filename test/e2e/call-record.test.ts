import { expect, test } from 'vitest';
import { dropOnSandbox, eventually, openDocument, sample } from '../helpers/interface/steps.ts';
import { sharedApp } from '../helpers/interface/shared-app.ts';

const shared = sharedApp();

test('shows and copies the calls of a document by keyboard, and restores the focus', async () => {
  const app = await shared();
  await app.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await dropOnSandbox(app, sample('special-paper.jpg'));
  await openDocument(app, 'special-paper.jpg');
  const open = app.page.getByRole('button', { name: 'Call record' });
  await open.focus();
  await app.page.keyboard.press('Enter');
  const dialog = app.page.getByRole('dialog', { name: 'Call record' });
  await dialog.getByText('Answered', { exact: true }).waitFor();
  expect(await dialog.getByRole('listitem').count()).toBe(1);
  await dialog.getByRole('button', { name: 'Copy for support' }).focus();
  await app.page.keyboard.press('Enter');
  await dialog.getByText('Copied.').waitFor();
  const copied = await app.page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toMatch(
    /^Vouch \d.*\nvat-invoice · special-paper.jpg · 1\/1\n\nCall 1: Answered\n {2}Started: /,
  );
  expect(copied).toContain('Session ID (sid): ');

  // The system may refuse the clipboard.
  await app.page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error('refused'));
  });
  await app.page.keyboard.press('Enter');
  await dialog.getByText('Nothing was copied').waitFor();
  expect(await dialog.getByText('Copied.').count()).toBe(0);

  await app.page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await eventually(() => open.evaluate((button) => button === document.activeElement)).toBe(true);
});
