import type { Page } from 'playwright';
import { beforeAll, describe, expect, test } from 'vitest';
import { sharedApp } from '../helpers/interface/shared-app.ts';
import { addDemoInvoices, eventually, sample, untilIdle } from '../helpers/interface/steps.ts';
import type { RunningApp } from '../helpers/app-fixtures/running-app.ts';

const freshApp = sharedApp();

/** At 1024 × 700, the smallest size of the three that accountants use. */

const heightOf = async (page: Page, selector: string): Promise<number> =>
  (await page.locator(selector).boundingBox())?.height ?? 0;

describe.each(['zh-CN', 'en-US'] as const)('in %s at 1024 × 700', (locale) => {
  let app: RunningApp;
  beforeAll(async () => {
    app = await freshApp({ locale, viewport: { width: 1024, height: 700 } });
    await addDemoInvoices(app);
    await app.page.getByRole('row', { name: /special-paper\.jpg/ }).click();
    await app.page.getByRole('application', { name: /special-paper\.jpg/ }).waitFor();
    // All samples are recognized, so nothing waits any more.
    await app.page.locator('.progress-bar').waitFor({ state: 'detached' });
  });

  test('the tools of the picture and the head of the list take one line each', async () => {
    expect(await heightOf(app.page, '.view-bar')).toBeLessThan(44);
    expect(await heightOf(app.page, '.list-head')).toBeLessThan(44);
    // Once no page is being compared any more.
    await eventually(() => heightOf(app.page, '.batch-summary')).toBeLessThan(36);
  });

  test('the layers are a drop-down list that chooses the layer', async () => {
    const { page } = app;
    const layers = page.locator('.view-bar select');
    const values = await layers.locator('option').evaluateAll((options) => options.map((o) => o.textContent));
    expect(values).toHaveLength(4);
    await layers.selectOption({ index: 1 });
    await page.setViewportSize({ width: 1440, height: 900 });
    expect(await page.locator('.view-bar .segment[data-selected]').textContent()).toBe(values[1]);
    await page.setViewportSize({ width: 1024, height: 700 });
    await layers.selectOption({ index: 0 });
  });

  test('rows show date and number, and truncate nothing else', async () => {
    // The hovered row also shows its buttons.
    await app.page.mouse.move(600, 5);
    const rows = await app.page.locator('.document-list .virtual-row').evaluateAll((elements) =>
      elements.map((row) => {
        const right = row.getBoundingClientRect().right;
        const inside = [...row.querySelectorAll('.document-line > *:not(.hidden-text)')];
        const number = row.querySelector<HTMLElement>('.document-number');
        return {
          out: inside.filter((part) => part.getBoundingClientRect().right > right).length,
          width: number?.clientWidth ?? 0,
          day: row.querySelector('.document-day')?.textContent ?? '',
          name: row.textContent,
        };
      }),
    );
    expect(rows.length).toBeGreaterThan(5);
    // A hovered row also shows its buttons: over the end of the second line, so that no text moves and the amount is free.
    const first = app.page.locator('.document-list .virtual-row').first();
    const partsOf = () =>
      first.evaluate((row) => {
        const top = row.querySelector('.document-actions')?.getBoundingClientRect().top ?? 0;
        const boxes = [...row.querySelectorAll('.document-line > *:not(.hidden-text)')].map((part) => {
          const { left, right, bottom } = part.getBoundingClientRect();
          return { left, right, isAbove: bottom <= top };
        });
        return {
          boxes: boxes.map(({ left, right }) => [left, right]),
          above: boxes.filter(({ isAbove }) => isAbove),
        };
      });
    const before = await partsOf();
    await first.hover();
    await first.locator('.document-actions').waitFor();
    const hovered = await partsOf();
    expect(hovered.boxes).toEqual(before.boxes);
    expect(hovered.above.length).toBeGreaterThanOrEqual(2);
    for (const { out, width, day, name } of rows) {
      expect(out, name).toBe(0);
      expect(day, name).toMatch(/^\d{4}-\d\d-\d\d/);
      // Eight digits, which distinguish invoices.
      expect(width, name).toBeGreaterThan(55);
    }
  });

  test('a notice moves nothing, and stands below everything else', async () => {
    const { page } = app;
    const placeOf = async (selector: string) => await page.locator(selector).boundingBox();
    for (const [width, height] of [
      [1920, 1080],
      [1440, 900],
      [1024, 700],
    ] as const) {
      await page.setViewportSize({ width, height });
      await untilIdle(app);
      const places = async () => [await placeOf('.workspace'), await placeOf('.picture-stage')];
      await page.evaluate(() => {
        const copied = new DataTransfer();
        copied.setData('text/uri-list', 'https://example.com/picture.png');
        const drop = new DragEvent('drop', { dataTransfer: copied, bubbles: true, cancelable: true });
        document.querySelector('.workspace')?.dispatchEvent(drop);
      });
      const notice = page.locator('.notice-bar .notice').last();
      await notice.waitFor();
      const during = await places();
      const [bar, box] = [await placeOf('.notice-bar'), await notice.boundingBox()];
      expect(bar!.y).toBeGreaterThanOrEqual(during[0]!.y + during[0]!.height);
      expect(box!.y).toBeGreaterThanOrEqual(bar!.y);
      expect(box!.y + box!.height).toBeLessThanOrEqual(bar!.y + bar!.height);
      await notice.locator('button').last().click();
      await notice.waitFor({ state: 'detached' });
      expect(await places()).toEqual(during);
    }
  });

  test('the actions on a selection take three lines at most', async () => {
    const { page } = app;
    await page.locator('.document-list').focus();
    await page.keyboard.press('Control+a');
    const tops = await page
      .locator('.selection-actions .button')
      .evaluateAll((buttons) => buttons.map((button) => Math.round(button.getBoundingClientRect().top)));
    expect(tops).toHaveLength(7);
    expect(new Set(tops).size).toBeLessThanOrEqual(3);
    await page.keyboard.press('Escape');
  });

  test('the menu of a column covers the table below it', async () => {
    const { page } = app;
    await page.locator('.document-list').focus();
    await page.keyboard.press('F3');
    await page.locator('.sheet-heading').nth(3).getByRole('button').nth(1).click();
    const menu = page.locator('.column-menu');
    await menu.waitFor();
    const ground = await menu.evaluate((element) => getComputedStyle(element).backgroundColor);
    expect(ground).toMatch(/^rgb\(/);
    expect((await menu.boundingBox())?.width ?? 0).toBeLessThan(400);
    await page.keyboard.press('Escape');
    await menu.waitFor({ state: 'detached' });
    await page.keyboard.press('F3');
    await page.locator('.document-list').waitFor();
  });

  test('the text of the charts is not scaled down', async () => {
    const { page } = app;
    await page.keyboard.press('Control+Shift+G');
    const bars = page.locator('.totals-charts svg.chart').first();
    await bars.waitFor();
    const scale = await bars.evaluate((svg: SVGSVGElement) => svg.getScreenCTM()?.a ?? 0);
    expect(scale).toBeCloseTo(1, 1);
    await page.keyboard.press('Escape');
  });

  test('every attribute of a face is in sight', async () => {
    const { page } = app;
    await page.keyboard.press('Control+Shift+2');
    await app.drop([sample('face-group.jpg')]);
    await page.getByRole('button', { name: /^(?:Use the demo|使用演示服务)$/u }).click();
    await page.locator('.face-table .virtual-row .face-hair').first().waitFor();
    const outside = () =>
      page.locator('.face-table').evaluate((table) => {
        const right = table.getBoundingClientRect().left + table.clientWidth;
        const cells = [...table.querySelectorAll('[role=columnheader], [role=gridcell]')];
        return {
          scrolls: table.scrollWidth > table.clientWidth,
          out: cells.filter((cell) => cell.getBoundingClientRect().right > right + 0.5).length,
          cut: cells.filter((cell) => cell.scrollWidth > cell.clientWidth).map((cell) => cell.textContent),
        };
      });
    expect(await outside()).toEqual({ scrolls: false, out: 0, cut: [] });
    await page.setViewportSize({ width: 1920, height: 1080 });
    await eventually(outside).toEqual({ scrolls: false, out: 0, cut: [] });
    await page.setViewportSize({ width: 1024, height: 700 });
  });
});
