import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { chain, homographyBetween, inverse, project, rectangle } from '../../../shared/homography.ts';
import { levelFrame, reverseFrame, turnFrame } from '../../../electron/extract/local/engine/upright.ts';
import type { Quad } from '../../../shared/geometry.ts';

const near = (one: { x: number; y: number }, other: { x: number; y: number }): number =>
  Math.hypot(one.x - other.x, one.y - other.y);

/** A sheet as a camera sees it: its corners are moved by up to a fifth of the picture. */
const sheets = fc
  .tuple(
    fc.integer({ min: 300, max: 4000 }),
    fc.integer({ min: 300, max: 4000 }),
    fc.array(fc.double({ min: -0.2, max: 0.2, noNaN: true }), { minLength: 8, maxLength: 8 }),
  )
  .map(([width, height, moves]) => ({
    width,
    height,
    corners: rectangle(width, height).map(({ x, y }, index) => ({
      x: x + (moves[2 * index] ?? 0) * width,
      y: y + (moves[2 * index + 1] ?? 0) * height,
    })) as unknown as Quad,
  }));
const shares = fc.double({ min: 0, max: 1, noNaN: true });

describe('a homography', () => {
  test('leads from a photographed sheet to the sheet and back within a hundredth of a pixel', () => {
    fc.assert(
      fc.property(sheets, shares, shares, ({ width, height, corners }, u, v) => {
        const toPicture = homographyBetween(rectangle(width, height), corners);
        expect(toPicture).not.toBeNull();
        if (!toPicture) return;
        for (const [index, corner] of rectangle(width, height).entries())
          expect(near(project(toPicture, corner), corners[index] ?? { x: 0, y: 0 })).toBeLessThan(0.01);
        const point = { x: u * width, y: v * height };
        expect(near(project(inverse(toPicture), project(toPicture, point)), point)).toBeLessThan(0.01);
      }),
    );
  });

  test('applies its parts in order', () => {
    fc.assert(
      fc.property(sheets, sheets, shares, shares, (one, other, u, v) => {
        const first = homographyBetween(rectangle(one.width, one.height), one.corners);
        const second = homographyBetween(rectangle(other.width, other.height), other.corners);
        if (!first || !second) return;
        const point = { x: u, y: v };
        const direct = project(second, project(first, point));
        const chained = project(chain(first, second), point);
        expect(near(direct, chained)).toBeLessThan(1e-6 * (1 + Math.hypot(direct.x, direct.y)));
      }),
    );
  });

  test('does not exist if three corners are on one line', () => {
    const flat: Quad = [
      { x: 0, y: 0 },
      { x: 5, y: 0 },
      { x: 10, y: 0 },
      { x: 3, y: 9 },
    ];
    expect(homographyBetween(flat, rectangle(10, 10))).toBeNull();
  });
});

describe('the frames of a picture', () => {
  const picture = { width: 900, height: 500, toPicture: [1, 0, 0, 0, 1, 0, 0, 0, 1] };

  test('lead back after a quarter turn and half a turn', () => {
    const turned = turnFrame(picture);
    expect([turned.width, turned.height]).toEqual([500, 900]);
    // The picture's bottom left corner is the top left one after a quarter turn clockwise.
    expect(project(turned.toPicture, { x: 0, y: 0 })).toEqual({ x: 0, y: 500 });
    expect(project(turned.toPicture, { x: 500, y: 0 })).toEqual({ x: 0, y: 0 });
    expect(project(reverseFrame(picture).toPicture, { x: 0, y: 0 })).toEqual({ x: 900, y: 500 });
  });

  test('make tilted text level, and contain the whole picture', () => {
    fc.assert(
      fc.property(fc.double({ min: -0.7, max: 0.7, noNaN: true }), (angle) => {
        const frame = levelFrame(picture, angle);
        const [a, b] = [
          project(frame.toPicture, { x: 10, y: 20 }),
          project(frame.toPicture, { x: 110, y: 20 }),
        ];
        expect(Math.atan2(b.y - a.y, b.x - a.x)).toBeCloseTo(angle, 9);
        const back = inverse(frame.toPicture);
        for (const corner of rectangle(900, 500)) {
          const { x, y } = project(back, corner);
          expect(Math.min(x, y)).toBeGreaterThan(-1.01);
          expect(x).toBeLessThan(frame.width + 1.01);
          expect(y).toBeLessThan(frame.height + 1.01);
        }
      }),
    );
  });
});
