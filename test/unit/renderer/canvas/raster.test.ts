import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  discOf,
  fillRect,
  frameRect,
  packColor,
  stampDisc,
  type Raster,
} from '../../../../renderer/canvas/raster.ts';

const blank = (width: number, height: number): Raster => ({
  width,
  height,
  pixels: new Uint32Array(width * height),
});
const red = packColor([255, 0, 0, 255]);
const set = ({ pixels }: Raster): number => pixels.filter((pixel) => pixel !== 0).length;
/** Length of an interval's overlap with 0 to `most`. */
const covered = (from: number, to: number, most: number): number =>
  Math.max(0, Math.min(most, to) - Math.max(0, from));
const place = fc.integer({ min: -40, max: 60 });

test('packs a colour in the byte order of image data', () => {
  expect([...new Uint8Array(Uint32Array.of(packColor([1, 2, 3, 4])).buffer)]).toEqual([1, 2, 3, 4]);
});

describe('rectangles', () => {
  test('fill exactly the covered part of the raster', () => {
    fc.assert(
      fc.property(place, place, place, place, (left, top, right, bottom) => {
        const raster = blank(20, 16);
        fillRect(raster, left, top, right, bottom, red);
        expect(set(raster)).toBe(covered(left, right, 20) * covered(top, bottom, 16));
      }),
    );
  });

  test('have frames on their edges, and stay empty inside', () => {
    const raster = blank(20, 20);
    frameRect(raster, 4, 5, 14, 15, 1, red);
    const at = (x: number, y: number): number => raster.pixels[y * 20 + x] ?? 0;
    expect([at(4, 5), at(9, 5), at(4, 10), at(14, 15)]).toEqual([red, red, red, red]);
    expect(at(9, 10)).toBe(0);
    expect(set(raster)).toBe(40);
  });
});

describe('discs', () => {
  test('cover approximately their area around their centre', () => {
    for (const radius of [1, 2, 3.5, 5]) {
      const disc = discOf(radius);
      const area = disc.cover.reduce((sum, cover) => sum + cover, 0) / 255;
      expect(area / (Math.PI * radius ** 2)).toBeGreaterThan(0.8);
      expect(area / (Math.PI * radius ** 2)).toBeLessThan(1.2);
      expect(disc.cover[(disc.cover.length - 1) / 2]).toBe(255);
    }
  });

  test('are clipped at the edges and never wrap around', () => {
    fc.assert(
      fc.property(place, place, (x, y) => {
        const raster = blank(20, 16);
        stampDisc(raster, discOf(3), x, y, red);
        for (const [i, pixel] of raster.pixels.entries())
          if (pixel !== 0)
            expect(Math.hypot((i % 20) + 0.5 - x, Math.floor(i / 20) + 0.5 - y)).toBeLessThan(5);
      }),
    );
  });

  test('keep the higher coverage where they overlap', () => {
    const raster = blank(9, 9);
    stampDisc(raster, discOf(2), 4.5, 4.5, red);
    stampDisc(raster, discOf(4), 4.5, 4.5, packColor([255, 255, 255, 100]));
    expect(raster.pixels[4 * 9 + 4]).toBe(red);
    expect(raster.pixels[4 * 9 + 1]).not.toBe(0);
  });
});
