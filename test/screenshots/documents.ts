import { join } from 'node:path';
import { startApp } from '../helpers/app.ts';
import { projectFolder } from '../helpers/app-fixtures/folders.ts';
import { untilIdle } from '../helpers/interface/steps.ts';

/** Takes the pictures of both READMEs from the samples: one invoice, and the table of the batch. */
const takeAll = async (locale: 'en-US' | 'zh-CN', ending: string): Promise<void> => {
  const app = await startApp('browser', {
    locale,
    colorScheme: 'light',
    viewport: { width: 1440, height: 900 },
  });
  const { page } = app;
  page.setDefaultTimeout(300_000);
  const take = async (name: string): Promise<void> => {
    await page.mouse.move(0, 0);
    await page.waitForTimeout(500);
    await page.screenshot({ path: join(projectFolder, 'docs', `${name}${ending}.png`) });
  };
  await page
    .getByRole('button', { name: /samples|样例|效果/i })
    .first()
    .click();
  await page.locator('.progress-bar').waitFor();
  await page.locator('.progress-bar').waitFor({ state: 'detached' });
  await page.getByRole('row', { name: /special-paper-wrong-words/ }).click();
  await page.getByRole('application', { name: /special-paper-wrong-words/ }).waitFor();
  await untilIdle(app);
  await page.locator('.check-row').first().click();
  await untilIdle(app);
  await take('window');
  await page.getByRole('radio', { name: { 'en-US': 'Table', 'zh-CN': '表格' }[locale] }).click();
  await page.locator('.sheet-grid').waitFor();
  await take('table');
  await app.close();
};

await takeAll('en-US', '');
await takeAll('zh-CN', '.zh');
process.exit(0);
