import { expect, test } from 'vitest';
import { dropOnSandbox, eventually, sample } from '../helpers/interface/steps.ts';
import { sharedApp } from '../helpers/interface/shared-app.ts';

const shared = sharedApp();

test('shows in heading and list how many faces are above the threshold', async () => {
  const app = await shared();
  const { page } = app;
  await page.getByRole('tab', { name: 'Faces' }).click();
  await dropOnSandbox(app, sample('face-crowd.jpg'));
  const row = page.getByRole('grid', { name: 'List of documents' }).getByRole('row');
  await row.getByText('24 faces', { exact: true }).waitFor();
  await page.getByRole('heading', { name: '24 faces', exact: true }).waitFor();
  const table = page.getByRole('grid', { name: 'Faces' });
  await table.waitFor();
  const slider = page.getByRole('slider');
  await slider.focus();
  while (Number(await slider.inputValue()) < Number(await slider.getAttribute('max')) * 0.7)
    await slider.press('ArrowRight');
  const heading = page.getByRole('heading', { name: /^\d+ of 24 faces$/ });
  await heading.waitFor();
  const said = await heading.textContent();
  const left = Number(said?.split(' ')[0]);
  expect(left).toBeGreaterThan(0);
  expect(left).toBeLessThan(24);
  await eventually(() => row.locator('.document-aside').textContent()).toBe(said);
  await slider.press('Home');
  await row.getByText('24 faces', { exact: true }).waitFor();
});
