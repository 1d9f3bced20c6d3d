import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { firstCorners, steppedCorner, withCorner } from '../../../../../renderer/features/intake/corners.ts';
import { homographyBetween, project, rectangle } from '../../../../../shared/homography.ts';
import {
  cornersSchema,
  isSheet,
  turns,
  type Corners,
  type Mask,
} from '../../../../../shared/page-geometry.ts';
import {
  movedMask,
  newMask,
  shownMasks,
  spannedMask,
  withMask,
} from '../../../../../renderer/features/intake/masks.ts';

const anywhere = fc.double({ min: -2, max: 3, noNaN: true });

/** Whether a mask covers a point, give or take `slack` (fractions of the page). */
const covers = ({ x, y, w, h }: Mask, at: { x: number; y: number }, slack: number): boolean =>
  at.x >= x - slack && at.x <= x + w + slack && at.y >= y - slack && at.y <= y + h + slack;

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
        const [covered] = withMask([], { turn: 0, corners }, null, drawn);
        if (!covered) throw new Error('No mask');
        const point = project(toPage, { x: x + w * u, y: y + h * v });
        expect(point.x).toBeGreaterThanOrEqual(covered.x - 1e-9);
        expect(point.x).toBeLessThanOrEqual(covered.x + covered.w + 1e-9);
        expect(point.y).toBeGreaterThanOrEqual(covered.y - 1e-9);
        expect(point.y).toBeLessThanOrEqual(covered.y + covered.h + 1e-9);
      }),
    );
  });

  test.each(turns)('a mask of the page is shown within the picture, turned by %i°', (turn) => {
    const [first] = shownMasks([{ x: 0.4, y: 0.4, w: 0.1, h: 0.1 }], { turn, corners });
    if (!first) throw new Error('No mask');
    const { mask: shown } = first;
    expect(shown.w * shown.h).toBeGreaterThan(0.005);
    expect(Math.min(shown.x, shown.y, 1 - shown.x - shown.w, 1 - shown.y - shown.h)).toBeGreaterThan(0.2);
  });

  test('a mask outside of the kept part is not offered, and stays when others change', () => {
    const frame = { turn: 0, corners } as const;
    const outside: Mask = { x: 0.01, y: 0.01, w: 0.05, h: 0.05 };
    const inside: Mask = { x: 0.4, y: 0.4, w: 0.1, h: 0.1 };
    // The second one only touches a corner of the part.
    const masks = [outside, { x: 0.1, y: 0, w: 0.1, h: 0.1 }, inside];
    const shown = shownMasks(masks, frame);
    expect(shown.map(({ at }) => at)).toEqual([2]);
    const moved = movedMask(shown[0]?.mask ?? newMask, 'ArrowLeft', false);
    const changed = withMask(masks, frame, 2, moved);
    expect(changed.slice(0, 2)).toEqual(masks.slice(0, 2));
    expect(changed[2]?.x).toBeLessThan(inside.x);
    expect(withMask(masks, frame, 2, null)).toEqual(masks.slice(0, 2));
    expect(withMask(masks, frame, null, newMask).slice(0, 3)).toEqual(masks);
  });

  test('a mask that the edge cuts keeps what lies outside when it is moved', () => {
    const upright: Corners = [
      { x: 0.2, y: 0.2 },
      { x: 0.8, y: 0.2 },
      { x: 0.8, y: 0.8 },
      { x: 0.2, y: 0.8 },
    ];
    const frame = { turn: 90, corners: upright } as const;
    const cut: Mask = { x: 0.05, y: 0.4, w: 0.3, h: 0.1 };
    const [shown] = shownMasks([cut], frame);
    const moved = movedMask(shown?.mask ?? newMask, 'ArrowRight', false);
    const [after] = withMask([cut], frame, 0, moved);
    expect(after?.x).toBeCloseTo(0.05);
    expect(after?.w).toBeCloseTo(0.3);
    // To the right on the turned picture is up on the page. What lay outside is still covered.
    expect(after?.y).toBeCloseTo(0.394);
    expect((after?.y ?? 0) + (after?.h ?? 0)).toBeCloseTo(0.5);
  });

  test('no key uncovers what a mask covers outside of the shown part, whatever the corners', () => {
    const cornerAt = (x: number, y: number) =>
      fc.record({ x: share, y: share }).map((by) => ({ x: (x + by.x) / 2, y: (y + by.y) / 2 }));
    const sheets = fc
      .tuple(cornerAt(0, 0), cornerAt(1, 0), cornerAt(1, 1), cornerAt(0, 1))
      .filter((sheet) => isSheet(sheet));
    const pageMasks = fc
      .record({ x: share, y: share, w: share, h: share })
      .map(({ x, y, w, h }): Mask => ({ x, y, w: (1 - x) * w, h: (1 - y) * h }));
    const keys = fc.array(
      fc.tuple(fc.constantFrom('ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'), fc.boolean()),
      {
        maxLength: 6,
      },
    );
    fc.assert(
      fc.property(
        sheets,
        pageMasks,
        keys,
        share,
        share,
        fc.constantFrom(...turns),
        (sheet, mask, presses, u, v, turn) => {
          const frame = { turn, corners: sheet };
          const [before] = shownMasks([mask], frame);
          const probe = { x: mask.x + mask.w * u, y: mask.y + mask.h * v };
          const straight = homographyBetween(sheet, rectangle(1, 1));
          if (!straight) throw new Error('No sheet');
          const isInside = sheet.every((from, at) => {
            const to = sheet[(at + 1) % 4] ?? from;
            return (to.x - from.x) * (probe.y - from.y) - (to.y - from.y) * (probe.x - from.x) > 1e-4;
          });
          // What a mask covers of the part, it covers on the shown picture.
          if (isInside && before && turn === 0)
            expect(covers(before.mask, project(straight, probe), 1e-6)).toBe(true);
          if (isInside && mask.w > 0.01 && mask.h > 0.01) expect(before).toBeDefined();
          if (!before) return;
          const { w, h } = before.mask;
          expect(w > 0 && h > 0).toBe(true);
          // What would be lost if the shown mask alone were kept.
          const [alone] = withMask([], frame, null, before.mask);
          if (!alone || covers(alone, probe, 1e-6)) return;
          const after = presses.reduce<readonly Mask[]>(
            (masks, [key, resize]) => {
              const [now] = shownMasks(masks, frame);
              return now ? withMask(masks, frame, 0, movedMask(now.mask, key, resize)) : masks;
            },
            [mask],
          );
          expect(after[0] && covers(after[0], probe, 1e-5)).toBe(true);
        },
      ),
    );
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
