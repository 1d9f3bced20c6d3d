import { describe, expect, test } from 'vitest';
import type { RgbPixels } from '../../../../../electron/formats/pictures/rgb-picture.ts';
import { fadeSeals } from '../../../../../electron/extract/local/engine/seal-ink.ts';

const [width, height] = [800, 600];
type Colour = readonly [number, number, number];
const [black, brown, red]: readonly Colour[] = [
  [25, 25, 30],
  [140, 74, 31],
  [215, 85, 88],
];

/** White paper with colours where functions say so; the last one that does wins. */
const drawn = (
  ...inks: readonly (readonly [Colour | undefined, (x: number, y: number) => boolean])[]
): RgbPixels => {
  const data = new Uint8Array(width * height * 3).fill(252);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1)
      for (const [colour, isInked] of inks)
        if (colour && isInked(x, y)) data.set(colour, (y * width + x) * 3);
  return { data, width, height };
};
const at = ({ data }: RgbPixels, x: number, y: number): readonly number[] => [
  ...data.subarray((y * width + x) * 3, (y * width + x) * 3 + 3),
];

const ring = (x: number, y: number): boolean => Math.abs(Math.hypot(x - 500, y - 400) - 70) < 4;
const text = (x: number, y: number): boolean => x > 380 && x < 470 && y > 380 && y < 384;
const rule = (_: number, y: number): boolean => y >= 300 && y < 303;
const number = (x: number, y: number): boolean => x > 600 && x < 760 && y > 50 && y < 66 && x % 8 < 4;

describe('the ink of seals', () => {
  test('is removed, and print under and beside it stays', () => {
    const picture = drawn([brown, rule], [red, ring], [black, text]);
    fadeSeals(picture);
    expect(Math.min(...at(picture, 500, 330))).toBeGreaterThan(235);
    expect(at(picture, 432, 382)).toEqual(black);
    expect(at(picture, 100, 301)).toEqual(brown);
  });

  test('stays where red print is no seal', () => {
    const picture = drawn([red, number]);
    const before = picture.data.slice();
    fadeSeals(picture);
    expect(picture.data).toEqual(before);
  });

  test('is taken off a dim photograph, too', () => {
    const picture = drawn([red, ring]);
    const dim: RgbPixels = { ...picture, data: picture.data.map((value) => Math.round(value * 0.6)) };
    fadeSeals(dim);
    expect(Math.min(...at(dim, 500, 330))).toBeGreaterThan(140);
  });
});
