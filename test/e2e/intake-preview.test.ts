import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { AxeResults } from 'axe-core';
import { expect, test } from 'vitest';
import { passwordProtection } from '../helpers/pdf-password.ts';
import { filledBox, pdf } from '../samples/digital/pdf-file.ts';
import { sharedApp } from '../helpers/interface/shared-app.ts';
import { dropOnSandbox, eventually, openDocument, sample } from '../helpers/interface/steps.ts';

const freshApp = sharedApp();

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

test('rotates and masks a page by keyboard, previews it, and sends it on request', async () => {
  const app = await freshApp();
  const { page } = app;
  const name = 'special-paper-wrong-words.jpg';
  await dropOnSandbox(app, sample(name));
  await openDocument(app, name);
  const preview = page.getByRole('region', { name: 'Preview before sending' });
  const status = preview.getByRole('status');
  const rotate = async (): Promise<void> => {
    await page.getByRole('button', { name: 'Rotate, crop or redact…' }).click();
    await preview.getByText('Sent unchanged, byte for byte').waitFor();
    await preview.getByRole('button', { name: 'Rotate right' }).focus();
    await page.keyboard.press('Enter');
    await preview.getByText(/rotated by 90°/).waitFor();
  };
  // The extraction stays until a changed picture is sent.
  const extraction = page.getByRole('gridcell', { name: /^Invoice number: \d/ });
  await rotate();
  await preview.getByRole('button', { name: 'Back without sending' }).click();
  await extraction.waitFor();
  await rotate();
  await page.keyboard.press('Escape');
  await extraction.waitFor();
  expect(await preview.count()).toBe(0);
  await rotate();

  // The corners of the sheet are moved by keys. Escape gives the choice up, and not the page.
  const cropping = preview.getByRole('button', { name: 'Crop and straighten' });
  const corner = preview.getByRole('button', { name: 'Top left corner' });
  await cropping.click();
  await corner.waitFor();
  await page.keyboard.press('Escape');
  await corner.waitFor({ state: 'detached' });
  await cropping.click();
  await eventually(() => corner.evaluate((element) => element === document.activeElement)).toBe(true);
  for (let step = 0; step < 3; step += 1) await page.keyboard.press('Shift+ArrowRight');
  await preview.getByRole('button', { name: 'Apply' }).click();
  await preview.getByText(/cropped and straightened/).waitFor();
  await preview.getByRole('button', { name: 'Show the whole page' }).click();
  await eventually(() => status.textContent()).toMatch(/px(?!.*straightened).*rotated by 90°/u);

  await preview.getByRole('button', { name: 'Redact an area' }).focus();
  await page.keyboard.press('Enter');
  const mask = preview.getByRole('button', { name: 'Redacted area 1' });
  await mask.focus();
  const before = await mask.boundingBox();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await eventually(async () => ((await mask.boundingBox())?.y ?? 0) < (before?.y ?? 0)).toBe(true);
  await preview.getByText(/1 area redacted/).waitFor();
  await page.evaluate(axeSource);
  const { violations } = await page.evaluate<AxeResults>('axe.run()');
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
  await mask.focus();
  await page.keyboard.press('Delete');
  await eventually(async () => (await status.textContent())?.includes('redacted')).toBe(false);

  // Turned back, the picture equals the one already recognized: no second call.
  await preview.getByRole('button', { name: 'Rotate left' }).click();
  await preview.getByText('Sent unchanged, byte for byte').waitFor();
  await preview.getByRole('button', { name: 'Send', exact: true }).click();
  await openDocument(app, name);
  expect(await preview.count()).toBe(0);
});

test('a PDF opens with its password, and what was said of a wrong one goes', async () => {
  const app = await freshApp();
  const { page } = app;
  const path = join(app.home, 'locked.pdf');
  writeFileSync(path, pdf([{ content: filledBox(60, 60, 200, 200) }], passwordProtection('secret words')));
  await app.drop([path]);
  const input = page.getByLabel('Password of the PDF');
  await input.waitFor();
  // The button stands beside the field.
  const tops = [input, page.getByRole('button', { name: 'Open', exact: true })].map(
    async (element) => (await element.boundingBox())?.y ?? NaN,
  );
  const [field = 0, button = 99] = await Promise.all(tops);
  expect(Math.abs(field - button)).toBeLessThan(4);
  await input.fill('other words');
  await input.press('Enter');
  const notice = page.getByText('Wrong password', { exact: true });
  await notice.waitFor();
  await eventually(() => input.inputValue()).toBe('');
  await input.fill('secret words');
  await input.press('Enter');
  await input.waitFor({ state: 'detached' });
  expect(await notice.count()).toBe(0);
});
