import type { Page } from 'playwright';
import type { RunningApp } from '../helpers/app-fixtures/running-app.ts';
import { sample } from '../helpers/interface/steps.ts';

/** A state of the window for a screenshot, and the steps to it from the previous one. */
export type State = { readonly name: string; readonly reach: (app: RunningApp) => Promise<void> };

const document = async (page: Page, name: string): Promise<void> => {
  await page.getByRole('row', { name: new RegExp(name) }).click();
  await page.getByRole('application', { name: new RegExp(name) }).waitFor();
};

const focusField = (page: Page, path: string): Promise<void> =>
  page.locator(`[data-field="${path}"]`).focus();

const openDialog = async (page: Page, keys: string): Promise<void> => {
  await page.keyboard.press('Escape');
  await page.keyboard.press(keys);
  await page.getByRole('dialog').waitFor();
};

/**
 * Ordered so that each state leads to the next. The steps use positions and keys, because they must work in
 * both languages.
 */
export const states: readonly State[] = [
  { name: '01-start', reach: async ({ page }) => page.locator('.start').waitFor() },
  {
    name: '02-review',
    reach: async ({ page }) => {
      await page.locator('.first-run-step').getByRole('button').first().click();
      await document(page, 'special-paper.jpg');
    },
  },
  {
    name: '03-failed-check',
    reach: async ({ page }) => {
      await document(page, 'special-paper-wrong-words');
      await page.locator('.check-row').first().click();
    },
  },
  {
    name: '04-typing',
    reach: async ({ page }) => {
      await focusField(page, 'total');
      await page.keyboard.press('Enter');
      await page.keyboard.type('10849.60');
    },
  },
  {
    name: '05-lines',
    reach: async ({ page }) => {
      await page.keyboard.press('Enter');
      await focusField(page, 'lines.0.amount');
    },
  },
  {
    name: '06-confirmed',
    reach: async ({ page }) => {
      await document(page, 'digital-ordinary');
      await page.keyboard.press('Control+Enter');
      await document(page, 'digital-ordinary');
    },
  },
  { name: '07-photo', reach: async ({ page }) => document(page, 'ordinary-paper-photo') },
  {
    name: '08-not-recognized',
    reach: async (app) => {
      await app.drop([sample('README.md')]);
      const ask = app.page.getByRole('alertdialog');
      // Shown only until the user has chosen how to recognize files.
      await ask.waitFor({ timeout: 3000 }).catch(() => undefined);
      if (await ask.isVisible()) await ask.getByRole('button').nth(1).click();
      await app.page.getByRole('row', { name: /README/ }).click();
      await app.page.locator('.failure-card').waitFor();
    },
  },
  { name: '08-keys', reach: ({ page }) => openDialog(page, '?') },
  { name: '09-export', reach: ({ page }) => openDialog(page, 'Control+Shift+E') },
  { name: '10-history', reach: ({ page }) => openDialog(page, 'Control+Shift+F') },
  { name: '11-settings', reach: ({ page }) => openDialog(page, 'Control+,') },
  {
    name: '12-faces',
    reach: async ({ page }) => {
      await page.keyboard.press('Escape');
      await page.keyboard.press('Control+Shift+2');
      await page.locator('.start-way').getByRole('button').first().click();
      await page.getByRole('application', { name: /face/ }).waitFor();
    },
  },
  {
    name: '13-selection',
    reach: async ({ page }) => {
      await page.keyboard.press('Control+Shift+1');
      await page.locator('.document-list').focus();
      await page.keyboard.press('Control+a');
      await page.locator('.selection-bar').waitFor();
    },
  },
  {
    name: '14-table',
    reach: async ({ page }) => {
      await page.locator('.list-head .segment').nth(1).click();
      await page.locator('.sheet-grid').waitFor();
    },
  },
  {
    name: '15-totals',
    reach: async ({ page }) => {
      await page.keyboard.press('Escape');
      await page.locator('.workspace-bar .segment').first().click();
      await page.keyboard.press('Control+Shift+G');
      await page.locator('.totals').waitFor();
    },
  },
];
