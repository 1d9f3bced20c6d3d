import type { Page } from 'playwright';
import { sample } from '../helpers/interface/steps.ts';
import type { State } from './states.ts';

const selectAll = async (page: Page): Promise<void> => {
  await page.keyboard.press('Escape');
  await page.locator('.document-list').focus();
  await page.keyboard.press('Control+a');
  await page.locator('.selection-bar').waitFor();
};

const bareRow = (page: Page, name: string) => page.getByRole('row', { name: new RegExp(name) }).first();

/** Further views, in an order in which each leads to the next; they follow the main ones. */
export const moreStates: readonly State[] = [
  {
    name: '16-totals-month',
    reach: async ({ page }) => {
      await page.locator('.totals .virtual-row').first().click();
      await page.locator('.totalled').waitFor();
    },
  },
  {
    name: '17-tag',
    reach: async ({ page }) => {
      await page.keyboard.press('Escape');
      await selectAll(page);
      await page.locator('.selection-actions .button').nth(4).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: '17-remove',
    reach: async ({ page }) => {
      await page.keyboard.press('Escape');
      await page.locator('.selection-actions .button').last().click();
      await page.getByRole('alertdialog').or(page.getByRole('dialog')).first().waitFor();
    },
  },
  {
    name: '18-menu',
    reach: async ({ page }) => {
      await page.keyboard.press('Escape');
      await page.locator('.document-list').focus();
      await page.keyboard.press('Escape');
      await page.locator('.top-actions button').last().click();
      await page.locator('.main-menu').waitFor();
    },
  },
  {
    name: '18-page-menu',
    reach: async ({ page }) => {
      await page.keyboard.press('Escape');
      await bareRow(page, 'special-paper.jpg').click({ button: 'right' });
      await page.getByRole('menu').waitFor();
    },
  },
  {
    name: '19-confirm-errors',
    reach: async ({ page }) => {
      await page.keyboard.press('Escape');
      await bareRow(page, 'special-paper-wrong-words').click();
      await page.getByRole('application', { name: /wrong-words/ }).waitFor();
      await page.keyboard.press('Control+Enter');
      await page.getByRole('alertdialog').waitFor();
    },
  },
  {
    name: '30-duplicates',
    reach: async (app) => {
      const { page } = app;
      await page.keyboard.press('Escape');
      await app.drop([sample('special-paper.jpg')]);
      await page
        .getByRole('row', { name: /special-paper\.jpg/ })
        .nth(1)
        .click();
      await page.getByRole('application', { name: /special-paper\.jpg/ }).waitFor();
      await page.waitForTimeout(1500);
    },
  },
  {
    name: '30-compare',
    reach: async ({ page }) => {
      await page.keyboard.press('Control+Shift+D');
      await page.getByRole('dialog').waitFor();
      await page.waitForTimeout(1500);
    },
  },
  {
    name: '31-layouts',
    reach: async ({ page }) => {
      await page.keyboard.press('Escape');
      await page.keyboard.press('Control+Shift+E');
      await page.getByRole('dialog').waitFor();
      await page.locator('.dialog .button:not(.select)').nth(1).click();
      await page.waitForTimeout(500);
    },
  },
  {
    name: '32-settings-end',
    reach: async ({ page }) => {
      await page.keyboard.press('Escape');
      await page.keyboard.press('Escape');
      await page.keyboard.press('Control+,');
      await page.getByRole('dialog').waitFor();
      await page.locator('.settings-index button, .settings-index a').nth(5).click();
    },
  },
  {
    name: '33-column-menu',
    reach: async ({ page }) => {
      await page.keyboard.press('Escape');
      await page.keyboard.press('F3');
      await page.locator('.sheet-grid').waitFor();
      await page.locator('.sheet-heading').nth(3).getByRole('button').nth(1).click();
      await page.waitForTimeout(500);
    },
  },
  {
    name: '34-face-selected',
    reach: async ({ page }) => {
      await page.keyboard.press('Escape');
      await page.locator('.workspace-bar .segment').first().click();
      await page.keyboard.press('Control+Shift+2');
      await page.locator('.face-table .virtual-row').nth(3).click();
      await page.locator('.face-filters button').first().click();
      await page.waitForTimeout(800);
    },
  },
  {
    name: '35-face-pictures',
    reach: async ({ page }) => {
      await page.locator('.face-actions button').nth(1).click();
      await page.getByRole('dialog').waitFor();
      await page.waitForTimeout(1000);
    },
  },
  {
    name: '36-all-photos',
    reach: async ({ page }) => {
      await page.keyboard.press('Escape');
      await page.locator('.face-view-switch .segment').nth(1).click();
      await page.locator('.photo-grid').waitFor();
      await page.waitForTimeout(800);
    },
  },
];
