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
