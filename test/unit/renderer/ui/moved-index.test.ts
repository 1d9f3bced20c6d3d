import fc from 'fast-check';
import { expect, test } from 'vitest';
import { movedIndex } from '../../../../renderer/ui/moved-index.ts';

test.each([
  ['ArrowDown', -1, 0],
  ['ArrowDown', 4, 5],
  ['ArrowDown', 9, 9],
  ['ArrowUp', 0, 0],
  ['PageDown', 2, 6],
  ['PageUp', 2, 0],
  ['Home', 7, 0],
  ['End', 0, 9],
  ['a', 3, null],
  ['Tab', 3, null],
])('%s from %d leads to %s', (key, from, to) => {
  expect(movedIndex(key, from, 10, 4)).toBe(to);
});

test('never leads out of the list', () => {
  const keys = fc.constantFrom('ArrowDown', 'ArrowUp', 'PageDown', 'PageUp', 'Home', 'End');
  fc.assert(
    fc.property(
      keys,
      fc.integer({ min: 1, max: 50 }),
      fc.nat(60),
      fc.integer({ min: 1, max: 20 }),
      (key, count, at, page) => {
        const next = movedIndex(key, Math.min(at, count) - 1, count, page);
        expect(next).toBeGreaterThanOrEqual(0);
        expect(next).toBeLessThan(count);
      },
    ),
  );
  expect(movedIndex('ArrowDown', -1, 0, 4)).toBeNull();
});
