import { expect, test } from 'vitest';
import { dropOnSandbox, eventually, sample } from '../helpers/interface/steps.ts';
import { sharedApp } from '../helpers/interface/shared-app.ts';

const shared = sharedApp();

test('asks before a tab is closed while files are sent, and not afterwards', async () => {
  const app = await shared();
  const { page } = app;
  const asked: string[] = [];
  page.on('dialog', (dialog) => {
    asked.push(dialog.type());
    void dialog.dismiss();
  });
  const held = Promise.withResolvers<undefined>();
  await page.route('**/*drop=*', async (route) => {
    await held.promise;
    await route.continue();
  });
  const request = page.waitForRequest(/drop=/);
  await dropOnSandbox(app, sample('special-paper.jpg'), sample('digital-ordinary.png'));
  await request;
  await page.close({ runBeforeUnload: true });
  await eventually(() => asked).toEqual(['beforeunload']);
  held.resolve(undefined);
  await page.getByRole('toolbar', { name: 'Results of the batch' }).getByText('2 read:').waitFor();
  await page.reload();
  await page.getByRole('grid', { name: 'List of documents' }).waitFor();
  expect(asked).toEqual(['beforeunload']);
});
