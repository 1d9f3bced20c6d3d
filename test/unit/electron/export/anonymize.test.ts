import * as fc from 'fast-check';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { anonymize, cropFaces, type Photo, UnreadablePhoto } from '../../../../electron/export/anonymize.ts';
import { coverRect, pixelRect, type Rgb } from '../../../../electron/export/cover-faces.ts';
import { coveredBox, covers } from '../../../../shared/face/edit.ts';
import type { Face } from '../../../../shared/face/model.ts';
import type { Box } from '../../../../shared/geometry.ts';

const [width, height] = [240, 160];

/** Noise: all pixels differ, so that any remaining one is detected. */
const noise = (seed: number): Buffer => {
  const data = Buffer.alloc(width * height * 3);
  let state = seed;
  for (let at = 0; at < data.length; at += 1) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    data[at] = state >>> 24;
  }
  return data;
};

const face = (box: Box | null, over: Partial<Face> = {}): Face => ({
  index: 1,
  score: 0.9,
  box,
  points: [],
  attributes: null,
  ...over,
});

const photoOf = async (encoding: 'jpg' | 'png', data = noise(7)): Promise<Photo> => {
  const raw = sharp(data, { raw: { width, height, channels: 3 } });
  const bytes = await (encoding === 'png' ? raw.png() : raw.jpeg({ quality: 95 }))
    .withExif({ IFD0: { Make: 'a camera', Artist: '张三' }, IFD3: { GPSLatitude: '31/1 13/1 0/1' } })
    .toBuffer();
  return { bytes, sent: { width, height }, type: encoding === 'png' ? 'image/png' : 'image/jpeg' };
};

const decode = async (bytes: Uint8Array): Promise<Rgb> => {
  const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
};

const shared = (one: Rgb, other: Rgb, box: Box, tolerance: number): number => {
  const rect = pixelRect(box, one)!;
  let [same, all] = [0, 0];
  for (let y = rect.top; y < rect.bottom; y += 1)
    for (let x = rect.left; x < rect.right; x += 1) {
      const at = (y * one.width + x) * 3;
      all += 1;
      if ([0, 1, 2].every((k) => Math.abs(one.data[at + k]! - other.data[at + k]!) <= tolerance)) same += 1;
    }
  return same / all;
};

const box: Box = { x: 60, y: 40, w: 90, h: 80 };

describe.each(covers)('%s', (cover) => {
  test.each(['jpg', 'png'] as const)(
    'leaves no original pixel of a covered face in a %s',
    async (encoding) => {
      const photo = await photoOf(encoding);
      const { bytes: written } = await anonymize(photo, [face(box)], cover);
      const [before, after] = [await decode(photo.bytes), await decode(written)];
      // By chance, one noise pixel in thousands is close to an average.
      expect(shared(before, after, box, 2)).toBeLessThan(0.002);
      expect(
        shared(before, after, { x: 0, y: 0, w: 30, h: 160 }, encoding === 'png' ? 0 : 40),
      ).toBeGreaterThan(0.95);
      expect([after.width, after.height]).toEqual([width, height]);
      const metadata = await sharp(written).metadata();
      expect(metadata).not.toHaveProperty('exif');
      expect(written.includes('camera')).toBe(false);
    },
  );

  test('depends only on a few averages of the covered pixels', async () => {
    const one: Rgb = { data: noise(3), width, height };
    const rect = pixelRect(box, one)!;
    const [left, right] = [rect.left, rect.right];
    const other: Rgb = { data: Buffer.from(one.data), width, height };
    // Swapping two neighbours within their square gives another face with the same averages.
    for (let y = rect.top; y < rect.bottom; y += 1)
      for (let x = left; x + 1 < right; x += 18)
        for (let k = 0; k < 3; k += 1) {
          const [a, b] = [(y * width + x) * 3 + k, (y * width + x + 1) * 3 + k];
          [other.data[a], other.data[b]] = [one.data[b]!, one.data[a]!];
        }
    coverRect(one, rect, cover);
    coverRect(other, rect, cover);
    expect(one.data.equals(other.data)).toBe(true);
    const colours = new Set<string>();
    for (let y = rect.top; y < rect.bottom; y += 1)
      for (let x = left; x < right; x += 1) {
        const at = (y * width + x) * 3;
        colours.add(one.data.subarray(at, at + 3).toString('hex'));
      }
    if (cover !== 'blur') expect(colours.size).toBeLessThanOrEqual(25);
  });

  test('covers any box, even one over the edge, and changes nothing outside', () => {
    fc.assert(
      fc.property(
        fc.record({
          x: fc.integer({ min: -50, max: 250 }),
          y: fc.integer({ min: -50, max: 170 }),
          w: fc.integer({ min: 1, max: 120 }),
          h: fc.integer({ min: 1, max: 120 }),
        }),
        (any) => {
          const picture: Rgb = { data: noise(5), width, height };
          const rect = pixelRect(any, picture);
          if (!rect) return;
          coverRect(picture, rect, cover);
          const before = noise(5);
          let changed = 0;
          for (let y = 0; y < height; y += 1)
            for (let x = 0; x < width; x += 1) {
              const isIn = x >= rect.left && x < rect.right && y >= rect.top && y < rect.bottom;
              const at = (y * width + x) * 3;
              if (!isIn && picture.data.compare(before, at, at + 3, at, at + 3) !== 0) changed += 1;
            }
          expect(changed).toBe(0);
        },
      ),
      { numRuns: 20 },
    );
  });
});

test('locates faces in a photo larger than the sent one', async () => {
  const photo = { ...(await photoOf('png')), sent: { width: width / 2, height: height / 2 } };
  const { bytes: written } = await anonymize(photo, [face({ x: 30, y: 20, w: 45, h: 40 })], 'cover');
  const after = await decode(written);
  expect([...after.data.subarray((80 * width + 100) * 3, (80 * width + 100) * 3 + 3)]).toEqual([64, 64, 64]);
  expect(shared(await decode(photo.bytes), after, box, 2)).toBeLessThan(0.002);
});

test('covers a face without a box by its points, and leaves one with neither', () => {
  const points = [
    { x: 50, y: 60 },
    { x: 70, y: 65 },
  ];
  const covered = coveredBox(face(null, { points }), { width, height })!;
  expect(covered.x).toBeLessThan(45);
  expect(covered.x + covered.w).toBeGreaterThan(75);
  expect(coveredBox(face(null), { width, height })).toBeNull();
});

test('ignores a box without area or outside the photo in favour of the points', () => {
  const points = [
    { x: 50, y: 60 },
    { x: 70, y: 65 },
  ];
  const byPoints = coveredBox(face(null, { points }), { width, height });
  for (const none of [
    { x: 55, y: 60, w: 0, h: 0 },
    { x: 55, y: 60, w: -20, h: 30 },
    { x: 900, y: 60, w: 20, h: 30 },
    { x: width + 1, y: 60, w: 20, h: 30 },
  ]) {
    expect(coveredBox(face(none, { points }), { width, height })).toEqual(byPoints);
    expect(coveredBox(face(none), { width, height })).toBeNull();
  }
});

test('counts faces without a position', async () => {
  const faces = [face(box), face(null), face({ x: 5, y: 5, w: 0, h: 0 }), face({ x: -90, y: 5, w: 9, h: 9 })];
  expect(await anonymize(await photoOf('jpg'), faces, 'cover')).toMatchObject({ uncovered: 3 });
});

test('covers a face of one or two pixels, even in a noisy jpg', async () => {
  for (let seed = 1; seed <= 16; seed += 1)
    for (const side of [1, 2]) {
      const tiny = face({ x: 37 + seed * 5, y: 21 + seed * 3, w: side, h: side });
      const { bytes, uncovered } = await anonymize(await photoOf('jpg', noise(seed)), [tiny], 'cover');
      expect({ uncovered, isPicture: bytes.length > 0 }).toEqual({ uncovered: 0, isPicture: true });
    }
});

test('crops a face with its margin within the photo, and without metadata', async () => {
  const crops = [];
  const faces = [face({ x: 100, y: 60, w: 40, h: 20 }), face({ x: 0, y: 0, w: 10, h: 10 }), face(null)];
  for await (const { bytes } of cropFaces(await photoOf('jpg'), faces, 0.5)) {
    const { width: w, height: h, exif } = await sharp(bytes).metadata();
    crops.push({ w, h, exif });
  }
  expect(crops).toEqual([
    { w: 80, h: 40, exif: undefined },
    { w: 15, h: 15, exif: undefined },
  ]);
});

test('rejects bytes that are not a picture', async () => {
  const photo: Photo = { bytes: Buffer.from('no picture'), sent: { width, height }, type: 'image/png' };
  await expect(anonymize(photo, [face(box)], 'cover')).rejects.toThrow(UnreadablePhoto);
});
