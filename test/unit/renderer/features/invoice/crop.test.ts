import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cropOf, linesIn } from '../../../../../renderer/features/invoice/crop.ts';
import { toStage, type Quad } from '../../../../../shared/geometry.ts';
import { boxQuad } from './quads.ts';

const turnedAbout = (quad: Quad, angle: number): Quad => {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const turned = quad.map(({ x, y }) => ({ x: cos * x - sin * y, y: sin * x + cos * y }));
  return [turned[0]!, turned[1]!, turned[2]!, turned[3]!];
};

const height = (lines: number) => cropOf(boxQuad(0, 0, 200, 20 * lines), lines)?.height ?? 0;

describe('the crop of a value', () => {
  test('has the shape of its quad with a margin, at the height of a readable line', () => {
    const crop = cropOf(boxQuad(100, 50, 200, 20), 1);
    expect(crop?.height).toBe(24);
    expect(crop?.width).toBe(195);
  });

  test('shows each of several lines a little smaller, up to a maximum height', () => {
    expect(height(3)).toBeGreaterThan(height(1));
    expect(height(3)).toBeLessThan(3 * height(1));
    expect(height(40)).toBeLessThanOrEqual(80);
    expect(cropOf(boxQuad(0, 0, 9000, 20), 1)?.width).toBeLessThanOrEqual(640);
  });

  test('is upright for any position of the paper, and maps corners to corners', () => {
    fc.assert(
      fc.property(
        fc.double({ min: -Math.PI, max: Math.PI, noNaN: true }),
        fc.double({ min: 5, max: 500, noNaN: true }),
        fc.double({ min: 5, max: 100, noNaN: true }),
        (angle, w, h) => {
          const quad = turnedAbout(boxQuad(40, 30, w, h), angle);
          const crop = cropOf(quad, 1);
          if (!crop) throw new Error('no crop');
          const [tl, tr, br, bl] = quad.map((corner) => toStage(crop.transform, corner));
          expect(tl!.x).toBeCloseTo(bl!.x, 3);
          expect(tl!.y).toBeCloseTo(tr!.y, 3);
          expect(tr!.x).toBeGreaterThan(tl!.x);
          expect(br!.y).toBeGreaterThan(tr!.y);
          expect(tl!.x + tr!.x).toBeCloseTo(crop.width, -1);
          expect(tl!.y + bl!.y).toBeCloseTo(crop.height, -1);
        },
      ),
    );
  });

  test('is null for a quad without an area', () => {
    expect(cropOf(boxQuad(10, 10, 0, 0), 1)).toBeNull();
    expect(cropOf(boxQuad(10, 10, 50, 0), 1)).toBeNull();
    expect(cropOf(boxQuad(Number.NaN, 10, 50, 10), 1)).toBeNull();
  });
});

test('counts the lines of a text', () => {
  expect([linesIn(''), linesIn('a'), linesIn('a\nb')]).toEqual([1, 1, 2]);
});
