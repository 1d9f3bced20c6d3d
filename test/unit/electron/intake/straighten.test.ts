import sharp from 'sharp';
import { expect, test } from 'vitest';
import { makePicture } from '../../../../electron/intake/make-picture.ts';
import type { PagePixels } from '../../../../electron/formats/pictures/page-pixels.ts';
import { homographyBetween, project, rectangle } from '../../../../shared/homography.ts';
import type { Corners } from '../../../../shared/page-geometry.ts';

const [width, height] = [600, 400];
const corners: Corners = [
  { x: 0.2, y: 0.1 },
  { x: 0.9, y: 0.25 },
  { x: 0.8, y: 0.9 },
  { x: 0.1, y: 0.8 },
];
/** The quarters of the sheet: top left, top right, bottom left, bottom right. */
const quarters = [
  [200, 40, 40],
  [40, 200, 40],
  [40, 40, 200],
  [200, 200, 40],
] as const;

/** A black table with a sheet on it as a camera sees it, in four colours. */
const photograph = (channels: 3 | 4): PagePixels => {
  const [tl, tr, br, bl] = corners.map(({ x, y }) => ({ x: x * width, y: y * height }));
  if (!tl || !tr || !br || !bl) throw new Error('Four corners');
  const toSheet = homographyBetween([tl, tr, br, bl], rectangle(1, 1));
  if (!toSheet) throw new Error('No sheet');
  const data = Buffer.alloc(width * height * channels);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const { x: u, y: v } = project(toSheet, { x: x + 0.5, y: y + 0.5 });
      if (u < 0 || v < 0 || u > 1 || v > 1) continue;
      const colour = quarters[(u < 0.5 ? 0 : 1) + (v < 0.5 ? 0 : 2)] ?? [];
      for (const [channel, value] of colour.entries()) data[(y * width + x) * channels + channel] = value;
    }
  return { data, width, height, channels };
};

const source = (pixels: PagePixels) => ({
  originalSha256: 'a'.repeat(64),
  originalBytes: 1,
  pageCount: 1,
  format: 'png',
  pixels,
  page: { width, height, unit: 'px' } as const,
  // The page was scaled down to half of its size when it was decoded.
  full: { width: 2 * width, height: 2 * height },
  lossy: false,
  changes: [],
});

/** The colour at a place of a picture, in fractions of its sides. */
const colourAt = async (bytes: Buffer, x: number, y: number): Promise<readonly number[]> => {
  const { data, info } = await sharp(bytes).toColourspace('srgb').raw().toBuffer({ resolveWithObject: true });
  const at = (Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * info.channels;
  return [...data.subarray(at, at + 3)];
};

const expectColour = (found: readonly number[], wanted: readonly number[] = []): void => {
  for (const [channel, value] of found.entries())
    expect(Math.abs(value - (wanted[channel] ?? Number.NaN))).toBeLessThan(12);
};

test.each([3, 4] as const)('a sheet seen askew fills the picture (%i channels)', async (channels) => {
  const made = await makePicture(source(photograph(channels)), { turn: 0, masks: [], corners });
  const { sent, preparation, bytes } = made;
  // The longer ones of the opposite sides.
  expect(sent).toMatchObject({
    width: Math.round(Math.hypot(420, 60)),
    height: Math.round(Math.hypot(60, 280)),
  });
  for (const [at, [x, y]] of (
    [
      [0.02, 0.02],
      [0.98, 0.02],
      [0.02, 0.98],
      [0.98, 0.98],
    ] as const
  ).entries())
    expectColour(await colourAt(bytes, x, y), quarters[at]);
  expectColour(await colourAt(bytes, 0.45, 0.45), quarters[0]);
  expectColour(await colourAt(bytes, 0.55, 0.55), quarters[3]);
  expect(preparation.treatment.corners).toEqual(corners);
  // Compared with the whole part at full size.
  expect(preparation.changes.map(({ id }) => id)).toEqual(['straightened', 'scaled', 'small', 'encoded']);
});

test('what is covered stays covered, and the result is turned last', async () => {
  const masks = [{ x: 0, y: 0, w: 0.55, h: 0.45 }];
  const { sent, bytes } = await makePicture(source(photograph(3)), { turn: 90, masks, corners });
  expect(sent.width).toBeLessThan(sent.height);
  // The covered top left is now at the top right.
  expectColour(await colourAt(bytes, 0.9, 0.1), [0, 0, 0]);
  expectColour(await colourAt(bytes, 0.1, 0.1), quarters[2]);
});
