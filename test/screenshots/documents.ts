import { join } from 'node:path';
import { startApp } from '../helpers/app.ts';
import { projectFolder } from '../helpers/app-fixtures/folders.ts';
import { untilIdle } from '../helpers/interface/steps.ts';

/** Takes the pictures of the README from the samples: one invoice, and the table of the batch. */
const app = await startApp('browser', {
  locale: 'en-US',
  colorScheme: 'light',
  viewport: { width: 1440, height: 900 },
});
const { page } = app;
const take = async (name: string): Promise<void> => {
  await page.mouse.move(0, 0);
  await page.waitForTimeout(500);
  await page.screenshot({ path: join(projectFolder, 'docs', name) });
};

await page
  .getByRole('button', { name: /samples/i })
  .first()
  .click();
await page.getByRole('row', { name: /special-paper-wrong-words/ }).click();
await page.getByRole('application', { name: /special-paper-wrong-words/ }).waitFor();
await untilIdle(app);
await page.locator('.check-row').first().click();
await untilIdle(app);
await take('window.png');
await page.getByRole('radio', { name: 'Table' }).click();
await page.getByRole('grid', { name: 'Batch' }).waitFor();
await take('table.png');
await app.close();
process.exit(0);
