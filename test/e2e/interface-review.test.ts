import { beforeAll, describe, expect, test } from 'vitest';
import type { RunningApp } from '../helpers/app-fixtures/running-app.ts';
import { sharedApp } from '../helpers/interface/shared-app.ts';
import {
  dropOnSandbox,
  eventually,
  fieldCell,
  inWindow,
  middleOf,
  openDocument,
  sample,
  untilIdle,
} from '../helpers/interface/steps.ts';

const shared = sharedApp();
let app: RunningApp;

/** Shows the program with exactly these documents. */
const open = async (...names: readonly [string, ...string[]]): Promise<void> => {
  app = await shared();
  await dropOnSandbox(app, ...names.map(sample));
  await openDocument(app, names[0]);
};

/** One document for the tests of a `describe`, which change different fields. */
const openOnce = (name: string): void => {
  beforeAll(() => open(name));
};

describe('picture and panel together', () => {
  openOnce('special-paper.jpg');

  test('select a field by a click on its quad, and reveal the quad of a selected field', async () => {
    await untilIdle(app);
    const seller = middleOf('special-paper', 'vat-invoice-seller-name');
    const point = await inWindow(app, seller);
    await app.page.mouse.move(point.x, point.y);
    await eventually(() => fieldCell(app, 'Seller name').getAttribute('class')).toContain('hovered');
    await app.page.mouse.click(point.x, point.y);
    await eventually(() => fieldCell(app, 'Seller name').getAttribute('aria-selected')).toBe('true');

    await fieldCell(app, 'Invoice number').click();
    await eventually(() => fieldCell(app, 'Seller name').getAttribute('aria-selected')).toBe('false');
    await untilIdle(app);
    const number = await inWindow(app, middleOf('special-paper', 'vat-invoice-haoma'));
    const box = await app.page.getByRole('application').boundingBox();
    expect(number.x).toBeGreaterThan(box?.x ?? 0);
    expect(number.x).toBeLessThan((box?.x ?? 0) + (box?.width ?? 0));
    expect(number.y).toBeGreaterThan(box?.y ?? 0);
    expect(number.y).toBeLessThan((box?.y ?? 0) + (box?.height ?? 0));
  });

  test('list every field and every other region with value and score', async () => {
    for (const name of ['Invoice code', 'Issue date', 'Buyer name', 'Total with tax', 'Seller taxpayer ID']) {
      await fieldCell(app, name).waitFor();
    }
    await app.page.getByRole('grid', { name: 'Other regions' }).waitFor();
    const row = app.page.getByRole('row', { name: /^Invoice number/ }).first();
    expect(await row.textContent()).toMatch(/\d\d%/);
  });

  test('show the picture turned in its view', async () => {
    await untilIdle(app);
    await app.page.getByRole('button', { name: 'Rotate view' }).click();
    await eventually(async () => {
      const [a = 1, b = 0] =
        (await app.page.getByRole('application').getAttribute('data-view'))?.split(' ').map(Number) ?? [];
      return Math.abs(a) < 1e-9 && b > 0;
    }).toBe(true);
  });
});

describe('an invoice with a failed check', () => {
  openOnce('special-paper-wrong-words.jpg');

  test('keeps the selected field in view without a layer, in a smaller window, and above its equations', async () => {
    const { page } = app;
    await page.getByRole('radiogroup', { name: 'Overlay' }).getByText('None', { exact: true }).click();
    await fieldCell(app, 'Total with tax, in words').click();
    const sum = middleOf('special-paper-wrong-words', 'vat-invoice-total-cover-tax');
    const isClear = async (): Promise<boolean> => {
      await untilIdle(app);
      const { x, y } = await inWindow(app, sum);
      const box = await page.getByRole('application').boundingBox();
      const foot = await page.locator('.equation').first().boundingBox();
      if (!box || !foot) throw new Error('There is no picture, or no equation over it');
      return x > box.x && x < box.x + box.width && y > box.y && y < foot.y;
    };
    expect(await isClear()).toBe(true);
    for (const [width, height] of [
      [1024, 700],
      [1024, 420],
      [760, 420],
    ] as const) {
      await page.setViewportSize({ width, height });
      await expect.poll(isClear, { message: `${width} × ${height}`, timeout: 20_000 }).toBe(true);
    }
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  test('highlights the fields of a failed check until the value is corrected', async () => {
    const check = app.page.getByRole('button', { name: /^Error: / });
    expect(await check.count()).toBe(1);
    await check.click();
    for (const name of ['Total with tax', 'Total with tax, in words']) {
      expect(await fieldCell(app, name).getAttribute('class')).toContain('together');
      expect(await fieldCell(app, name).getAttribute('aria-label')).toContain('Check failed');
    }
    await fieldCell(app, 'Total with tax, in words').focus();
    await app.page.keyboard.press('Enter');
    await app.page.getByRole('textbox', { name: 'Edit Total with tax, in words' }).fill('壹万壹仟伍佰圆整');
    await app.page.keyboard.press('Enter');
    await eventually(() => check.count()).toBe(0);
    await app.page
      .getByRole('gridcell', { name: 'Total with tax, in words: 壹万壹仟伍佰圆整 (Corrected)' })
      .waitFor();
  });
});

describe('a picture that could not be loaded', () => {
  test('is reported, leaves the panel usable, and can be loaded again', async () => {
    const own = await shared();
    own.forgive(/ERR_FAILED|Failed to load/);
    await own.page.route('**/pictures/*/best', (route) => route.abort());
    await dropOnSandbox(own, sample('special-paper.jpg'));
    await own.page.getByRole('heading', { name: 'Can’t show the picture.' }).waitFor();
    await fieldCell(own, 'Invoice number').waitFor();
    await own.page.unroute('**/pictures/*/best');
    await own.page.getByRole('button', { name: 'Try again' }).click();
    await own.page.getByRole('application', { name: /^Picture of special-paper/ }).waitFor();
    await untilIdle(own);
  });
});

describe('the panel of another invoice', () => {
  test('starts at its top, and keeps the Confirm button visible while scrolling', async () => {
    const { page } = app;
    await open('special-paper.jpg', 'digital-ordinary.png');
    await page.setViewportSize({ width: 1024, height: 700 });
    await fieldCell(app, 'Seller bank and account').focus();
    const panel = page.locator('.invoice-panel');
    const top = () => panel.evaluate((element) => element.scrollTop);
    await eventually(top).toBeGreaterThan(200);
    const confirm = page.getByRole('button', { name: /^Confirm and open the next/ });
    const [button, box] = [await confirm.boundingBox(), await panel.boundingBox()];
    expect(button?.y).toBeLessThan((box?.y ?? 0) + 40);
    await openDocument(app, 'digital-ordinary.png');
    await eventually(top).toBe(0);
    await page.getByRole('tab', { name: 'Faces' }).click();
    await page.getByRole('heading', { name: /Drop photos/ }).waitFor();
    await page.setViewportSize({ width: 1440, height: 900 });
  });
});

describe('a finding over the picture', () => {
  test('shows its equation, evaluates it while a value is typed, and highlights its fields', async () => {
    await open('special-paper.jpg');
    const bar = app.page.locator('.picture-stage').getByRole('status');
    await fieldCell(app, 'Total without tax').focus();
    await app.page.keyboard.press('Enter');
    const editor = app.page.getByRole('textbox', { name: 'Edit Total without tax' });
    await editor.fill('1');
    await eventually(() => bar.textContent()).toMatch(/Error: 1\.00 \+ .* = .*; the invoice says .* more\)/);
    const before = (await bar.textContent()) ?? '';
    await editor.fill('12');
    await eventually(() => bar.textContent()).toMatch(/12\.00 \+ /);
    expect(await bar.textContent()).not.toBe(before);
    await app.page.keyboard.press('Escape');
    await eventually(() => bar.textContent()).toBe('');

    await editor.waitFor({ state: 'detached' });
    await app.page.keyboard.press('Enter');
    await editor.fill('12');
    await app.page.keyboard.press('Enter');
    await fieldCell(app, 'Total tax').click();
    await eventually(() => bar.textContent()).toMatch(/12\.00 \+ .*; the invoice says/);
  });

  test('shows a crop of the picture and the reason for the state of each value', async () => {
    await open('special-paper.jpg');
    const canvasOf = (name: string) =>
      app.page
        .getByRole('row', { name: new RegExp(`^${name}`) })
        .first()
        .locator('canvas');
    const hasInk = (name: string) => () =>
      canvasOf(name).evaluate((canvas) => {
        if (!(canvas instanceof HTMLCanvasElement)) return false;
        const data = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
        const lights = Array.from(data).filter((_, at) => at % 4 === 0);
        return Math.min(...lights) < 100 && Math.max(...lights) > 180;
      });
    // In the compact panel, only the selected value and those that need review have a crop.
    await fieldCell(app, 'Invoice number').click();
    await eventually(hasInk('Invoice number')).toBe(true);
    await fieldCell(app, 'Invoice code').click();
    await eventually(() => canvasOf('Invoice number').count()).toBe(0);
    await app.page.getByRole('button', { name: 'Settings', exact: true }).click();
    await app.page.getByRole('radio', { name: 'Comfortable' }).check({ force: true });
    await app.page.keyboard.press('Escape');
    for (const name of ['Invoice number', 'Invoice code', 'Issue date'])
      await eventually(hasInk(name)).toBe(true);
    await fieldCell(app, 'Total with tax').click();
    await app.page
      .locator('.field-story')
      .getByText(/^Read, confidence \d\d%$/)
      .waitFor();
    await app.page
      .locator('.field-story')
      .getByText(/ \+ .* = .* ✓$/)
      .waitFor();
    await app.page.keyboard.press('Enter');
    await app.page.getByRole('textbox', { name: 'Edit Total with tax' }).fill('1.00');
    await app.page.keyboard.press('Enter');
    await app.page
      .locator('.field-story')
      .getByText(/: changed to “1\.00”$/)
      .waitFor();
    await app.page
      .locator('.field-story')
      .getByText(/^Recognized as “/)
      .waitFor();
  });
});

describe('a value edited in place', () => {
  openOnce('special-paper.jpg');

  test('is cancelled by Escape and saved by Enter, and keeps the focus on its cell', async () => {
    const number = fieldCell(app, 'Invoice number');
    const before = await number.getAttribute('aria-label');
    await number.focus();
    await app.page.keyboard.press('F2');
    await app.page.keyboard.type('999');
    await app.page.keyboard.press('Escape');
    await eventually(() => number.getAttribute('aria-label')).toBe(before);
    expect(await number.evaluate((cell) => cell === document.activeElement)).toBe(true);

    await app.page.keyboard.press('Enter');
    await app.page.keyboard.type('01875237');
    await app.page.keyboard.press('Enter');
    await app.page
      .getByRole('gridcell', { name: /^Invoice number: 01875237 \((Corrected|Check failed)\)/ })
      .waitFor();
    expect(await number.evaluate((cell) => cell === document.activeElement)).toBe(true);

    await app.page.reload();
    await app.page.getByRole('gridcell', { name: /^Invoice number: 01875237/ }).waitFor();
  });

  test('leaves Enter and Escape to an input method while it is composing', async () => {
    const name = fieldCell(app, 'Buyer name');
    await name.focus();
    await app.page.keyboard.press('Enter');
    const editor = app.page.getByRole('textbox', { name: 'Edit Buyer name' });
    await editor.fill('');
    const devtools = await app.page.context().newCDPSession(app.page);
    await devtools.send('Input.imeSetComposition', { text: 'ceshi', selectionStart: 5, selectionEnd: 5 });
    for (const key of ['Enter', 'Escape']) {
      await editor.evaluate(
        (element, which) =>
          element.dispatchEvent(
            new KeyboardEvent('keydown', { key: which, isComposing: true, bubbles: true }),
          ),
        key,
      );
    }
    expect(await editor.evaluate((element) => element === document.activeElement)).toBe(true);
    await devtools.send('Input.insertText', { text: '测试公司' });
    expect(await editor.inputValue()).toBe('测试公司');
    await app.page.keyboard.press('Enter');
    await app.page.getByRole('gridcell', { name: /^Buyer name: 测试公司/ }).waitFor();
  });

  test('is reached by arrow keys and edited in the same way in the line items', async () => {
    const amount = fieldCell(app, 'Line 1: Amount');
    await amount.click();
    await app.page.keyboard.press('ArrowRight');
    await eventually(() => fieldCell(app, 'Line 1: Tax rate').getAttribute('aria-selected')).toBe('true');
    await app.page.keyboard.press('ArrowLeft');
    await app.page.keyboard.press('F2');
    await app.page.getByRole('textbox', { name: 'Edit Line 1: Amount' }).fill('1');
    await app.page.keyboard.press('Enter');
    await app.page
      .getByRole('button', { name: /^(Error|Warning): / })
      .first()
      .waitFor();
  });
});
