import * as fc from 'fast-check';
import { attributesOf } from '../../../../shared/face/attributes.ts';
import type { Face } from '../../../../shared/face/model.ts';

const pixel = fc.integer({ min: 0, max: 9999 });
const number = fc.oneof(fc.constant(NaN), fc.integer({ min: -1, max: 9 }));

export const boxes = fc.record({
  x: pixel,
  y: pixel,
  w: fc.integer({ min: 1, max: 999 }),
  h: fc.integer({ min: 1, max: 999 }),
});

const faceBut = fc.record({
  score: fc.option(fc.double({ min: 0, max: 1, noNaN: true })),
  box: fc.option(boxes),
  points: fc.array(fc.record({ x: pixel, y: pixel }), { maxLength: 5 }),
  attributes: fc.option(
    fc
      .tuple(number, number, number, number, number, number)
      .map(([gender, expression, glasses, mask, beard, hair]) =>
        attributesOf((name) => ({ gender, expression, glasses, mask, beard, hair })[name]),
      ),
  ),
});

/** Faces with ordinals from 1 with gaps, occasionally beyond 32 bits, as a service may return them. */
export const faceLists = fc
  .array(fc.tuple(faceBut, fc.oneof(fc.integer({ min: 1, max: 3 }), fc.constant(2 ** 33))), {
    maxLength: 12,
  })
  .map((rows) => {
    let index = 0;
    return rows.map(([face, step]): Face => {
      index += step;
      return { ...face, index };
    });
  });
