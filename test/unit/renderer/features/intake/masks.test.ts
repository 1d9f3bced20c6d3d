import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  firstCorners,
  steppedCorner,
  withCorner,
} from '../../../../../renderer/features/intake/corner-layer.tsx';
import { homographyBetween, project, rectangle } from '../../../../../shared/homography.ts';
import { cornersSchema, turns, type Corners } from '../../../../../shared/page-geometry.ts';
import { maskFrame, movedMask, newMask, spannedMask } from '../../../../../renderer/features/intake/masks.ts';

const anywhere = fc.double({ min: -2, max: 3, noNaN: true });

describe('a mask', () => {
  test('spans two corners in any order, and never leaves the picture', () => {
    expect(spannedMask({ x: 0.5, y: 0.75 }, { x: 0.25, y: 0.5 })).toEqual({
      x: 0.25,
      y: 0.5,
      w: 0.25,
      h: 0.25,
    });
    fc.assert(
      fc.property(anywhere, anywhere, anywhere, anywhere, (x, y, u, v) => {
        const mask = spannedMask({ x, y }, { x: u, y: v });
        if (!mask) return;
        expect(mask.x).toBeGreaterThanOrEqual(0);
        expect(mask.x + mask.w).toBeLessThanOrEqual(1 + 1e-12);
        expect(mask.y + mask.h).toBeLessThanOrEqual(1 + 1e-12);
      }),
    );
  });

  test('is not created by a click', () => {
    expect(spannedMask({ x: 0.5, y: 0.5 }, { x: 0.501, y: 0.501 })).toBeNull();
  });

  test('moves with the arrow keys, and grows with Shift, within the picture', () => {
    expect(movedMask(newMask, 'ArrowLeft', false)).toMatchObject({ x: 0.39, w: 0.2 });
    expect(movedMask(newMask, 'ArrowRight', true)?.w).toBeCloseTo(0.21);
    expect(movedMask(newMask, 'Enter', false)).toBeNull();
    let mask = newMask;
    for (let press = 0; press < 200; press += 1) mask = movedMask(mask, 'ArrowDown', press % 2 === 0) ?? mask;
    expect(mask.y + mask.h).toBeLessThanOrEqual(1 + 1e-9);
  });
});

describe('on a straightened page', () => {
  const corners: Corners = [
    { x: 0.2, y: 0.1 },
    { x: 0.9, y: 0.2 },
    { x: 0.8, y: 0.9 },
    { x: 0.1, y: 0.8 },
  ];
  const share = fc.double({ min: 0, max: 1, noNaN: true });

  test('a drawn mask covers at least what it was drawn over', () => {
    const toPage = homographyBetween(rectangle(1, 1), corners);
    if (!toPage) throw new Error('No sheet');
    fc.assert(
      fc.property(share, share, share, share, share, share, (x, y, right, bottom, u, v) => {
        const [w, h] = [(1 - x) * right, (1 - y) * bottom];
        const drawn = { x, y, w, h };
        const covered = maskFrame({ turn: 0, corners }).toPage(drawn);
        const point = project(toPage, { x: x + w * u, y: y + h * v });
        expect(point.x).toBeGreaterThanOrEqual(covered.x - 1e-9);
        expect(point.x).toBeLessThanOrEqual(covered.x + covered.w + 1e-9);
        expect(point.y).toBeGreaterThanOrEqual(covered.y - 1e-9);
        expect(point.y).toBeLessThanOrEqual(covered.y + covered.h + 1e-9);
      }),
    );
  });

  test.each(turns)('a mask of the page is shown within the picture, turned by %i°', (turn) => {
    const shown = maskFrame({ turn, corners }).toShown({ x: 0.4, y: 0.4, w: 0.1, h: 0.1 });
    expect(shown.w * shown.h).toBeGreaterThan(0.005);
    expect(Math.min(shown.x, shown.y, 1 - shown.x - shown.w, 1 - shown.y - shown.h)).toBeGreaterThan(0.2);
  });
});

describe('the corners of the part that is kept', () => {
  test('move with the arrow keys, faster with Shift, and with the pointer', () => {
    expect(steppedCorner(firstCorners, 0, 'ArrowRight', false)?.[0].x).toBeCloseTo(0.042);
    expect(steppedCorner(firstCorners, 2, 'ArrowUp', true)?.[2].y).toBeCloseTo(0.94);
    expect(steppedCorner(firstCorners, 0, 'Enter', false)).toBeNull();
    expect(withCorner(firstCorners, 1, { x: 7, y: -1 })[1]).toEqual({ x: 1, y: 0 });
  });

  test('stay those of a sheet, wherever one of them is dragged', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(3), anywhere, anywhere), { maxLength: 8 }), (drags) => {
        const moved = drags.reduce<Corners>(
          (kept, [at, x, y]) => withCorner(kept, at, { x, y }),
          firstCorners,
        );
        expect(cornersSchema.safeParse(moved).success).toBe(true);
      }),
    );
    // Across the opposite corner there is no sheet.
    expect(withCorner(firstCorners, 0, { x: 0.99, y: 0.99 })).toBe(firstCorners);
  });
});
