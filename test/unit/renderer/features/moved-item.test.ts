import fc from 'fast-check';
import { expect, test } from 'vitest';
import { withMoved } from '../../../../renderer/features/moved-item.ts';

test('a list is unchanged after moving an item there and back, or out of range', () => {
  fc.assert(
    fc.property(fc.array(fc.string()), fc.nat(40), fc.integer({ min: -3, max: 40 }), (items, from, to) => {
      const moved = withMoved(items, from, to);
      if (from >= items.length || to < 0 || to >= items.length) expect(moved).toBe(items);
      else {
        expect(moved[to]).toBe(items[from]);
        expect(withMoved(moved, to, from)).toEqual(items);
      }
    }),
  );
});
