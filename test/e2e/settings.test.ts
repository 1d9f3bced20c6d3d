import { expect, test } from 'vitest';
import { violations } from '../helpers/interface/axe.ts';
import { eventually } from '../helpers/interface/steps.ts';
import { sharedApp } from '../helpers/interface/shared-app.ts';

const shared = sharedApp();

test('leads from the index to each section, and refuses an unusable address at its field', async () => {
  const app = await shared();
  const { page } = app;
  await page.keyboard.press('Control+,');
  const settings = page.getByRole('dialog', { name: 'Settings' });
  const index = settings.getByRole('navigation', { name: 'Sections' }).getByRole('button');
  const sections = settings.getByRole('region');
  // The last one to be loaded.
  await settings.getByRole('region', { name: 'Mailbox' }).waitFor();
  await eventually(() => index.count()).toBe(await sections.count());
  await index.last().press('Enter');
  const name = await index.last().textContent();
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe(name);

  const account = settings.getByRole('region', { name: 'Service account' });
  const address = account.getByRole('textbox', { name: 'Base URL' });
  await address.fill('ftp://example.com');
  // The reason is shown when the user leaves the field.
  await address.press('Tab');
  await eventually(() => address.getAttribute('aria-invalid')).toBe('true');
  const reason = await address.getAttribute('aria-describedby');
  const words = await page.evaluate(
    (ids) => ids.split(' ').map((id) => document.querySelector(`[id="${id}"]`)?.textContent ?? ''),
    reason ?? '',
  );
  expect(words.join(' ')).toMatch(/http/);
  expect(await account.getByText('Saved', { exact: true }).count()).toBe(0);
  expect(await violations(app)).toEqual([]);
  await account.getByRole('button', { name: 'Save' }).click();
  await eventually(() => address.getAttribute('aria-invalid')).toBe('true');
  expect(await account.getByText('Saved', { exact: true }).count()).toBe(0);
  // An address as some consoles show it gets its scheme, so that the user sees what will be called.
  await address.fill('service.example');
  await address.press('Tab');
  await eventually(() => address.inputValue()).toBe('https://service.example');
  await account.getByRole('button', { name: 'Save' }).click();
  await account.getByText('Saved', { exact: true }).waitFor();
  expect(await address.getAttribute('aria-invalid')).toBeNull();
});
