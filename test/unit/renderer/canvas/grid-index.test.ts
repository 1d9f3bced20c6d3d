import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createGridIndex } from '../../../../renderer/canvas/grid-index.ts';

const coordinate = fc.double({ min: -2000, max: 12_000, noNaN: true });
const length = fc.double({ min: 0, max: 3000, noNaN: true });
const boxes = fc.record({ x: coordinate, y: coordinate, w: length, h: length });

test('finds the same items as a linear search, each once and in order', () => {
  fc.assert(
    fc.property(
      fc.array(boxes, { maxLength: 200 }),
      fc.array(boxes, { maxLength: 5 }),
      (items, questions) => {
        const bounds = Float32Array.from(items.flatMap(({ x, y, w, h }) => [x, y, x + w, y + h]));
        const index = createGridIndex(bounds);
        for (const box of questions) {
          const expected = items.flatMap((_, i) => {
            const [l = 0, t = 0, r = 0, b = 0] = bounds.subarray(i * 4, i * 4 + 4);
            return l <= box.x + box.w && r >= box.x && t <= box.y + box.h && b >= box.y ? [i] : [];
          });
          expect([...index.within(box)]).toEqual(expected);
        }
      },
    ),
  );
});

test('never finds an item without bounds', () => {
  const bounds = Float32Array.of(NaN, NaN, NaN, NaN, 0, 0, 10, 10, Infinity, Infinity, -Infinity, -Infinity);
  const index = createGridIndex(bounds);
  expect([...index.within({ x: -1e6, y: -1e6, w: 2e6, h: 2e6 })]).toEqual([1]);
});

test('returns nothing from an empty index', () => {
  expect([...createGridIndex(new Float32Array()).within({ x: 0, y: 0, w: 1, h: 1 })]).toEqual([]);
});

test('stays fast with one item over everything and a crowd in one place', () => {
  const count = 10_000;
  const bounds = new Float32Array(count * 4);
  for (let i = 0; i < count; i += 1) bounds.set([5, 5, 6, 6], i * 4);
  bounds.set([0, 0, 4000, 3000], 0);
  const index = createGridIndex(bounds);
  expect(index.within({ x: 2000, y: 2000, w: 1, h: 1 })).toHaveLength(1);
  expect(index.within({ x: 5, y: 5, w: 1, h: 1 })).toHaveLength(count);
});
