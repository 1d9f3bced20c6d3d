import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  keepPlace,
  keptPlace,
  openingPlace,
  type Rectangle,
} from '../../../../../electron/hosts/desktop/window-place.ts';
import { memoryStore } from '../../credentials/memory-store.ts';

const main = { x: 0, y: 0, width: 1920, height: 1040 };
const right = { x: 1920, y: -200, width: 2560, height: 1400 };

const isWithin = (inner: Rectangle, outer: Rectangle): boolean =>
  inner.x >= outer.x &&
  inner.y >= outer.y &&
  inner.x + inner.width <= outer.x + outer.width &&
  inner.y + inner.height <= outer.y + outer.height;

describe('the position of the window', () => {
  test('is at first its default size, or the part of it that fits on the screen', () => {
    expect(openingPlace(null, [main])).toEqual({ width: 1440, height: 900, maximized: false });
    expect(openingPlace(null, [{ x: 0, y: 0, width: 1366, height: 728 }])).toEqual({
      width: 1366,
      height: 728,
      maximized: false,
    });
  });

  test('is its last one, also on a second screen', () => {
    const bounds = { x: 2000, y: -100, width: 1200, height: 800 };
    expect(openingPlace({ bounds, maximized: true }, [main, right])).toEqual({ ...bounds, maximized: true });
  });

  test('is on the main screen if its last screen is missing', () => {
    const bounds = { x: 2000, y: -100, width: 2300, height: 1300 };
    expect(openingPlace({ bounds, maximized: false }, [main])).toEqual({
      width: 1920,
      height: 1040,
      maximized: false,
    });
  });

  test('moves back if only a corner of it is on the screen', () => {
    const bounds = { x: 1700, y: 900, width: 1200, height: 800 };
    expect(openingPlace({ bounds, maximized: false }, [main])).toMatchObject({ x: 720, y: 240 });
  });

  test('is completely on a screen for every last position', () => {
    const number = fc.integer({ min: -5000, max: 5000 });
    const size = fc.integer({ min: 1, max: 6000 });
    const screen = fc.record({
      x: number,
      y: number,
      width: fc.integer({ min: 640, max: 4000 }),
      height: fc.integer({ min: 480, max: 3000 }),
    });
    fc.assert(
      fc.property(
        fc.record({ x: number, y: number, width: size, height: size }),
        fc.array(screen, { minLength: 1, maxLength: 3 }),
        (bounds, screens) => {
          const { x, y, width, height } = openingPlace({ bounds, maximized: false }, screens);
          if (x === undefined || y === undefined) {
            expect(screens.some((area) => width <= area.width && height <= area.height)).toBe(true);
          } else {
            expect(screens.some((area) => isWithin({ x, y, width, height }, area))).toBe(true);
          }
        },
      ),
    );
  });
});

test('restores a saved position, and ignores an invalid one', () => {
  const { store } = memoryStore();
  expect(keptPlace(store)).toBeNull();
  const place = { bounds: { x: -10, y: 20, width: 1000, height: 700 }, maximized: true };
  keepPlace(store, place);
  expect(keptPlace(store)).toEqual(place);
  for (const damaged of [
    null,
    'x',
    {},
    { bounds: { x: 0 } },
    { ...place, bounds: { ...place.bounds, width: -1 } },
  ]) {
    store.set('window', damaged);
    expect(keptPlace(store)).toBeNull();
  }
});
