import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { DecodedInvoice } from '../../../../shared/services/regions.ts';
import { inSentPixels } from '../../../../shared/services/sent-pixels.ts';

const quad = [
  { x: 10, y: 20 },
  { x: 110, y: 20 },
  { x: 110, y: 60 },
  { x: 10, y: 60 },
] as const;
const decoded = (width: number | null, height: number | null): DecodedInvoice => ({
  engineVersion: null,
  description: null,
  width,
  height,
  regions: [
    {
      id: '1',
      type: 'vat',
      quad,
      blocks: [
        {
          key: 'vat-invoice-total',
          value: '300.00',
          recognized: true,
          quad,
          lines: [
            { text: '300.00', quad, angle: 0, score: 1 },
            { text: 'x', quad: null, angle: null, score: null },
          ],
        },
      ],
    },
  ],
});

test('converts coordinates in another size to sent pixels on every level, and notes the size', () => {
  const { decoded: fitted, responseSize } = inSentPixels(decoded(500, 250), { width: 1000, height: 500 });
  const twice = quad.map(({ x, y }) => ({ x: x * 2, y: y * 2 }));
  expect(responseSize).toEqual({ width: 500, height: 250 });
  expect([fitted.width, fitted.height]).toEqual([1000, 500]);
  expect(fitted.regions[0]?.quad).toEqual(twice);
  expect(fitted.regions[0]?.blocks[0]?.quad).toEqual(twice);
  expect(fitted.regions[0]?.blocks[0]?.lines.map((line) => line.quad)).toEqual([twice, null]);
});

test.each([
  [1000, 500],
  [null, null],
  [0, 500],
  [-5, 500],
  // The wrong proportions: not a scaled version of the picture.
  [500, 1000],
])('leaves a response that states %s × %s unchanged', (width, height) => {
  const told = decoded(width, height);
  expect(inSentPixels(told, { width: 1000, height: 500 })).toEqual({ decoded: told, responseSize: null });
});

test('keeps every place within its picture', () => {
  const side = fc.integer({ min: 200, max: 9000 });
  fc.assert(
    fc.property(side, fc.double({ min: 0.1, max: 9, noNaN: true }), (width, scale) => {
      const sent = { width: Math.round(width * scale) || 1, height: Math.round(width * scale) || 1 };
      const { decoded: fitted } = inSentPixels(decoded(width, width), sent);
      for (const { x, y } of fitted.regions[0]?.quad ?? []) {
        expect(x / sent.width).toBeLessThanOrEqual(110 / width + 0.01);
        expect(y / sent.height).toBeLessThanOrEqual(60 / width + 0.01);
      }
    }),
  );
});
