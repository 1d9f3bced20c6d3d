import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import sharp from 'sharp';
import { startApp } from '../helpers/app.ts';
import { startDesktop } from '../helpers/app-fixtures/desktop-app.ts';
import { projectFolder } from '../helpers/app-fixtures/folders.ts';
import type { RunningApp } from '../helpers/app-fixtures/running-app.ts';
import { booksStates } from './books-states.ts';
import { states } from './states.ts';

/** Takes the pictures of the guide in both languages, or in one that is named (`zh`), into docs/guide. */

const viewport = { width: 1120, height: 700 } as const;
const locales = { zh: 'zh-CN', en: 'en-US' } as const;

/** States of the window, and the picture that each of them gives. */
const ofInvoices: Readonly<Record<string, string>> = {
  '01-start': 'start',
  '03-failed-check': 'checks',
  '04-typing': 'correct',
  '07-photo': 'scan',
  '09-export': 'export',
  '11-settings': 'account',
  '12-faces': 'faces',
  '14-table': 'table',
};
const ofBooks: Readonly<Record<string, string>> = {
  '20-verification': 'verify',
  '22-list-compared': 'list',
  '24-vouchers': 'vouchers',
  '25-archive': 'archive',
};

const take = async ({ page }: RunningApp, language: string, name: string): Promise<void> => {
  await page.mouse.move(0, 0);
  await page.locator('.picture-wait').waitFor({ state: 'detached' });
  await page.waitForTimeout(800);
  const folder = join(projectFolder, 'docs', 'guide', language, 'pictures');
  mkdirSync(folder, { recursive: true });
  await sharp(await page.screenshot())
    .webp({ quality: 82, effort: 6 })
    .toFile(join(folder, `${name}.webp`));
};

const takeInvoices = async (language: keyof typeof locales): Promise<void> => {
  const app = await startApp('browser', { locale: locales[language], colorScheme: 'light', viewport });
  const { page } = app;
  page.setDefaultTimeout(300_000);
  for (const { name, reach } of states) {
    if (name === '08-not-recognized' || name === '15-totals') continue;
    await reach(app);
    const picture = ofInvoices[name];
    if (picture !== undefined) await take(app, language, picture);
    if (name === '07-photo') {
      await page
        .getByRole('row', { name: /digital-page/ })
        .first()
        .click();
      await page.getByRole('application', { name: /digital-page/ }).waitFor();
      await take(app, language, 'digital');
    }
    if (name === '11-settings') {
      await page
        .locator('.settings-index')
        .getByRole('button', { name: { zh: '数据', en: 'Data' }[language] })
        .click();
      await take(app, language, 'data');
    }
  }
  await app.close();
};

const takeBooks = async (language: keyof typeof locales): Promise<void> => {
  const app = await startDesktop({ locale: locales[language], colorScheme: 'light', viewport });
  app.page.setDefaultTimeout(60_000);
  for (const { name, shown, reach } of booksStates) {
    await reach(app);
    if (shown) await app.page.locator(shown).evaluate((element) => element.scrollIntoView(false));
    const picture = ofBooks[name];
    if (picture !== undefined) await take(app, language, picture);
    if (name === '25-archive') break;
  }
  await app.close();
};

const [only] = process.argv.slice(2);
for (const language of ['zh', 'en'] as const) {
  if (only !== undefined && only !== language) continue;
  await takeInvoices(language);
  await takeBooks(language);
}
process.exit(0);
