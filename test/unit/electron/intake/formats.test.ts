import { createCanvas } from '@napi-rs/canvas';
import sharp, { type Sharp } from 'sharp';
import { afterAll, describe, expect, test } from 'vitest';
import { tiffChain } from '../../../helpers/hostile.ts';
import { testIntake } from '../../../helpers/intake.ts';
import { png } from '../../../helpers/pictures.ts';

const { prepared, refusedFor, pathOf, intake, close } = testIntake();
afterAll(close);

/** Red on the left, green on the right, and the lower half transparent. */
const colours = (width = 60, height = 40) => {
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  context.fillStyle = '#c00000';
  context.fillRect(0, 0, width / 2, height / 2);
  context.fillStyle = '#00a000';
  context.fillRect(width / 2, 0, width / 2, height / 2);
  return sharp(canvas.toBuffer('image/png'));
};

/** The colours at the centres of the four quarters of the sent picture. */
const quarters = async (bytes: Buffer) => {
  const { data, info } = await sharp(bytes)
    .toColourspace('srgb')
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number) => {
    const start = (Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * 3;
    return [...data.subarray(start, start + 3)];
  };
  return [at(0.25, 0.25), at(0.75, 0.25), at(0.25, 0.75), at(0.75, 0.75)];
};

const near = (seen: readonly number[][], wanted: readonly (readonly number[])[], by: number) => {
  for (const [index, colour] of wanted.entries())
    for (const [channel, value] of colour.entries())
      expect(
        Math.abs((seen[index]?.[channel] ?? 999) - value),
        `${index}: ${seen[index]?.join()}`,
      ).toBeLessThanOrEqual(by);
};
const red = [0xc0, 0, 0];
const green = [0, 0xa0, 0];
const white = [255, 255, 255];

describe("converts formats that the services can't read", () => {
  test.each([
    ['gif', (picture: Sharp) => picture.gif()],
    ['webp', (picture: Sharp) => picture.webp({ lossless: true })],
    ['tiff', (picture: Sharp) => picture.tiff({ compression: 'lzw' })],
    ['avif', (picture: Sharp) => picture.avif({ lossless: true })],
  ] as const)('%s, with transparency on white', async (format, encode) => {
    const { sent, bytes, preparation, pageCount } = await prepared(await encode(colours()).toBuffer());
    expect([sent.width, sent.height, pageCount]).toEqual([60, 40, 1]);
    expect(['png', 'jpg']).toContain(sent.encoding);
    near(await quarters(bytes), [red, green, white, white], 12);
    expect(preparation.format).toBe(format);
    expect(preparation.changes).toMatchObject([{ id: 'encoded', from: format, to: sent.encoding }]);
  });

  test.each([
    [
      'CMYK',
      (picture: Sharp) =>
        picture.flatten({ background: 'white' }).toColourspace('cmyk').jpeg({ quality: 100 }),
      'cmyk',
      60,
    ],
    ['16 bits per channel', (picture: Sharp) => picture.toColourspace('rgb16').png(), 'rgb16', 12],
    ['a palette', (picture: Sharp) => picture.png({ palette: true }), 'srgb', 12],
    ['interlaced', (picture: Sharp) => picture.png({ progressive: true }), 'srgb', 12],
  ] as const)('%s keeps its colours when converted', async (_, encode, space, by) => {
    const file = await encode(colours()).toBuffer();
    expect((await sharp(file).metadata()).space).toBe(space);
    const { bytes, preparation } = await prepared(file, { treatment: { turn: 180, masks: [] } });
    near(await quarters(bytes), [white, white, green, red], by);
    expect(preparation.changes).toMatchObject([{ id: 'turned', degrees: 180 }, { id: 'encoded' }]);
  });

  test('grey stays grey, with one channel', async () => {
    const tiff = await colours().flatten({ background: 'white' }).greyscale().tiff().toBuffer();
    const { bytes } = await prepared(tiff);
    expect((await sharp(bytes).metadata()).channels).toBe(1);
  });

  test('only the first frame of an animation is used', async () => {
    const frames = Buffer.concat([Buffer.alloc(30 * 20 * 3, 0xff), Buffer.alloc(30 * 20 * 3, 0)]);
    const gif = await sharp(frames, { raw: { width: 30, height: 40, channels: 3, pageHeight: 20 } })
      .gif()
      .toBuffer();
    const { sent, bytes } = await prepared(gif);
    expect([sent.width, sent.height]).toEqual([30, 20]);
    near(await quarters(bytes), [white, white, white, white], 2);
  });
});

describe('keeps the proportions of a fax', () => {
  /** Pixels per millimetre, as a fax writes them in its coarse mode. */
  const [wide, high] = [204 / 25.4, 98 / 25.4];

  test.each([
    ['upright', wide, high, 1, [60, 83]],
    ['on its side', high, wide, 1, [125, 40]],
    // The resolution belongs to the stored rows, which the orientation turns.
    ['turned', wide, high, 6, [83, 60]],
    ['with square pixels', wide, wide, 1, [60, 40]],
    ['with an absurd resolution', 1000, 1, 1, [60, 40]],
  ] as const)('%s', async (_, xres, yres, orientation, size) => {
    const fax = await colours().tiff({ xres, yres }).withMetadata({ orientation }).toBuffer();
    const { sent } = await prepared(fax);
    expect([sent.width, sent.height]).toEqual(size);
  });
});

describe('splits a TIFF into pages', () => {
  test('without thumbnails and masks', async () => {
    const path = await pathOf(tiffChain([1, 2, -1]));
    expect(await intake.pagesOf(path, null)).toEqual({ ok: true, value: 3 });
    const thumbnails = await pathOf(tiffChain([1, 2, -1], [[254, 1]]));
    expect(await intake.pagesOf(thumbnails, null)).toEqual({ ok: true, value: 1 });
    const third = await prepared(tiffChain([1, 2, -1]), { page: 3 });
    expect(third).toMatchObject({ pageCount: 3, sent: { width: 1, height: 1 } });
    expect(await refusedFor(tiffChain([1, 2, -1]), { page: 4 })).toMatchObject({ reason: 'missing' });
  });

  test.each([
    ['itself', [0]],
    ['its first directory', [1, 2, 0]],
  ])('and reports a TIFF whose directory links back to %s as damaged', async (_, links) => {
    const path = await pathOf(tiffChain(links));
    expect(await intake.pagesOf(path, null)).toMatchObject({ ok: false, failure: { reason: 'damaged' } });
    expect(await refusedFor(tiffChain(links))).toMatchObject({ reason: 'damaged' });
  });

  test('and refuses too many of them', async () => {
    const links = Array.from({ length: 2500 }, (_, page) => (page === 2499 ? -1 : page + 1));
    const path = await pathOf(tiffChain(links));
    expect(await intake.pagesOf(path, null)).toMatchObject({
      ok: false,
      failure: { reason: 'too-many-pages' },
    });
  });
});

describe('the decoder threads', () => {
  test('fail a page that takes too long, and handle the next one', async () => {
    const own = testIntake({ limitMs: 1 });
    expect(
      await own.refusedFor(
        await sharp(await png(3000, 3000))
          .webp()
          .toBuffer(),
      ),
    ).toMatchObject({
      reason: 'took-too-long',
    });
    await own.close();
    expect((await prepared(await colours().gif().toBuffer())).sent.width).toBe(60);
  });
});
