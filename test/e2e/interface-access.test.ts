import type { Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { sharedApp } from '../helpers/interface/shared-app.ts';
import { violations } from '../helpers/interface/axe.ts';
import { addDemoInvoices, eventually, sample, untilIdle } from '../helpers/interface/steps.ts';

const freshApp = sharedApp();

const words = {
  'en-US': {
    more: 'Try samples',
    faces: 'Faces',
    settings: 'Settings',
    exports: 'More exports',
    layouts: 'Custom layouts…',
  },
  'zh-CN': {
    more: '试用样例',
    faces: '人脸',
    settings: '设置',
    exports: '更多导出格式',
    layouts: '自定义版式…',
  },
} as const;

const walked = { width: 1024, height: 700 };

/** The distance between the top of the documents pane and its first document, in CSS pixels. */
const spaceAbove = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const [list, pane] = ['.document-list', '.documents'].map(
      (query) => document.querySelector(query)?.getBoundingClientRect().top ?? NaN,
    );
    return (list ?? NaN) - (pane ?? NaN);
  });
const mostAbove = 164;

// Contrast depends on the theme and layout on the language, so two walks cover both of each.
describe.each([
  ['light', 'en-US'],
  ['dark', 'zh-CN'],
] as const)('has no axe violations in the %s theme, %s', (colorScheme, locale) => {
  test('on start, documents, a failed document, faces, settings, and the tools leave room for documents', async () => {
    const app = await freshApp({ colorScheme, locale, viewport: walked });
    const { page } = app;
    const text = words[locale];
    expect(await violations(app)).toEqual([]);
    await addDemoInvoices(app);
    await page.getByRole('row', { name: /special-paper-wrong-words/ }).click();
    await page.getByRole('application', { name: /wrong-words/ }).waitFor();
    await untilIdle(app);
    await page.locator('.sheet-buttons').waitFor();
    await eventually(() => page.locator('.document-list [role="row"]').count()).toBeGreaterThan(8);
    for (const width of [1440, 1920, 1024]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await spaceAbove(page), `${locale} ${width}`).toBeLessThanOrEqual(mostAbove);
    }
    await page.setViewportSize(walked);
    await page.locator('.check-row').first().click();
    expect(await violations(app)).toEqual([]);
    await page.locator('[data-field="total"]').focus();
    await page.keyboard.press('Enter');
    await page.keyboard.type('1');
    await page.locator('.typed-check').first().waitFor();
    expect(await violations(app)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.locator('[data-field="lines.0.amount"]').focus();
    await page.locator('.goods-lines .field-story').waitFor();
    expect(await violations(app)).toEqual([]);
    await page.getByRole('button', { name: text.exports }).click();
    await page.getByRole('menuitem').last().click();
    await page.getByRole('dialog').getByRole('radio').nth(6).waitFor();
    expect(await violations(app)).toEqual([]);
    await page.getByRole('button', { name: text.layouts }).click();
    await page.getByRole('dialog').getByRole('textbox').nth(2).waitFor();
    expect(await violations(app)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await page.getByRole('tab', { name: text.faces }).click();
    await page.getByRole('button', { name: text.more }).click();
    await page.getByRole('application', { name: /face/ }).waitFor();
    expect(await violations(app)).toEqual([]);
    await app.drop([sample('README.md')]);
    await page.getByRole('alertdialog').waitFor();
    expect(await violations(app)).toEqual([]);
    await page.getByRole('alertdialog').getByRole('button').nth(2).click();
    await page.getByRole('row', { name: /README/ }).click();
    expect(await violations(app)).toEqual([]);
    await page.getByRole('button', { name: text.settings }).click();
    await page.getByRole('dialog').waitFor();
    expect(await violations(app)).toEqual([]);
  });
});

/** The visible controls that reach beyond the sides of the window, or whose own text is cut off. */
const outside = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() =>
    Array.from(document.querySelectorAll('button, input, select, a, [role="radio"], [role="tab"]'))
      .filter((control) => control.checkVisibility({ visibilityProperty: true }))
      // A wide table scrolls in its own box.
      .filter((control) => !control.closest('.books-table, .sheet, [role="grid"], .hidden-text'))
      .filter((control) => {
        const { left, right, width } = control.getBoundingClientRect();
        return width > 1 && (left < -1 || right > window.innerWidth + 1);
      })
      .map((control) => control.outerHTML.slice(0, 160)),
  );

/** Waits until nothing moves or fades, because an opening dialog is paler than in its final state. */
const untilStill = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    await new Promise((resolve) => requestAnimationFrame(resolve));
    const ending = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(ending.map(({ finished }) => finished));
  });

const smallViews = [
  { name: 'documents', reach: async () => {} },
  { name: 'table', reach: (page: Page) => page.keyboard.press('F3') },
  { name: 'print', reach: (page: Page) => page.keyboard.press('Control+p') },
  { name: 'vouchers', reach: (page: Page) => chooseIn(page, 'Vouchers…') },
  { name: 'list', reach: (page: Page) => chooseIn(page, 'Import a tax bureau list…') },
  { name: 'archive', reach: (page: Page) => chooseIn(page, 'Archive…') },
  { name: 'totals', reach: (page: Page) => chooseIn(page, 'Totals…', 'Menu') },
  { name: 'bin', reach: (page: Page) => chooseIn(page, 'Bin…', 'Menu') },
  { name: 'history', reach: (page: Page) => page.keyboard.press('Control+Shift+f') },
  { name: 'settings', reach: (page: Page) => page.keyboard.press('Control+,') },
  { name: 'keys', reach: (page: Page) => page.keyboard.press('?') },
  { name: 'palette', reach: (page: Page) => page.keyboard.press('Control+k') },
];

/** On a slow machine, a part that was loaded last may take the focus after the key. */
const untilClosed = (page: Page): Promise<void> =>
  page
    .getByRole('dialog')
    .waitFor({ state: 'detached', timeout: 10_000 })
    .catch(async () => {
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    });

const chooseIn = async (page: Page, name: string, menu = 'Books'): Promise<void> => {
  await page.getByRole('button', { name: menu, exact: true }).click();
  await page.getByRole('menuitem', { name }).click();
};

const common = { forcedColors: 'none', contrast: 'no-preference', colorScheme: 'light' } as const;
const small = { width: 800, height: 600 };

/** Structure depends on the size of the window, contrast on the colours. So no look repeats both. */
const looks = [
  { look: '800 × 600', viewport: small, media: common, rules: 'all-but-contrast' },
  {
    look: '800 × 600 with forced colours',
    viewport: small,
    media: { ...common, forcedColors: 'active' },
    rules: 'contrast',
  },
  {
    look: '1024 × 700 in high contrast, dark',
    viewport: { width: 1024, height: 700 },
    media: { ...common, contrast: 'more', colorScheme: 'dark' },
    rules: 'contrast',
  },
  {
    look: 'a zoom of 200 %',
    viewport: { width: 640, height: 400 },
    media: common,
    rules: 'all-but-contrast',
  },
] as const;

test('in small windows, other colours and at twice the size, with every control inside the window', async () => {
  const app = await freshApp();
  const { page } = app;
  const wear = async ({ viewport, media }: (typeof looks)[number]): Promise<void> => {
    await page.setViewportSize(viewport);
    await page.emulateMedia(media);
    // The focus has returned to a button, which shows its tooltip.
    await page.evaluate(() => {
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    });
    await page.getByRole('tooltip').waitFor({ state: 'detached' });
  };
  for (const look of looks) {
    await wear(look);
    expect([look.look, ...(await violations(app, look.rules))]).toEqual([look.look]);
  }
  await addDemoInvoices(app);
  await page.getByRole('row', { name: /Recognized.*special-paper\.jpg/ }).click();
  await page.getByRole('application', { name: /special-paper\.jpg/ }).waitFor();
  await page.setViewportSize(small);
  for (const { name, reach } of smallViews) {
    await reach(page);
    if (name !== 'documents' && name !== 'table') await page.getByRole('dialog').waitFor();
    // A view is opened once and keeps its state while the window changes.
    for (const { look, viewport, media, rules } of looks) {
      const where = `${name}, ${look}`;
      await page.setViewportSize(viewport);
      await page.emulateMedia(media);
      await untilStill(page);
      if (name === 'documents') await untilIdle(app);
      expect([where, ...(await violations(app, rules))]).toEqual([where]);
      expect([where, ...(await outside(page))]).toEqual([where]);
    }
    await page.setViewportSize(small);
    await page.emulateMedia(common);
    if (name === 'table') await page.keyboard.press('F3');
    else await page.keyboard.press('Escape');
    if (name !== 'documents' && name !== 'table') await untilClosed(page);
  }

  await page.emulateMedia(common);
  for (const [name, viewport, size] of [
    ['text twice as large in a small window', { width: 1024, height: 700 }, '200%'],
    ['a page zoomed to 200% in a common window', { width: 720, height: 450 }, ''],
    ['a page zoomed to 200% in a small window', { width: 512, height: 350 }, ''],
  ] as const) {
    await page.setViewportSize(viewport);
    await page.evaluate((value) => {
      document.documentElement.style.setProperty('font-size', value);
      window.dispatchEvent(new Event('resize'));
    }, size);
    await untilIdle(app);
    expect([name, ...(await outside(page))]).toEqual([name]);
    const canvas = await page.getByRole('application').boundingBox();
    expect(canvas?.width, name).toBeGreaterThanOrEqual(280);
    expect(canvas?.height, name).toBeGreaterThanOrEqual(150);
  }
  // Forty views in one program: more than the default on a slow machine.
}, 300_000);

test('has no axe violations in the tools of the table', async () => {
  const app = await freshApp();
  await addDemoInvoices(app);
  await app.page.keyboard.press('F3');
  await app.page.locator('.sheet-grid').waitFor();
  for (const name of ['Views', 'Columns']) {
    await app.page.getByRole('button', { name, exact: true }).click();
    await app.page.getByRole('dialog', { name }).waitFor();
    expect([name, ...(await violations(app))]).toEqual([name]);
    await app.page.keyboard.press('Escape');
    await app.page.getByRole('dialog', { name }).waitFor({ state: 'detached' });
  }
});

test('moves nothing if the user prefers reduced motion, and closes tooltips', async () => {
  const app = await freshApp();
  const { page } = app;
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.evaluate(() => {
    const started: string[] = [];
    Object.assign(window, { started });
    for (const kind of ['transitionrun', 'animationstart'] as const)
      document.addEventListener(kind, ({ target }) =>
        started.push(`${kind} ${target instanceof Element ? target.outerHTML.slice(0, 80) : ''}`),
      );
  });
  // A tooltip shows on focus only after a key.
  await page.keyboard.press('Tab');
  await page.getByRole('button', { name: 'Menu', exact: true }).focus();
  await page.getByRole('tooltip').waitFor();
  await page.getByRole('button', { name: 'Menu', exact: true }).blur();
  await page.getByRole('tooltip').waitFor({ state: 'detached' });
  await addDemoInvoices(app);
  await page.getByRole('row', { name: /Recognized.*special-paper\.jpg/ }).waitFor();
  expect(await page.evaluate('window.started')).toEqual([]);
});

describe('language, theme and text size', () => {
  test('change in the settings and are saved', async () => {
    const app = await freshApp();
    const { page } = app;
    await page.getByRole('button', { name: 'Settings' }).click();
    await page.getByText('中文', { exact: true }).click();
    await page.getByRole('dialog', { name: '设置' }).waitFor();
    expect(await page.locator('html').getAttribute('lang')).toBe('zh-CN');
    await page.getByText('深色', { exact: true }).click();
    await eventually(() => page.locator('html').getAttribute('data-theme')).toBe('dark');
    await page.reload();
    await page.getByRole('tab', { name: '发票' }).waitFor();
    await eventually(() => page.locator('html').getAttribute('data-theme')).toBe('dark');
  });
});
