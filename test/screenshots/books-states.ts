import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import writeXlsxFile from 'write-excel-file/node';
import { makeDigitalInvoice } from '../samples/digital/make-invoice.ts';
import { writeEInvoice } from '../samples/digital/write-einvoice.ts';
import { seededRandom } from '../samples/random.ts';
import type { MenuId } from '../../shared/contract/menu.ts';
import type { Language } from '../../shared/language.ts';
import { menuTexts } from '../../shared/texts/menu.ts';
import type { DesktopApp } from '../helpers/app-fixtures/desktop-app.ts';
import { fillDay } from '../helpers/interface/fill-day.ts';
import { madeArchived, writeMade } from '../helpers/made-archive.ts';
import type { RunningApp } from '../helpers/app-fixtures/running-app.ts';

/** The dialogs for the books, with eight digital invoices. */

const invoiceOf = (seed: number) => ({
  ...makeDigitalInvoice(seededRandom(seed), {
    lines: 1 + (seed % 3),
    isRed: seed % 7 === 0,
    hasSpecialCharacters: false,
  }),
  issueDate: `2025-03-${String(10 + seed)}`,
});
const seeds = [1, 2, 3, 4, 5, 6, 7, 8];

const folderOf = ({ home }: RunningApp): string => {
  const folder = join(home, 'inbox');
  mkdirSync(folder, { recursive: true });
  return folder;
};

/** A list of the tax bureau that differs from the ledger in every way. */
const writeList = async (path: string): Promise<void> => {
  const headers = ['序号', '勾选状态', '数电发票号码', '开票日期', '金额', '税额', '发票状态'];
  const rows = seeds.slice(0, 5).map((seed) => {
    const { number, issueDate, total, taxTotal } = invoiceOf(seed);
    const net = seed === 2 ? '0.01' : total;
    const status = seed === 3 ? '已作废' : seed === 4 ? '已红冲-全额' : '正常';
    return [String(seed), seed === 5 ? '未勾选' : '已勾选', number, issueDate, net, taxTotal, status];
  });
  rows.push(['6', '已勾选', '25332000000000000009', '2025-03-13', '1.00', '0.06', '正常']);
  const data = [['用途确认信息'], ['抵扣勾选'], headers, ...rows].map((cells) =>
    cells.map((value) => ({ value: value ?? '' })),
  );
  writeFileSync(path, await writeXlsxFile([{ sheet: '发票', data }]).toBuffer());
};

const languageOf = async ({ page }: RunningApp): Promise<Language> =>
  (await page.locator('html').getAttribute('lang')) === 'en' ? 'en' : 'zh';

const choose = async (app: RunningApp, id: MenuId): Promise<void> => {
  const { page } = app;
  // The first key may close only a calendar.
  await page.keyboard.press('Escape');
  await page.locator('.calendar').waitFor({ state: 'detached' });
  await page.keyboard.press('Escape');
  const language = await languageOf(app);
  await page.getByRole('button', { name: { zh: '账务', en: 'Books' }[language], exact: true }).click();
  await page.getByRole('menuitem', { name: menuTexts[id][language] }).click();
  await page.getByRole('dialog').waitFor();
};

type BooksState = {
  readonly name: string;
  /** The elements that must be visible at every size. */
  readonly shown?: string;
  readonly reach: (app: DesktopApp) => Promise<void>;
};

export const booksStates: readonly BooksState[] = [
  {
    name: '20-verification',
    shown: '.verification-result',
    reach: async (app) => {
      const { page } = app;
      const folder = folderOf(app);
      const paths = seeds.map((seed) => {
        const path = join(folder, `${seed}.xml`);
        writeFileSync(path, writeEInvoice(invoiceOf(seed)));
        return path;
      });
      await app.drop(paths);
      await page.getByRole('row', { name: /8\.xml/ }).waitFor();
      await page.getByRole('row', { name: /1\.xml/ }).click();
      await page.locator('.verification summary').click();
      await page.locator('.verification-body').waitFor();
      await page.waitForTimeout(1000);
    },
  },
  {
    name: '20-verification-kept',
    shown: '.verification-result',
    reach: async (app) => {
      const { page } = app;
      await page.locator('.verification-result .select').click();
      await page.locator('.select-popover').getByRole('option').nth(1).click();
      await page.locator('.verification-actions button').first().click();
      await page.locator('.verification-actions button').nth(1).waitFor();
      const saved = join(folderOf(app), '查验结果 2025-03-31 增值税发票查验平台.png');
      writeFileSync(saved, 'saved');
      await app.standIn?.tellFiles([saved]);
      await page.locator('.verification-result input[type="file"]').setInputFiles(saved);
      await page.locator('.verification-result p .cut').waitFor();
      await page.waitForTimeout(1000);
    },
  },
  { name: '21-list', reach: (app) => choose(app, 'matchList') },
  {
    name: '21-list-refused',
    reach: async (app) => {
      const other = join(folderOf(app), 'other.xlsx');
      writeFileSync(other, await writeXlsxFile([{ sheet: '1', data: [[{ value: '姓名' }]] }]).toBuffer());
      await app.standIn?.tellFiles([other]);
      await app.page.locator('.dialog input[type="file"]').setInputFiles(other);
      await app.page.waitForTimeout(1000);
    },
  },
  {
    name: '22-list-compared',
    reach: async (app) => {
      const list = join(folderOf(app), 'list.xlsx');
      await writeList(list);
      await app.standIn?.tellFiles([list]);
      await app.page.locator('.dialog input[type="file"]').setInputFiles(list);
      await app.page.locator('.dialog table').waitFor();
    },
  },
  {
    name: '23-vouchers-no-company',
    reach: async (app) => {
      await choose(app, 'vouchers');
      await app.page.locator('.books-actions[role="group"] button').first().click();
      await app.page.locator('.rule-actions button').nth(1).click();
      await app.page.locator('.dialog .warning button').waitFor();
    },
  },
  {
    name: '24-vouchers',
    reach: async ({ page }) => {
      await page.locator('.dialog .warning button').click();
      await page.locator('.held-invoices .segment').last().waitFor();
      for (const reason of await page.locator('.held-invoices [role="radiogroup"]').all())
        await reason.locator('.segment').last().click();
      await page.waitForTimeout(2000);
    },
  },
  {
    name: '25-archive',
    reach: async (app) => {
      await choose(app, 'archive');
      const days = app.page.locator('.dialog .date-input');
      await fillDay(days.first(), '2025-03-01');
      await fillDay(days.nth(1), '2025-03-31');
      await app.page.waitForTimeout(1000);
    },
  },
  {
    name: '25-archive-checked',
    reach: async (app) => {
      const { page } = app;
      const path = join(folderOf(app), 'march.zip');
      const invoices = seeds.map((seed) => madeArchived(seed));
      await writeMade(path, invoices);
      const bytes = readFileSync(path);
      const at = bytes.indexOf('<EInvoice>1<');
      bytes[at + 1] = 0x46;
      writeFileSync(path, bytes);
      await app.standIn?.tellFiles([path]);
      await page.locator('.dialog input[type="file"]').setInputFiles(path);
      await page.locator('.dialog li').first().waitFor();
    },
  },
  {
    name: '25-archive-calendar',
    reach: async ({ page }) => {
      await page.locator('.dialog .date-button').first().click();
      await page.locator('.calendar').waitFor();
    },
  },
  { name: '26-print', reach: (app) => choose(app, 'print') },
  {
    name: '27-names',
    reach: async (app) => {
      writeFileSync(join(folderOf(app), `${invoiceOf(1).number}.xml`), 'mine');
      await choose(app, 'rename');
      await app.page.locator('.dialog input').first().fill('{number}');
      await app.page.waitForTimeout(1000);
    },
  },
];
