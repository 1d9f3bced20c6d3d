import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { project } from '../../../../../shared/homography.ts';
import { paperCorners, paperFrame } from '../../../../../electron/extract/local/engine/paper.ts';
import type { RgbPixels } from '../../../../../electron/formats/pictures/rgb-picture.ts';
import type { Quad } from '../../../../../shared/geometry.ts';

const [width, height] = [800, 600];

const sideOf = (a: { x: number; y: number }, b: { x: number; y: number }, x: number, y: number): number =>
  (b.x - a.x) * (y - a.y) - (b.y - a.y) * (x - a.x);

/** A sheet on a dark table. */
const photo = (corners: Quad): RgbPixels => {
  const data = new Uint8Array(width * height * 3);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const inside = corners.every(
        (corner, index) => sideOf(corner, corners[(index + 1) % 4] ?? corner, x + 0.5, y + 0.5) >= 0,
      );
      data.fill(inside ? 225 : 70, (y * width + x) * 3, (y * width + x) * 3 + 3);
    }
  return { data, width, height };
};

const moves = fc.array(fc.integer({ min: -40, max: 40 }), { minLength: 8, maxLength: 8 });
const cornersOf = (moved: readonly number[]): Quad => {
  const at = (x: number, y: number, index: number) => ({
    x: x + (moved[2 * index] ?? 0),
    y: y + (moved[2 * index + 1] ?? 0),
  });
  return [at(120, 100, 0), at(680, 100, 1), at(680, 500, 2), at(120, 500, 3)];
};

const even = (value: number): RgbPixels => ({
  data: new Uint8Array(width * height * 3).fill(value),
  width,
  height,
});

describe('the border of a sheet', () => {
  test('is found within a few pixels, and its frame leads back to its corners', () => {
    fc.assert(
      fc.property(moves, (moved) => {
        const corners = cornersOf(moved);
        const raster = photo(corners);
        const found = paperCorners(raster);
        expect(found).not.toBeNull();
        for (const [index, { x, y }] of (found ?? []).entries())
          expect(Math.hypot(x - (corners[index]?.x ?? 0), y - (corners[index]?.y ?? 0))).toBeLessThan(8);
        const frame = paperFrame(raster);
        if (!frame || !found) return;
        const corner = project(frame.toPicture, { x: frame.width, y: frame.height });
        expect(Math.hypot(corner.x - found[2].x, corner.y - found[2].y)).toBeLessThan(0.01);
      }),
      { numRuns: 15 },
    );
  });

  test('is not looked for where paper fills the picture, or where nothing is bright', () => {
    expect(paperCorners(even(240))).toBeNull();
    expect(paperCorners(even(20))).toBeNull();
  });

  test('is not the frame of a form on a scanned sheet', () => {
    const [tl, tr, br, bl]: Quad = [
      { x: 60, y: 120 },
      { x: 750, y: 110 },
      { x: 755, y: 500 },
      { x: 50, y: 480 },
    ];
    const { data } = even(250);
    const border = (a: { x: number; y: number }, b: { x: number; y: number }): void => {
      for (let step = 0; step <= 2000; step += 1)
        for (let thick = -3; thick <= 3; thick += 1) {
          const [x, y] = [a.x + ((b.x - a.x) * step) / 2000, a.y + ((b.y - a.y) * step) / 2000];
          for (const [px, py] of [
            [x, y + thick],
            [x + thick, y],
          ] as const)
            data.fill(
              40,
              (Math.round(py) * width + Math.round(px)) * 3,
              (Math.round(py) * width + Math.round(px)) * 3 + 3,
            );
        }
    };
    border(tl, tr);
    border(tr, br);
    border(br, bl);
    border(bl, tl);
    expect(paperFrame({ data, width, height })).toBeNull();
  });

  test('needs four corners: a bright disc has none', () => {
    const data = new Uint8Array(width * height * 3);
    for (let y = 0; y < height; y += 1)
      for (let x = 0; x < width; x += 1)
        if (Math.hypot(x - 400, y - 300) < 240) data.fill(230, (y * width + x) * 3, (y * width + x) * 3 + 3);
    expect(paperFrame({ data, width, height })).toBeNull();
  });
});
