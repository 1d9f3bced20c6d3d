import { expect, it } from 'vitest';
import type { PageGlyph } from '../../../../../../electron/extract/document/page-text/glyphs.ts';
import { solidText } from '../../../../../../electron/extract/document/page-text/rows.ts';

/** Characters of 10 points; a number is a gap in points, and a blank is one that is printed before the next character. */
const set = (...parts: readonly (string | number)[]): readonly PageGlyph[] => {
  const glyphs: PageGlyph[] = [];
  let [x, blanks] = [0, 0];
  for (const part of parts) {
    if (typeof part === 'number') x += part;
    else
      for (const text of part) {
        if (text === ' ') {
          blanks += 1;
          continue;
        }
        glyphs.push({
          text,
          x0: x,
          x1: x + 10,
          y: 0,
          size: 10,
          blanks,
          ends: false,
          isForm: false,
          run: 0,
        });
        x += 10;
        blanks = 0;
      }
  }
  return glyphs;
};

it.each([
  [
    'a blank printed as a gap',
    set('代开企业名称：示例人', 2.6, '代开机关：税务局'),
    '代开企业名称：示例人 代开机关：税务局',
  ],
  ['two of them', set('甲乙丙丁', 3, '戊己庚', 3, '辛壬'), '甲乙丙丁 戊己庚 辛壬'],
  ['no gap', set('代开企业名称示例人'), '代开企业名称示例人'],
  [
    'spaced type',
    set('开', 4, '票', 4, '日', 4, '期', 4, '为', 4, '五', 4, '月', 4, '日'),
    '开票日期为五月日',
  ],
  ['a short text', set('合', 4, '计'), '合计'],
  ['a number that is set loosely', set('合同编号为2024', 3, '0517已签'), '合同编号为20240517已签'],
  ['blanks that are printed', set('代开企业名称', 5, '  代开机关'), '代开企业名称  代开机关'],
])('keeps the blanks of a line of words: %s', (_, glyphs, text) => {
  expect(solidText(glyphs)).toBe(text);
});
