import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { textBoxes, type TextMap } from '../../../../../electron/extract/local/engine/text-boxes.ts';

/** A map with probability 0.9 wherever a function says so. */
const mapOf = (width: number, height: number, isText: (x: number, y: number) => boolean): TextMap => {
  const data = new Float32Array(width * height);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) if (isText(x + 0.5, y + 0.5)) data[y * width + x] = 0.9;
  return { data, width, height };
};

const bar =
  (x: number, y: number, length: number, thick: number, angle: number) => (px: number, py: number) => {
    const [u, v] = [
      (px - x) * Math.cos(angle) + (py - y) * Math.sin(angle),
      (py - y) * Math.cos(angle) - (px - x) * Math.sin(angle),
    ];
    return Math.abs(u) <= length / 2 && Math.abs(v) <= thick / 2;
  };

describe('boxes around text', () => {
  test('follow a line at any angle, and grow by the distance that the network takes off', () => {
    fc.assert(
      fc.property(
        fc.double({ min: -0.7, max: 0.7, noNaN: true }),
        fc.integer({ min: 60, max: 160 }),
        fc.integer({ min: 8, max: 20 }),
        (angle, length, thick) => {
          const [box, ...others] = textBoxes(mapOf(240, 240, bar(120, 120, length, thick, angle)), 10);
          expect(others).toEqual([]);
          if (!box) throw new Error('no box');
          const grown = (length * thick * 1.5) / (length + thick);
          expect(Math.abs(box.x - 120)).toBeLessThan(1.5);
          expect(Math.abs(box.y - 120)).toBeLessThan(1.5);
          expect(Math.abs(box.width - length - grown)).toBeLessThan(4);
          expect(Math.abs(box.height - thick - grown)).toBeLessThan(4);
          expect(Math.abs(Math.atan2(box.uy, box.ux) - angle)).toBeLessThan(0.05);
        },
      ),
      { numRuns: 40 },
    );
  });

  test('are one for each line, from the top, and none for specks or weak regions', () => {
    const lines = [bar(100, 30, 120, 10, 0), bar(100, 60, 80, 10, 0), bar(100, 90, 100, 10, 0)];
    const map = mapOf(200, 120, (x, y) => lines.some((line) => line(x, y)) || (x < 2 && y < 2));
    expect(textBoxes(map, 10).map(({ y }) => Math.round(y))).toEqual([30, 60, 90]);
    expect(textBoxes(map, 2)).toHaveLength(2);
    expect(textBoxes({ ...map, data: map.data.map((value) => value * 0.6) }, 10)).toEqual([]);
  });

  test('cut a value printed lower than its label off, without overlap', () => {
    const map = mapOf(300, 80, (x, y) => bar(80, 30, 120, 8, 0)(x, y) || bar(200, 37, 122, 8, 0)(x, y));
    const boxes = textBoxes(map, 10).toSorted((one, other) => one.x - other.x);
    expect(boxes).toHaveLength(2);
    const [label, value] = boxes;
    expect(Math.round((value?.y ?? 0) - (label?.y ?? 0))).toBeGreaterThanOrEqual(4);
    const gap = (value?.x ?? 0) - (value?.width ?? 0) / 2 - (label?.x ?? 0) - (label?.width ?? 0) / 2;
    expect(Math.abs(gap)).toBeLessThan(3);
  });
});
