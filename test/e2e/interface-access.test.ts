import { describe, expect, test } from 'vitest';
import { startApp } from '../helpers/app.ts';
import { violations } from '../helpers/interface/axe.ts';
import { eventually, sample, untilAtRest } from '../helpers/interface/steps.ts';

const words = {
  'en-US': {
    samples: 'Try it with samples',
    more: 'Try samples',
    faces: 'Faces',
    settings: 'Settings',
    exports: 'More exports',
    layouts: 'Custom layouts…',
  },
  'zh-CN': {
    samples: '用样例试一试',
    more: '试用样例',
    faces: '人脸',
    settings: '设置',
    exports: '更多导出格式',
    layouts: '自定义版式…',
  },
} as const;

describe.each([
  ['light', 'en-US'],
  ['dark', 'zh-CN'],
  ['dark', 'en-US'],
  ['light', 'zh-CN'],
] as const)('no axe violations in the %s theme, %s', (colorScheme, locale) => {
  test('on start, documents, a failed document, faces, settings', async () => {
    const app = await startApp('browser', { colorScheme, locale, viewport: { width: 1024, height: 700 } });
    const { page } = app;
    const text = words[locale];
    expect(await violations(app)).toEqual([]);
    await page.getByRole('button', { name: text.samples }).click();
    await page.getByRole('row', { name: /special-paper-wrong-words/ }).click();
    await page.getByRole('application', { name: /wrong-words/ }).waitFor();
    await untilAtRest(app);
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
    await page.getByRole('alertdialog').getByRole('button').nth(1).click();
    await page.getByRole('row', { name: /README/ }).click();
    expect(await violations(app)).toEqual([]);
    await page.getByRole('button', { name: text.settings }).click();
    await page.getByRole('dialog').waitFor();
    expect(await violations(app)).toEqual([]);
    await app.close();
  });
});

describe('language, theme and text size', () => {
  test('are changed in the settings and saved', async () => {
    const app = await startApp('browser');
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
    await app.close();
  });

  test.each([
    ['a text of twice the size in a small window', { width: 1024, height: 700 }, '200%'],
    ['a page of twice the size in a common window', { width: 720, height: 450 }, ''],
    ['a page of twice the size in a small window', { width: 512, height: 350 }, ''],
  ])('with %s, every control is reachable', async (_, viewport, size) => {
    const app = await startApp('browser', { viewport });
    const { page } = app;
    await page.getByRole('button', { name: 'Try it with samples' }).click();
    await page.getByRole('row', { name: /Recognized.*special-paper\.jpg/ }).click();
    await page.getByRole('application', { name: /special-paper\.jpg/ }).waitFor();
    await page.evaluate((value) => {
      document.documentElement.style.setProperty('font-size', value);
      window.dispatchEvent(new Event('resize'));
    }, size);
    await untilAtRest(app);
    for (const button of await page.getByRole('button').all()) {
      const box = await button.boundingBox();
      if (!box || !(await button.isVisible())) continue;
      expect(box.x + box.width, (await button.textContent()) ?? '').toBeLessThanOrEqual(viewport.width + 1);
    }
    const canvas = await page.getByRole('application').boundingBox();
    expect(canvas?.width).toBeGreaterThanOrEqual(280);
    expect(canvas?.height).toBeGreaterThanOrEqual(150);
    await app.close();
  });
});
