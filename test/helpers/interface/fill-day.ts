import type { Locator } from 'playwright';

/** Types a day into a date field, part by part, as a user does. The field moves to its next part automatically. */
export const fillDay = async (field: Locator, day: string): Promise<void> => {
  const digits = day.replaceAll('-', '');
  await field.getByRole('spinbutton').first().click();
  await field.page().keyboard.type(digits);
  const shown = async () => (await field.locator('.date-segments').innerText()).replaceAll(/\D/gu, '');
  for (let attempt = 0; attempt < 50 && (await shown()) !== digits; attempt += 1)
    await field.page().waitForTimeout(100);
  if ((await shown()) !== digits) throw new Error(`The field shows ${await shown()}, not ${day}`);
};
