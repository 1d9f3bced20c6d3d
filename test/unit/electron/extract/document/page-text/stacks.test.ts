import { expect, test } from 'vitest';
import type { PageGlyph } from '../../../../../../electron/extract/document/page-text/glyphs.ts';
import { takeStacks } from '../../../../../../electron/extract/document/page-text/stacks.ts';

const glyph = (text: string, x0: number, y: number): PageGlyph => ({
  text,
  x0,
  x1: x0 + 10,
  y,
  size: 10,
  blanks: 0,
  ends: false,
  isForm: false,
  run: 0,
});

/** A label from top to bottom, with one of its characters moved. */
const upright = (word: string, x0: number, moved = -1, by = 0): readonly PageGlyph[] =>
  Array.from(word).map((text, index) => glyph(text, x0, 100 + index * 11 + (index === moved ? by : 0)));

const value = Array.from('青禾公司').map((text, index) => glyph(text, 60 + index * 10, 122));

test.each(['购买方信息', '销售方信息', '销货单位', '购买方'])(
  'no character of the upright label %s joins a value, however one of them is moved',
  (word) => {
    for (let moved = 0; moved < word.length; moved += 1)
      for (const by of [-14, -7, 0, 7, 14, 21]) {
        const { stacks, rest } = takeStacks([...upright(word, 20, moved, by), ...value]);
        expect(
          stacks.map(({ area }) => area),
          `${moved} by ${by}`,
        ).toEqual([word.startsWith('购') ? 'buyer' : 'seller']);
        expect(rest).toEqual(value);
      }
  },
);

test('characters of a label in a line of text stay in it', () => {
  const line = Array.from('销售方信息购买方').map((text, index) => glyph(text, 60 + index * 10, 122));
  expect(takeStacks(line)).toEqual({ stacks: [], rest: line });
});
