import { expect, it } from 'vitest';
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
  Array.from(word).map((text, index) => glyph(text, x0, 100 + index * 12 + (index === moved ? by : 0)));

const value = Array.from('青禾公司').map((text, index) => glyph(text, 60 + index * 10, 124));

it.each(['购买方信息', '销售方信息', '销货单位', '购买方'])(
  'no character of the upright label %s joins a value, however one of them is moved',
  (word) => {
    for (let moved = 0; moved < word.length; moved += 1)
      for (const by of [-18, -9, 0, 9, 18]) {
        const { stacks, rest } = takeStacks([...upright(word, 20, moved, by), ...value]);
        expect(
          stacks.map(({ area }) => area),
          `${moved} by ${by}`,
        ).toEqual([word.startsWith('购') ? 'buyer' : 'seller']);
        expect(rest).toEqual(value);
      }
  },
);

it('characters of a label in lines of text stay in them', () => {
  const line = Array.from('销售方信息购买方').map((text, index) => glyph(text, 60 + index * 10, 122));
  const lines = ['方息信售销', '的了在是有'].flatMap((text, column) =>
    Array.from(text).map((character, index) => glyph(character, 60 + column * 10, 200 + index * 12)),
  );
  expect(takeStacks([...line, ...lines])).toEqual({ stacks: [], rest: [...line, ...lines] });
});
