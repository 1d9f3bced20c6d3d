import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { movedMask, newMask, spannedMask } from '../../../../../renderer/features/intake/masks.ts';

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
