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

test('keeps a number beyond its bounds, says the bounds, and saves only one within them', async () => {
  const app = await shared();
  const { page } = app;
  const settings = page.getByRole('dialog', { name: 'Settings' });
  const open = async () => {
    await page.getByRole('button', { name: 'Settings' }).click();
    await settings.waitFor();
  };
  const calls = settings.getByRole('textbox', { name: 'Concurrent calls' });
  const bounds = settings.getByText('Enter a number from 1 to 16.');
  await open();
  const before = await calls.inputValue();
  await calls.fill('9999999');
  await calls.press('Tab');
  await bounds.waitFor();
  expect(await calls.inputValue()).toMatch(/^9.?999.?999$/);
  expect(await violations(app)).toEqual([]);
  const limit = settings.getByRole('textbox', { name: 'Confidence limit' });
  await limit.fill('250');
  await limit.press('Enter');
  await settings.getByText('Enter a number from 0% to 100%.').waitFor();
  await limit.fill('80');
  // Escape leaves the field as another control does.
  await page.keyboard.press('Escape');
  await settings.waitFor({ state: 'detached' });
  await page.getByText('Concurrent calls: Enter a number from 1 to 16.').waitFor();
  await page.reload();
  await open();
  await bounds.waitFor();
  expect(await limit.inputValue()).toBe('80%');
  await calls.fill(before);
  await calls.press('Tab');
  await bounds.waitFor({ state: 'detached' });

  // A field of the mailbox that nobody has typed into lets Escape close the dialog.
  const senders = settings.getByRole('region', { name: 'Mailbox' }).getByRole('textbox').last();
  await senders.fill('x');
  await page.keyboard.press('Escape');
  expect(await senders.inputValue()).toBe('');
  await page.keyboard.press('Escape');
  await settings.waitFor({ state: 'detached' });
});

test('changes the keys of actions, says what has them already, and shows the chosen ones', async () => {
  const app = await shared();
  const { page } = app;
  await page.keyboard.press('Control+,');
  const settings = page.getByRole('dialog', { name: 'Settings' });
  const keys = settings.getByRole('region', { name: 'Keys' });
  await keys.getByRole('button', { name: 'Totals…: Ctrl+Shift+G', exact: true }).click();
  await keys.getByText('Press the new keys…').waitFor();
  await page.keyboard.press('Control+e');
  await keys.getByRole('alert').getByText('Ctrl+E belongs to “Export Excel”.').waitFor();
  expect(await violations(app)).toEqual([]);
  await page.keyboard.press('Enter');
  await keys.getByRole('button', { name: 'Totals…: Ctrl+E', exact: true }).waitFor();
  await keys.getByRole('button', { name: 'Export Excel: None', exact: true }).click();
  await page.keyboard.press('Control+d');
  await keys
    .getByText('Ctrl+D is fixed (In the table: Fill the selected cells from the first row).')
    .waitFor();
  await keys.getByRole('alert').getByRole('button', { name: 'Cancel' }).click();
  await page.keyboard.press('Escape');
  await settings.waitFor({ state: 'detached' });

  await page.keyboard.press('Control+e');
  const totals = page.getByRole('dialog', { name: 'Totals' });
  await totals.waitFor();
  await page.keyboard.press('Escape');
  await totals.waitFor({ state: 'detached' });
  await page.keyboard.press('?');
  const sheet = page.getByRole('dialog', { name: 'Keys' });
  const row = sheet.locator('dl > div').filter({ hasText: 'Totals…' });
  await eventually(() => row.locator('.keys').textContent()).toBe('Ctrl+E');
});
