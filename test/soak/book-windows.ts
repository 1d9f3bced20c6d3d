import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { Client } from '../../electron/office/store/client.ts';
import { openBrowser, spawnServe } from '../helpers/app-fixtures/office-app.ts';
import { fillDay } from '../helpers/interface/fill-day.ts';
import { bought, own, writeOwn } from '../helpers/own-invoices.ts';
import { startTestPostgres } from '../helpers/postgres.ts';

const password = 'plum kettle harbour seven';
const perRound = 3;

const signUp = async (page: Page, link: string, name: string, email?: string): Promise<void> => {
  await page.goto(link);
  if (email !== undefined) await page.getByLabel('Email address').fill(email);
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByLabel('Password').fill(password);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: `Signed in as ${name}` }).waitFor();
};

const invited = async (page: Page, email: string): Promise<string> => {
  await page.getByRole('button', { name: 'Signed in as Li Hua' }).click();
  await page.getByRole('menuitem', { name: 'Users' }).click();
  const dialog = page.getByRole('dialog', { name: 'Users' });
  await dialog.getByLabel('Email address').fill(email);
  await dialog.getByRole('button', { name: 'Create link' }).click();
  const link = await dialog.locator('.office-link .selectable').innerText();
  await page.keyboard.press('Escape');
  return link;
};

const openBooks = async (page: Page, item: string, title: string) => {
  await page.getByRole('button', { name: 'Books' }).click();
  await page.getByRole('menuitem', { name: item }).click();
  return page.getByRole('dialog', { name: title });
};

/** Opens the vouchers of all invoices, up to the button that writes them. */
const readyVouchers = async (page: Page, isFirst: boolean) => {
  const dialog = await openBooks(page, 'Vouchers…', 'Vouchers');
  if (isFirst) {
    await dialog.getByRole('button', { name: new RegExp(`^${own.name} is our company`, 'u') }).click();
  }
  await dialog.getByRole('radiogroup', { name: 'not confirmed' }).getByText('Include').click();
  if (isFirst) {
    await dialog.getByRole('button', { name: 'Add a matching rule' }).first().click();
    await dialog.getByRole('textbox', { name: 'Goods, rule 1' }).fill('');
    await dialog.getByRole('textbox', { name: 'Account, rule 1', exact: true }).fill('660201');
    await dialog.getByRole('textbox', { name: 'Account name, rule 1', exact: true }).fill('管理费用');
  }
  await dialog.getByRole('button', { name: /^Try on/u }).click();
  const writing = dialog.getByRole('button', { name: `Write vouchers (${perRound})` });
  await writing.and(page.locator(':enabled')).waitFor();
  return writing;
};

const readyArchive = async (page: Page, month: string) => {
  const dialog = await openBooks(page, 'Archive…', 'Archive');
  await fillDay(dialog.getByRole('group', { name: 'Issued from' }), `${month}-01`);
  await fillDay(dialog.getByRole('group', { name: 'to', exact: true }), `${month}-28`);
  await dialog.getByText(/^3 invoices: /u).waitFor();
  return dialog.getByRole('button', { name: 'Create archive' });
};

/** What a window shows after both have pressed: the file it wrote, or why it wrote none. */
const outcomeOf = async (page: Page, press: () => Promise<void>): Promise<string> => {
  const before = await page.getByRole('alert').allInnerTexts();
  const told = async (): Promise<string> => {
    const end = performance.now() + 60_000;
    while (performance.now() < end) {
      const texts = await page.getByRole('alert').allInnerTexts();
      const text = texts.find((one) => one.trim() !== '' && !before.includes(one));
      if (text !== undefined) return text;
      await page.waitForTimeout(50);
    }
    return 'nothing';
  };
  const saved = page.waitForEvent('download', { timeout: 60_000 }).then(() => 'written');
  await press();
  return await Promise.race([saved, told()]);
};

/** Two people press the same button at once. @returns what each was told */
const both = async (
  pages: readonly Page[],
  ready: (page: Page) => Promise<{ click: () => Promise<void> }>,
) => {
  const buttons: { click: () => Promise<void> }[] = [];
  for (const page of pages) buttons.push(await ready(page));
  const outcomes = await Promise.all(
    pages.map((page, index) => outcomeOf(page, async () => await buttons[index]?.click())),
  );
  for (const page of pages) {
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  }
  return outcomes;
};

/**
 * Two users of an office, in two windows at two servers, write the same vouchers and the same archive at once: one
 * writes, and the other one is told why not.
 */
export const run = async (rounds = 5): Promise<boolean> => {
  const folder = await mkdtemp(join(tmpdir(), 'vouch-windows-'));
  const postgres = await startTestPostgres();
  const url = await postgres.database();
  const servers = [await spawnServe(url), await spawnServe(url)] as const;
  const li = await openBrowser();
  const wang = await openBrowser();
  const pages = [li.page, wang.page];
  const client = new Client({ connectionString: url });
  let wrong = 0;
  try {
    await client.connect();
    await signUp(li.page, await servers[0].firstLink(), 'Li Hua', 'li@office.example');
    const link = await invited(li.page, 'wang@office.example');
    await signUp(wang.page, link.replace(servers[0].address, servers[1].address), 'Wang Wei');
    for (let round = 1; round <= rounds; round += 1) {
      const month = `2025-${String(round).padStart(2, '0')}`;
      const made = Array.from({ length: perRound }, (_, index) =>
        bought(round * 10 + index, { issueDate: `${month}-12` }),
      );
      const files = await writeOwn(join(folder, month), made);
      await li.page
        .locator('input[type=file]')
        .first()
        .setInputFiles([...files]);
      for (const page of pages)
        await page
          .getByText(`${round * perRound}`, { exact: false })
          .first()
          .waitFor();
      for (const page of pages)
        for (const { number } of made)
          await page
            .getByText(number ?? '')
            .first()
            .waitFor({ timeout: 60_000 });
      const vouchers = await both(pages, (page) => readyVouchers(page, round === 1 && page === li.page));
      const archives = await both(pages, (page) => readyArchive(page, month));
      console.log({ round, vouchers, archives });
      for (const outcomes of [vouchers, archives]) {
        const [refused, ...more] = outcomes.filter((one) => one !== 'written');
        // Who, and what: the one who was faster is named.
        const isTold = refused !== undefined && /^(?:Li Hua|Wang Wei) (?:has just|is writing)/u.test(refused);
        if (!isTold || more.length > 0) wrong += 1;
      }
    }
    const { rows } = await client.query(`SELECT body FROM vouch.review_events WHERE kind = 'book'`);
    console.log({ bookings: rows.length });
    if (rows.length !== rounds * perRound) wrong += 1;
  } finally {
    await client.end();
    await li.browser.close();
    await wang.browser.close();
    for (const server of servers) await server.stop();
    await postgres.close();
    await rm(folder, { recursive: true, force: true });
  }
  console.log({ rounds, wrong });
  return wrong === 0;
};
