import { expect, test } from 'vitest';
import { randomAccount } from '../../electron/extract/sandbox/server.ts';
import type { RunningApp } from '../helpers/app-fixtures/running-app.ts';
import { sendAsPage } from '../helpers/interface/page-command.ts';
import { sharedApp } from '../helpers/interface/shared-app.ts';
import { dropOnSandbox, openDocument, sample } from '../helpers/interface/steps.ts';

const shared = sharedApp();

/** Everything that a later spec could notice. */
const stateOf = async (app: RunningApp) => ({
  answers: await Promise.all([
    sendAsPage(app, 'app.info', {}),
    sendAsPage(app, 'pages.list', { service: 'vat-invoice' }),
    sendAsPage(app, 'pages.list', { service: 'face-detect' }),
    sendAsPage(app, 'history.batches', { limit: 10 }),
  ]),
  page: await app.page.evaluate(async () => ({
    stored: Object.keys(localStorage).concat(Object.keys(sessionStorage)).toSorted(),
    language: document.documentElement.lang,
    theme: document.documentElement.dataset['theme'],
    size: [innerWidth, innerHeight],
    isDark: matchMedia('(prefers-color-scheme: dark)').matches,
    isReduced: matchMedia('(prefers-reduced-motion: reduce)').matches,
    clipboard: (await navigator.permissions.query({ name: 'clipboard-read' as PermissionName })).state,
    dialogs: document.querySelectorAll('[role="dialog"], [role="alertdialog"]').length,
    reached: (await fetch('/routed')).status,
  })),
});

test('a shared program is as after its start, whatever the spec before has left', async () => {
  const app = await shared();
  const { page } = app;
  app.forgive(/404/u);
  const before = await stateOf(app);
  expect(before.page.dialogs).toBe(0);

  await dropOnSandbox(app, sample('special-paper.jpg'));
  await openDocument(app, 'special-paper.jpg');
  await sendAsPage(app, 'account.save', {
    ...randomAccount(),
    baseUrl: 'https://service.example',
    keepUnprotected: true,
  });
  await sendAsPage(app, 'settings.change', { language: 'zh', theme: 'dark', filePattern: '{number}' });
  await page.context().grantPermissions(['clipboard-read']);
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  await page.setViewportSize({ width: 800, height: 600 });
  await page.route('**/routed', (route) => route.fulfill({ status: 200 }));
  await page.evaluate(() => {
    localStorage.setItem('left', '1');
    sessionStorage.setItem('left', '1');
  });
  await page.keyboard.press('Control+,');
  await page.getByRole('dialog').waitFor();
  const left = await stateOf(app);
  for (const [index, answer] of left.answers.entries())
    if (index !== 2) expect(answer).not.toBe(before.answers[index]);
  for (const [name, value] of Object.entries(left.page))
    expect(value, name).not.toEqual(Reflect.get(before.page, name));

  await shared();
  app.forgive(/404/u);
  expect(await stateOf(app)).toEqual(before);
});
