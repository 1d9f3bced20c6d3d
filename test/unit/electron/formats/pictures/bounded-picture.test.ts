import sharp, { type Sharp } from 'sharp';
import { describe, expect, test } from 'vitest';
import { boundedPicture } from '../../../../../electron/formats/pictures/bounded-picture.ts';
import { seededRandom } from '../../../../samples/random.ts';
import { overloadedPictures } from '../../../../helpers/attachments.ts';
import { mutate } from '../../../../helpers/mutate.ts';

const detailed = (): Sharp =>
  sharp({
    create: {
      width: 160,
      height: 120,
      channels: 3,
      background: '#f0f0e8',
      noise: { type: 'gaussian', mean: 200, sigma: 30 },
    },
  });

/** With all the metadata that a camera or an editor adds. */
const loaded = (picture: Sharp): Sharp =>
  picture
    .withMetadata({ orientation: 6 })
    .withExifMerge({ IFD0: { Copyright: 'c'.repeat(3000) } })
    .withIccProfile('p3')
    .withXmp(`<x>${'x'.repeat(2000)}</x>`);

const makers: Readonly<Record<string, () => Sharp>> = {
  jpg: () => loaded(detailed()).jpeg(),
  progressive: () => loaded(detailed()).jpeg({ progressive: true }),
  cmyk: () => detailed().toColourspace('cmyk').jpeg(),
  png: () => loaded(detailed()).png(),
  interlaced: () => loaded(detailed()).png({ progressive: true }),
  palette: () => detailed().png({ palette: true }),
  deep: () => loaded(detailed()).toColourspace('rgb16').png(),
  webp: () => loaded(detailed()).webp(),
  lossless: () => detailed().ensureAlpha(0.5).webp({ lossless: true }),
  gif: () => detailed().gif(),
  avif: () => loaded(detailed()).avif({ effort: 0 }),
  'tiff none': () => loaded(detailed()).tiff({ compression: 'none' }),
  'tiff lzw': () => loaded(detailed()).tiff({ compression: 'lzw' }),
  'tiff jpeg': () => loaded(detailed()).tiff({ compression: 'jpeg' }),
  'tiff big': () => detailed().tiff({ bigtiff: true, compression: 'deflate' }),
  'tiff tiles': () => detailed().tiff({ pyramid: true, tile: true, compression: 'lzw' }),
};

const seen = (bytes: Buffer, page = 0) =>
  sharp(bytes, { page, failOn: 'truncated' }).autoOrient().raw().toBuffer({ resolveWithObject: true });

describe('boundedPicture', () => {
  test.each(Object.entries(makers))(
    'keeps the look of %s, upright and in the same colours',
    async (name, make) => {
      const bytes = await make().toBuffer();
      const before = Buffer.from(bytes);
      const bounded = boundedPicture(bytes);
      expect(bytes.equals(before)).toBe(true);
      const [whole, kept] = await Promise.all([seen(bytes), seen(bounded.bytes, bounded.page)]);
      expect(kept.info).toEqual(whole.info);
      expect(kept.data.equals(whole.data)).toBe(true);
      const known = await sharp(bounded.bytes, { page: bounded.page }).metadata();
      const original = await sharp(bytes).metadata();
      expect(known.icc?.length).toBe(original.icc?.length);
      expect(known.orientation).toBe(original.orientation);
      expect(known.xmp).toBeUndefined();
      expect(known.exif?.length ?? 0, name).toBeLessThan(64);
    },
  );

  test('keeps the requested page of a TIFF with several pages', async () => {
    const pages = await Promise.all(
      [60, 90].map((height) =>
        sharp({ create: { width: 40, height, channels: 3, background: '#336699' } })
          .withExif({ IFD0: { Artist: 'a'.repeat(3000) } })
          .tiff({ compression: 'none' })
          .toBuffer(),
      ),
    );
    const [first, second] = pages;
    if (!first || !second) throw new Error('two pages');
    // Both in one file: the offsets of the second move, and the first points to it.
    const { bytes, page } = boundedPicture(chained(first, second), 1);
    expect((await seen(bytes, page)).info).toMatchObject({ width: 40, height: 90 });
  });

  test('never throws on mutations of any format, and never enlarges them', async () => {
    const samples = await Promise.all(Object.values(makers).map((make) => make().toBuffer()));
    const overloaded = Object.values(await overloadedPictures()).filter(({ length }) => length < 1_000_000);
    const random = seededRandom(18);
    const all = [...samples, ...overloaded];
    for (const [index, sample] of all.entries()) {
      const other = all[(index + 1) % all.length] ?? sample;
      for (let round = 0; round < 40; round += 1) {
        const mutated = mutate(sample, random, other);
        expect(boundedPicture(mutated).bytes.length).toBeLessThanOrEqual(mutated.length + 1024);
      }
    }
  });
});

/** Two little-endian TIFFs of one directory each as one file. */
const chained = (first: Buffer, second: Buffer): Buffer => {
  const made = Buffer.concat([first, second]);
  const linkOf = (start: number): number => start + 2 + made.readUInt16LE(start) * 12;
  const move = (start: number): void => {
    for (let at = start + 2; at < linkOf(start); at += 12) {
      const [tag, type, count] = [
        made.readUInt16LE(at),
        made.readUInt16LE(at + 2),
        made.readUInt32LE(at + 4),
      ];
      const bytes = count * ([0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8][type] ?? 1);
      if (bytes > 4 || tag === 273) made.writeUInt32LE(made.readUInt32LE(at + 8) + first.length, at + 8);
    }
  };
  const start = second.readUInt32LE(4) + first.length;
  move(start);
  made.writeUInt32LE(start, linkOf(first.readUInt32LE(4)));
  return made;
};
