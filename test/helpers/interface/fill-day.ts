import type { Locator } from 'playwright';

/** Types a day into a date field, part by part, as a user does. The field goes to its next part by itself. */
export const fillDay = async (field: Locator, day: string): Promise<void> => {
  await field.getByRole('spinbutton').first().click();
  await field.page().keyboard.type(day.replaceAll('-', ''));
};
