import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { boundsOf, compose, invert, mapQuad, type Quad } from '../../../shared/geometry.ts';
import {
  addTurns,
  cornersSchema,
  placeOnSent,
  straightenedSize,
  turnCorners,
  type Corners,
  oppositeTurn,
  sentToPage,
  turnMask,
  turnTransform,
  turnedSize,
  turns,
} from '../../../shared/page-geometry.ts';

const side = fc.integer({ min: 10, max: 20_000 });
const turn = fc.constantFrom(...turns);
const share = fc.double({ min: 0, max: 1, noNaN: true });

const at = (quad: Quad) => quad.flatMap(({ x, y }) => [x, y]);

describe('a position on the sent picture', () => {
  test.each([
    // A point of the rotated and halved picture, and its position on a page of 400 × 300.
    [0, [200, 150], [10, 20], [20, 40]],
    [90, [150, 200], [150, 0], [0, 0]],
    [180, [200, 150], [0, 0], [400, 300]],
    [270, [150, 200], [0, 200], [0, 0]],
  ] as const)('is mapped back to a page rotated by %i°', (by, [width, height], [x, y], expected) => {
    const map = sentToPage({ width, height }, { width: 400, height: 300 }, by);
    const [point] = mapQuad(map, [
      { x, y },
      { x, y },
      { x, y },
      { x, y },
    ]);
    expect([point.x, point.y]).toEqual(expected);
  });

  test('is restored by the inverse map for any rotation and scale', () => {
    fc.assert(
      fc.property(
        side,
        side,
        turn,
        side,
        fc.array(share, { minLength: 8, maxLength: 8 }),
        (w, h, by, sent, at8) => {
          const page = { width: w, height: h };
          const turned = turnedSize(page, by);
          const made = {
            width: sent,
            height: Math.max(1, Math.round((sent * turned.height) / turned.width)),
          };
          const quad = [0, 2, 4, 6].map((index) => ({
            x: (at8[index] ?? 0) * w,
            y: (at8[index + 1] ?? 0) * h,
          })) as unknown as Quad;
          const forth = compose(turnTransform(page, by), {
            a: made.width / turned.width,
            b: 0,
            c: 0,
            d: made.height / turned.height,
            e: 0,
            f: 0,
          });
          const back = sentToPage(made, page, by);
          const returned = at(mapQuad(back, mapQuad(forth, quad)));
          for (const [index, value] of at(quad).entries())
            expect(Math.abs((returned[index] ?? Number.NaN) - value)).toBeLessThan(1e-6 * Math.max(w, h));
          expect(invert(back).a).toBeCloseTo(forth.a, 9);
        },
      ),
    );
  });
});

describe('rotations and masks', () => {
  test('a rotation and its inverse change nothing', () => {
    fc.assert(
      fc.property(turn, share, share, share, share, (by, x, y, w, h) => {
        const mask = { x: x * (1 - w), y: y * (1 - h), w, h };
        const returned = turnMask(turnMask(mask, by), oppositeTurn(by));
        for (const key of ['x', 'y', 'w', 'h'] as const) expect(returned[key]).toBeCloseTo(mask[key], 12);
        expect(addTurns(by, oppositeTurn(by))).toBe(0);
      }),
    );
  });

  test('a clockwise rotation moves the upper left to the upper right', () => {
    expect(turnMask({ x: 0, y: 0, w: 0.5, h: 0.25 }, 90)).toEqual({ x: 0.75, y: 0, w: 0.25, h: 0.5 });
  });
});

describe('the corners of a sheet', () => {
  const corners: Corners = [
    { x: 0.2, y: 0.1 },
    { x: 0.9, y: 0.2 },
    { x: 0.8, y: 0.9 },
    { x: 0.1, y: 0.8 },
  ];

  test('are those of a sheet that can be read', () => {
    const [tl, tr, br, bl] = corners;
    expect(cornersSchema.safeParse(corners).success).toBe(true);
    for (const wrong of [
      // Crossed, mirrored, three on a line, all at one place, outside, and not four.
      [tl, br, tr, bl],
      [tr, tl, bl, br],
      [tl, tr, { x: 0.55, y: 0.15 }, bl],
      [tl, tl, tl, tl],
      [tl, tr, { x: 1.2, y: 0.9 }, bl],
      [tl, tr, { x: Number.NaN, y: 0.9 }, bl],
      [tl, tr, br],
    ])
      expect(cornersSchema.safeParse(wrong).success).toBe(false);
  });

  test('begin at the top left after every rotation, and return by its inverse', () => {
    for (const by of turns) {
      const shown = turnCorners(corners, by);
      expect(cornersSchema.safeParse(shown).success).toBe(true);
      const [first] = shown;
      expect(shown.every(({ x, y }) => x + y >= first.x + first.y - 1e-9)).toBe(true);
      for (const [index, { x, y }] of turnCorners(shown, oppositeTurn(by)).entries()) {
        expect(x).toBeCloseTo(corners[index]?.x ?? Number.NaN, 12);
        expect(y).toBeCloseTo(corners[index]?.y ?? Number.NaN, 12);
      }
    }
  });

  test('become those of the picture, whatever its rotation, and places outside are not shown', () => {
    const page = { width: 1000, height: 800 };
    const sheet = corners.map(({ x, y }) => ({ x: x * 1000, y: y * 800 })) as unknown as Quad;
    for (const by of turns) {
      const made = turnedSize(straightenedSize(page, corners), by);
      const sent = { width: made.width / 2, height: made.height / 2 };
      const placeOf = placeOnSent(page, sent, { turn: by, corners });
      const shown = placeOf(
        sheet.map(({ x, y }) => ({ x: x * 0.999 + 0.5, y: y * 0.999 + 0.4 })) as unknown as Quad,
      );
      const { x, y, w, h } = boundsOf(shown ?? []);
      expect([x, y, w, h].map((value) => Math.round(value / 5))).toEqual(
        [0, 0, sent.width, sent.height].map((value) => Math.round(value / 5)),
      );
      expect(
        placeOf([
          { x: 0, y: 0 },
          { x: 9, y: 0 },
          { x: 9, y: 9 },
          { x: 0, y: 9 },
        ]),
      ).toBeNull();
    }
  });
});
