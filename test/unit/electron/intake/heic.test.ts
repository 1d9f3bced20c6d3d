import sharp from 'sharp';
import { afterAll, describe, expect, test } from 'vitest';
import { exifOfOneValue } from '../../../helpers/attachments.ts';
import { heic, type Painted } from '../../../helpers/heic.ts';
import { testIntake } from '../../../helpers/intake.ts';

const { prepared, refusedFor, close } = testIntake();
afterAll(close);

const red = [200, 0, 0] as const;
const green = [0, 160, 0] as const;
const blue = [0, 0, 200] as const;
const white = [255, 255, 255] as const;

/** A colour in each quarter. */
const quarters = (width: number, height: number): Painted => ({
  width,
  height,
  at: (x, y) => {
    if (y < height / 2) return x < width / 2 ? red : green;
    return x < width / 2 ? blue : white;
  },
});

const seen = async (bytes: Buffer) => {
  const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number) => {
    const from = (Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * 3;
    return [...data.subarray(from, from + 3)];
  };
  return [at(0.25, 0.25), at(0.75, 0.25), at(0.25, 0.75), at(0.75, 0.75)];
};

const expectNear = (colours: readonly number[][], wanted: readonly (readonly number[])[]): void => {
  for (const [index, colour] of wanted.entries())
    for (const [channel, value] of colour.entries())
      expect(Math.abs((colours[index]?.[channel] ?? 999) - value)).toBeLessThanOrEqual(16);
};

describe('a HEIC photo', () => {
  test.each([
    ['one picture', {}],
    ['tiles, as phones write them', { tile: 64 }],
    ['the brand mif1', { brand: 'mif1' }],
  ] as const)('is converted: %s', async (_, options) => {
    const { sent, bytes, preparation, pageCount } = await prepared(heic(quarters(200, 130), options));
    expect([sent.width, sent.height, pageCount]).toEqual([200, 130, 1]);
    expectNear(await seen(bytes), [red, green, blue, white]);
    expect(preparation.format).toBe('heic');
    expect(preparation.changes).toMatchObject([{ id: 'encoded', from: 'heic', to: sent.encoding }]);
  });

  test('is upright after one rotation, whatever its metadata contains', async () => {
    const exif = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), exifOfOneValue()]);
    const { sent, bytes } = await prepared(heic(quarters(200, 130), { turns: 1, tile: 64, exif }));
    expect([sent.width, sent.height]).toEqual([130, 200]);
    expectNear(await seen(bytes), [green, white, red, blue]);
  });

  test('that is truncated or empty is refused with a remedy', async () => {
    const whole = heic(quarters(200, 130));
    for (const length of [24, 300, whole.length >> 1])
      expect(await refusedFor(whole.subarray(0, length))).toMatchObject({ reason: 'heic' });
  });

  test('that declares or contains too many pixels is refused before they are allocated', async () => {
    const whole = heic(quarters(64, 64));
    const declared = Buffer.from(whole);
    const size = declared.indexOf('ispe') + 8;
    declared.writeUInt32BE(30_000, size);
    declared.writeUInt32BE(30_000, size + 4);
    expect((await refusedFor(declared)).reason).toMatch(/^(too-many-pixels|heic)$/u);
    // The picture's own stream is larger than the file declares.
    const large = heic({ width: 16_000, height: 16, at: () => red }, { streamHeight: 16_000 });
    expect(await refusedFor(large)).toMatchObject({ reason: 'heic' });
  });
});
