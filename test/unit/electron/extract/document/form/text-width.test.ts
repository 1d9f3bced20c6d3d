import { createCanvas } from '@napi-rs/canvas';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { loadShippedFont, shippedFamily } from '../../../../../../electron/infra/canvas-fonts.ts';
import { widthOf, wrapText } from '../../../../../../electron/extract/document/form/text-width.ts';

const widest = Math.max(...['字', 'W', '1', ' '].map(widthOf));

describe('text rows on a form', () => {
  it('never break a number that fits a row', () => {
    const rows = wrapText('杭州市西湖区云栖小镇听松路18号 0571-85550126', 17);
    expect(rows.length).toBeGreaterThan(1);
    expect(rows.some((row) => row.includes('0571-85550126'))).toBe(true);
  });

  it('have the width of the shipped font, so that a value fits its box', async () => {
    await loadShippedFont();
    const context = createCanvas(10, 10).getContext('2d');
    context.font = `100px "${shippedFamily}"`;
    for (const text of ['91330106MA2H7K3Q54', '1200×600', 'WMW', '(16GB/512GB)', '农村银行 320508', '0.5mm'])
      expect(context.measureText(text).width / 100, text).toBeLessThanOrEqual(widthOf(text));
  });

  it('break Chinese text, and a number longer than a row, at any point', () => {
    expect(wrapText('一二三四五', 2)).toEqual(['一二', '三四', '五']);
    expect(wrapText('0'.repeat(40), 5).length).toBeGreaterThan(2);
    expect(wrapText('', 5)).toEqual(['']);
  });

  it('add up to the text, and none exceeds the width', () => {
    const texts = fc.array(fc.constantFrom('中', '文', ' ', '1', '2', 'A', 'W', '-', '，', '*'));
    fc.assert(
      fc.property(texts, fc.integer({ min: 1, max: 12 }), (characters, ems) => {
        const rows = wrapText(characters.join(''), ems);
        expect(rows.join('')).toBe(characters.join(''));
        for (const row of rows) expect(widthOf(row)).toBeLessThanOrEqual(Math.max(ems, widest));
      }),
    );
  });
});
