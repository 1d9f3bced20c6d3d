import { expect, test } from 'vitest';
import type { PageGlyph } from '../../../../../../electron/extract/document/page-text/glyphs.ts';
import type { ReadPage } from '../../../../../../electron/extract/document/page-text/page.ts';
import { behind, type Word } from '../../../../../../electron/extract/document/page-text/receipt-words.ts';
import { pieceOf, rowOf } from '../../../../../../electron/extract/document/page-text/rows.ts';

const size = 10;

/** Words of one row with these gaps before them, in type sizes. */
const wordsOf = (...parts: readonly (readonly [text: string, gap: number])[]): readonly Word[] => {
  let x = 0;
  const groups = parts.map(([text, gap]) => {
    x += gap * size;
    return Array.from(text, (character) => {
      const place = { x0: x, x1: x + size, y: 0, size };
      const glyph: PageGlyph = { text: character, ...place, blanks: 0, ends: false, isForm: false, run: 0 };
      x += size;
      return glyph;
    });
  });
  const row = rowOf(groups.flat());
  return groups.map((glyphs) => Object.assign(pieceOf(glyphs), { row }));
};

const page = {} as ReadPage;
const textBehind = (words: readonly Word[], label: RegExp) => behind(words, label, page)?.text;

test.each([
  [
    'brackets that stand apart',
    wordsOf(['购买方名称：启明纸业', 0], ['（苏州）', 0.6], ['有限公司', 0.6]),
    '启明纸业（苏州）有限公司',
  ],
  ['a value after its label', wordsOf(['购买方名称：', 0], ['远山', 1], ['（虚构）', 0.6]), '远山（虚构）'],
  ['the letters of an airport', wordsOf(['自：', 0], ['广州', 1], ['CAN', 0.6]), '广州 CAN'],
  ['another word', wordsOf(['购买方名称：启明纸业', 0], ['有限公司', 0.6]), '启明纸业'],
  ['brackets far away', wordsOf(['购买方名称：启明纸业', 0], ['（苏州）', 3]), '启明纸业'],
  [
    'a bracket that is open',
    wordsOf(['购买方名称：启明纸业（苏', 0], ['州）', 0.6], ['公司', 0.6]),
    '启明纸业（苏州）公司',
  ],
  [
    'a word behind a whole name',
    wordsOf(['购买方名称：启明纸业（个体工商户）', 0], ['国内', 0.6]),
    '启明纸业（个体工商户）',
  ],
  [
    'a remark behind a number',
    wordsOf(['发票号码：25119110010000000017', 0], ['（电子）', 0.6]),
    '25119110010000000017',
  ],
  ['a remark behind a date', wordsOf(['填开日期：2026年05月16日', 0], ['（补）', 0.6]), '2026年05月16日'],
  ['another label', wordsOf(['购买方名称：启明纸业', 0], ['（小写）：', 0.6]), '启明纸业'],
])('a value goes on, or ends, with %s', (_, words, expected) => {
  expect(textBehind(words, /(?:购买方名称|自|发票号码|填开日期):/u)).toBe(expected);
});
