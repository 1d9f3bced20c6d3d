import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { hiddenGlyphs } from '../../../../../../electron/extract/document/page-text/glyph-visibility.ts';
import type { PaintedGlyph } from '../../../../../../electron/extract/document/page-text/painted.ts';

const glyphAt = (text: string, x: number, y: number): PaintedGlyph => ({
  text,
  order: 0,
  x,
  y,
  along: [5, 0],
  up: [0, 10],
  style: {
    mode: 0,
    alpha: 1,
    colour: [0, 0, 0],
    clip: null,
    isLeftOut: false,
    isAnnotation: false,
    size: 10,
    isVertical: false,
  },
});

it('hides characters that stand on each other, however long the column between them', async () => {
  const column = Array.from({ length: 900 }, (_, at) => glyphAt('7', 50.01, 20 + at * 10));
  const [one, other] = [glyphAt('1', 50, 5), glyphAt('9', 50.02, 5)];
  const paints = { glyphs: [one, ...column, other], paints: [], pictures: [], isWhole: true };
  const hidden = await hiddenGlyphs(paints, [0, 0, 100, 9100], () => Promise.resolve(new Map()));
  expect([...hidden].filter(([, by]) => by !== null)).toEqual([
    [one, 'paint'],
    [other, 'paint'],
  ]);
});

it.each([
  ['leaves two texts that meet at one character legible', 1, 0.12, []],
  ['hides a text that stands on another', 3, 0.12, ['265', '377']],
  ['hides a character that stands exactly on another', 1, 0.01, ['5', '3']],
])('%s', async (_, shared, apart, expected) => {
  const [first, second] = ['0.265', '377.36'];
  const one = Array.from(first, (text, at) => glyphAt(text, 10 + 5 * at, 5));
  const start = 10 + 5 * (first.length - shared) + apart * 10;
  const other = Array.from(second, (text, at) => glyphAt(text, start + 5 * at, 5));
  const paints = { glyphs: [...one, ...other], paints: [], pictures: [], isWhole: true };
  const hidden = await hiddenGlyphs(paints, [0, 0, 100, 100], () => Promise.resolve(new Map()));
  const textOf = (glyphs: readonly PaintedGlyph[]) =>
    glyphs.flatMap((glyph) => (hidden.get(glyph) ? [glyph.text] : [])).join('');
  expect([textOf(one), textOf(other)].filter((text) => text !== '')).toEqual(expected);
});

const sized = (glyph: PaintedGlyph, size: number): PaintedGlyph => ({
  ...glyph,
  style: { ...glyph.style, size },
});

/** How many characters other text hides. */
const hiddenAmong = async (glyphs: readonly PaintedGlyph[]) => {
  const paints = { glyphs, paints: [], pictures: [], isWhole: true };
  const view = [-1e3, -1e3, 1e3, 1e3] as const;
  const hidden = await hiddenGlyphs(paints, view, () => Promise.resolve(new Map()));
  return glyphs.filter((glyph) => hidden.get(glyph) === 'paint').length;
};

it('finds characters on each other at any place and of any size, and ends with any numbers', async () => {
  const place = fc.double({ min: -1e3, max: 1e3, noNaN: true });
  const within = fc.double({ min: -0.019, max: 0.019, noNaN: true });
  await fc.assert(
    fc.asyncProperty(
      place,
      place,
      within,
      within,
      fc.double({ min: 21, max: 200, noNaN: true }),
      fc.double({ min: 0.68, max: 1.48, noNaN: true }),
      async (x, y, right, up, size, ratio) => {
        const least = Math.min(size, size * ratio);
        const other = glyphAt('3', x + right * least, y + up * least);
        expect(await hiddenAmong([sized(glyphAt('5', x, y), size), sized(other, size * ratio)])).toBe(2);
      },
    ),
  );
  const extremes = [1e20, -1e300, Infinity, NaN].flatMap((value) => [
    glyphAt('5', value, 5),
    glyphAt('3', 5, value),
    sized(glyphAt('7', 5, 5), value),
  ]);
  await hiddenAmong([...extremes, ...extremes]);
});
