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
  ['another label', wordsOf(['购买方名称：启明纸业', 0], ['（小写）：', 0.6]), '启明纸业'],
])('a value goes on, or ends, with %s', (_, words, expected) => {
  expect(textBehind(words, /(?:购买方名称|自):/u)).toBe(expected);
});
