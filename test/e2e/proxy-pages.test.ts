import type { ServerResponse } from 'node:http';
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { startApp } from '../helpers/app.ts';
import { startFaultServer } from '../helpers/fault-server.ts';
import { eventually, sample } from '../helpers/interface/steps.ts';
import { sharedApp } from '../helpers/interface/shared-app.ts';

const shared = sharedApp();

/** Text that no accountant should see: markup, and members of a response. */
const raw = /<\/?[a-z]+|nginx|Squid|"message"|\{\s*"/i;

/** Everything that is visible in the window. */
const visible = (page: Page): Promise<string> => page.evaluate(() => document.body.innerText);

const html = (title: string, server: string): string =>
  `<html><head><title>${title}</title></head><body><center><h1>${title}</h1></center><hr>${server}</body></html>`;

const answer = (response: ServerResponse, status: number, type: string, body: string): void => {
  response.writeHead(status, { 'content-type': type, 'content-length': Buffer.byteLength(body) }).end(body);
};

type Respond = (response: ServerResponse) => void;

const gone: Respond = (response) => response.destroy();

/** A service behind a proxy that sends its own responses. */
const startBehindProxy = async () => {
  let respond = gone;
  const service = await startFaultServer({
    script: () => ({ strike: ({ response }) => respond(response) }),
  });
  const app = await startApp('browser', {
    env: {
      VOUCH_BASE_URL: service.baseUrl,
      VOUCH_APP_ID: 'a1b2c3d4',
      VOUCH_API_KEY: 'k'.repeat(32),
      VOUCH_API_SECRET: 's'.repeat(32),
    },
  });
  return {
    app,
    page: app.page,
    answerWith: (next: Respond) => {
      respond = next;
    },
  };
};

test(
  'hides a proxy’s page from list, table, card and history, and keeps it for support',
  { timeout: 180_000 },
  async () => {
    const { app, page, answerWith } = await startBehindProxy();
    const list = page.getByRole('grid', { name: 'List of documents' });
    const card = page.getByRole('region', { name: 'Not recognized' });
    const cases = [
      { name: 'special-paper.jpg', status: 407, title: 'Proxy Authentication Required', by: 'Squid' },
      { name: 'digital-special.png', status: 502, title: 'Bad Gateway', by: 'nginx' },
    ] as const;
    for (const { name, status, title, by } of cases) {
      answerWith((response) => answer(response, status, 'text/html', html(`${status} ${title}`, by)));
      await app.drop([sample(name)]);
      const row = list.getByRole('row', { name: new RegExp(`${name}.*Failed`) });
      await row.waitFor({ timeout: 90_000 });
      await row.click();
      await card.getByRole('heading', { name: 'What to do' }).waitFor();
      expect(await visible(page)).not.toMatch(raw);
      await card.getByRole('button', { name: 'Details' }).press('Enter');
      await card.getByText(String(status), { exact: true }).waitFor();
      await card.getByText(new RegExp(title)).waitFor();
      await card.getByRole('button', { name: 'Details' }).press('Enter');
    }
    await page.getByText('Table', { exact: true }).click();
    await page.getByRole('grid', { name: 'Batch' }).getByText('digital-special.png').waitFor();
    expect(await visible(page)).not.toMatch(raw);
    await page.getByRole('button', { name: 'History' }).click();
    await page.getByRole('dialog').getByText('digital-special.png').first().waitFor();
    expect(await visible(page)).not.toMatch(raw);
    await app.close();
  },
);

test('shows the failure of an action in its dialog, with details on request', async () => {
  const app = await shared();
  const { page } = app;
  app.forgive(/502/);
  await app.drop([sample('digital-data.xml')]);
  await page.getByRole('row', { name: /Recognized/ }).waitFor();
  await page.route('**/commands/history.totals', (route) =>
    route.fulfill({ status: 502, contentType: 'text/html', body: html('502 Bad Gateway', 'nginx') }),
  );
  await page.getByRole('button', { name: 'Totals' }).click();
  const dialog = page.getByRole('dialog', { name: 'Totals' });
  const failure = dialog.getByRole('alert');
  await failure.getByText('The window can’t read the response from Vouch').first().waitFor();
  expect(await visible(page)).not.toMatch(raw);
  // Shown once, on a few lines.
  expect(await failure.getByRole('button', { name: 'Dismiss' }).count()).toBe(1);
  expect((await failure.boundingBox())?.height).toBeLessThan(160);
  const details = failure.getByRole('button', { name: 'Details' }).first();
  await details.focus();
  await page.keyboard.press('Enter');
  await failure.getByText('HTTP 502, text/html').first().waitFor();
  while ((await failure.getByRole('button', { name: 'Dismiss' }).count()) > 0)
    await failure.getByRole('button', { name: 'Dismiss' }).first().press('Enter');
  await eventually(() => failure.textContent()).toBe('');
});
