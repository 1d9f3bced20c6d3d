import { expect, test } from 'vitest';
import { createPyramid } from '../../../../../electron/extract/local/engine/raster.ts';
import { readLine } from '../../../../../electron/extract/local/engine/read-line.ts';
import type { Models } from '../../../../../electron/extract/local/engine/models.ts';
import { scaling } from '../../../../../shared/homography.ts';
import type { Quad } from '../../../../../shared/geometry.ts';

/** A black square on white paper, in pixels: from 30 to 50 both ways. */
const square = (): { data: Uint8Array; width: number; height: number } => {
  const [width, height] = [100, 80];
  const data = new Uint8Array(width * height * 3).fill(255);
  for (let y = 30; y < 50; y += 1) data.fill(0, (y * width + 30) * 3, (y * width + 50) * 3);
  return { data, width, height };
};

const box = (x: number, y: number, w: number, h: number): Quad => [
  { x, y },
  { x: x + w, y },
  { x: x + w, y: y + h },
  { x, y: y + h },
];

/** A recognizer that knows a character only if it fills at least this share of its line. */
const reading = (least: number) => {
  const seen: number[] = [];
  const models: Models = {
    detect: () => Promise.reject(new Error('no detection')),
    isUpsideDown: async () => Promise.resolve(0),
    keys: ['把'],
    recognize: async (planes, width) => {
      // The line may be padded to the right.
      const ink = planes.subarray(0, 48 * width).filter((value) => value < -0.5).length / (48 * 48);
      seen.push(ink);
      const isKnown = ink >= least;
      const steps = width / 8;
      const data = new Float32Array(steps * 2);
      for (let step = 0; step < steps; step += 1) data[2 * step + (isKnown && step === 2 ? 1 : 0)] = 0.99;
      return Promise.resolve({ data, steps, classes: 2 });
    },
  };
  return { models, seen };
};
const pyramid = createPyramid(square());

test('a character that does not fill its box is read in the inner part of it', async () => {
  const { models, seen } = reading(0.4);
  const line = await readLine(models, pyramid, box(24, 24, 32, 32), scaling(1));
  expect(seen).toHaveLength(2);
  expect(line?.glyphs.map(({ alternatives }) => alternatives[0]?.text)).toEqual(['把']);
  expect(line?.quad).toEqual(box(24, 24, 32, 32));
  // The second reading sees three quarters of the box: its place is one of the whole box.
  const [at = 0] = line?.glyphs.map((glyph) => glyph.at) ?? [];
  const [direct = 0] =
    (await readLine(reading(0).models, pyramid, box(28, 28, 24, 24), scaling(1)))?.glyphs.map(
      (glyph) => glyph.at,
    ) ?? [];
  expect(at).toBeCloseTo(0.125 + 0.75 * direct);
});

test('a box that is read is not read twice, and an empty one has no line', async () => {
  const filled = reading(0.3);
  expect(await readLine(filled.models, pyramid, box(24, 24, 32, 32), scaling(1))).not.toBeNull();
  expect(filled.seen).toHaveLength(1);
  const empty = reading(0.3);
  expect(await readLine(empty.models, pyramid, box(60, 20, 32, 32), scaling(1))).toBeNull();
});
