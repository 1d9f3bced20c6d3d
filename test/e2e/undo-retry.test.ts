import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startBrowserHost } from '../helpers/app-fixtures/browser-app.ts';
import { startCountingService } from '../helpers/counting-service.ts';
import { pass, type Fault } from '../helpers/fault-server.ts';
import { eventually } from '../helpers/interface/steps.ts';
import { madeInvoice, writeMade } from '../helpers/made-invoices.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

const refuse: Fault = {
  strike: ({ response }) => {
    response.statusCode = 400;
    response.end('<html>busy</html>');
  },
};

test('undoes a retry of all failed pages as one step, for pages that still wait', async () => {
  const made = await Promise.all([1, 2, 3, 4, 5, 6, 7].map(madeInvoice));
  const { input } = await writeMade(await temporaryFolder(), made);
  const held = Promise.withResolvers<undefined>();
  const hold: Fault = {
    strike: async ({ forward }) => {
      await held.promise;
      await forward();
    },
  };
  // One page is recognized, and six fail. The calls of the retry then take long.
  const script = (index: number): Fault => [pass, refuse, hold][index < 1 ? 0 : index < 7 ? 1 : 2] ?? hold;
  const service = await startCountingService(
    made.map(({ truth }) => truth),
    script,
  );
  const app = await startBrowserHost({ env: service.environment });
  const { page } = app;
  await app.drop(made.map(({ name }) => join(input, name)));
  const summary = page.getByRole('toolbar', { name: 'Results of the batch' });
  await summary.getByText('6 failed').waitFor();
  const list = page.getByRole('grid', { name: 'List of documents' });
  await list.getByRole('row', { name: /Recognized/ }).click();
  await page.getByRole('application').waitFor();
  await page.keyboard.press('Control+Enter');
  const confirmed = list.getByRole('row', { name: /Confirmed/ });
  await confirmed.waitFor();

  await page.keyboard.press('Shift+F9');
  await page.getByText('Recognition requested: 6. Press Ctrl+Z to undo.').waitFor();
  // As many calls as run at once.
  await eventually(service.calls).toBe(11);
  await eventually(() => list.getByRole('row', { name: /Waiting/ }).count()).toBe(2);
  await page.keyboard.press('Control+z');
  await page.getByText('Undone: recognition requested (2 documents)').waitFor();
  await summary.getByText('2 cancelled').waitFor();
  expect(await confirmed.count()).toBe(1);

  // The step before the retry comes next. Then nothing is left, which is not a failure.
  await page.keyboard.press('Control+z');
  await confirmed.waitFor({ state: 'detached' });
  await page.keyboard.press('Control+z');
  await page.getByText('Nothing to undo').waitFor();
  expect(await page.locator('.notice.failure').count()).toBe(0);

  // A running retry is not undone, and neither is the step before it.
  held.resolve(undefined);
  await eventually(() => list.getByRole('row', { name: /Recognized/ }).count()).toBe(5);
  await page.keyboard.press('Shift+F9');
  await eventually(() => list.getByRole('row', { name: /Recognized/ }).count()).toBe(7);
  await page.keyboard.press('Control+z');
  await page.getByText(/^Recognition has already started/).waitFor();
  expect(service.calls()).toBe(13);
  await app.close();
});
