import { randomBytes } from 'node:crypto';
import * as fc from 'fast-check';
import iconv from 'iconv-lite';
import sharp from 'sharp';
import { afterAll, describe, expect, test } from 'vitest';
import { untreated } from '../../../../shared/contract/preparation.ts';
import { base64Length, maxImageCharacters } from '../../../../shared/services/service.ts';
import { sha256Of } from '../../../../electron/infra/bytes.ts';
import { pngBomb } from '../../../helpers/hostile.ts';
import { testIntake } from '../../../helpers/intake.ts';
import { bmp, jpeg, png } from '../../../helpers/pictures.ts';

const { prepared, refusedFor, pathOf, intake, close } = testIntake();
afterAll(close);

/** A BMP of this length, with padding after its pixels. */
const fill = (length: number) => {
  const picture = bmp(1024, Math.floor((length - 54) / 3072));
  return Buffer.concat([picture, Buffer.alloc(length - picture.length)]);
};

describe('sends byte for byte', () => {
  test.each([
    ['a JPEG', () => jpeg(), 'jpg'],
    ['an upright JPEG', () => jpeg(40, 30, 1), 'jpg'],
    ['a PNG', () => png(), 'png'],
    [
      'a progressive CMYK JPEG',
      () =>
        sharp({ create: { width: 40, height: 30, channels: 3, background: 'red' } })
          .toColourspace('cmyk')
          .jpeg({ progressive: true })
          .toBuffer(),
      'jpg',
    ],
    [
      'an interlaced 16-bit PNG',
      () =>
        sharp({ create: { width: 40, height: 30, channels: 3, background: 'red' } })
          .toColourspace('rgb16')
          .png({ progressive: true })
          .toBuffer(),
      'png',
    ],
  ] as const)('%s', async (_, make, encoding) => {
    const bytes = await make();
    const { sent, ...rest } = await prepared(bytes);
    expect(rest.bytes.equals(bytes)).toBe(true);
    expect(rest.originalSha256).toBe(sha256Of(bytes));
    expect(sent).toEqual({ encoding, width: 40, height: 30, bytes: bytes.length, sha256: sha256Of(bytes) });
  });

  test.each([
    [8, 6],
    [7, -5],
  ])('a BMP of %i × %i', async (width, height) => {
    const bytes = bmp(width, height);
    const { sent } = await prepared(bytes);
    expect(sent).toMatchObject({ encoding: 'bmp', width, height: Math.abs(height), sha256: sha256Of(bytes) });
  });

  test('a picture of exactly 4,194,304 characters, and reduces one that is a byte longer', async () => {
    const largest = (maxImageCharacters / 4) * 3;
    expect((await prepared(fill(largest))).sent.bytes).toBe(largest);
    const made = await prepared(fill(largest + 1));
    expect(made.sent.encoding).toBe('png');
    expect(base64Length(made.sent.bytes)).toBeLessThan(4_000_000);
    expect(made.preparation.changes).toEqual([{ id: 'encoded', from: 'bmp', to: 'png', quality: null }]);
  });
});

describe('applies an EXIF orientation to the pixels', () => {
  test.each([2, 3, 4, 5, 6, 7, 8])('orientation %i', async (orientation) => {
    const bytes = await jpeg(40, 30, orientation);
    const { sent, bytes: upright, originalSha256 } = await prepared(bytes);
    const turned = orientation >= 5;
    expect([sent.width, sent.height]).toEqual(turned ? [30, 40] : [40, 30]);
    const metadata = await sharp(upright).metadata();
    expect(metadata.orientation ?? 1).toBe(1);
    expect([metadata.width, metadata.height]).toEqual([sent.width, sent.height]);
    expect(sent.sha256).toBe(sha256Of(upright));
    expect(originalSha256).toBe(sha256Of(bytes));
    const [seen, eye] = await Promise.all(
      [upright, sharp(bytes).autoOrient().png().toBuffer()].map((picture) =>
        Promise.resolve(picture).then((made) => sharp(made).removeAlpha().raw().toBuffer()),
      ),
    );
    const worst = Math.max(...(seen ?? []).map((value, index) => Math.abs(value - (eye?.[index] ?? 255))));
    expect(worst).toBeLessThan(40);
  });
});

/** Longer than what is read of a file that is refused: the last character may be cut off. */
const taxList = `全量发票查询\r\n"序号","数电发票号码","开票日期","金额","税额"\r\n${'1,25,2025-03-12,"1.00",元\r\n'.repeat(99)}`;

describe('refuses before any call', () => {
  test.each([
    ['an empty file', Buffer.alloc(0), 'empty', null],
    ['a text file', Buffer.from('name,amount\n"a",1\n'), 'not-an-image', null],
    ['a list of the tax bureau', Buffer.from(taxList), 'spreadsheet', null],
    ['one in GB18030', iconv.encode(taxList, 'gb18030'), 'spreadsheet', null],
    ['one with tabs', Buffer.from(`\uFEFF${taxList.replaceAll(',', '\t')}`, 'utf16le'), 'spreadsheet', null],
    ['a GIF with a header only', Buffer.from('GIF89a\x01\x00\x01\x00', 'latin1'), 'damaged', undefined],
    ['a PDF with a header only', Buffer.from('%PDF-1.7\n%âãÏÓ'), 'damaged', undefined],
    ['a HEIC with a header only', Buffer.from('\0\0\0\x18ftypheic\0\0\0\0', 'latin1'), 'heic', null],
    ['a JPEG XL', Buffer.from([0xff, 0x0a, 0, 0]), 'unsupported-format', 'JPEG XL'],
    ['a JPEG with two markers only', Buffer.from([0xff, 0xd8, 0xff, 0xd9]), 'damaged', undefined],
    [
      'a PNG with a signature only',
      Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
      'damaged',
      undefined,
    ],
    ['a truncated BMP', bmp(800, 600).subarray(0, 1000), 'damaged', null],
  ] as const)('%s', async (_, bytes, reason, detail) => {
    const failure = await refusedFor(bytes);
    expect(failure).toMatchObject({
      kind: 'input',
      reason,
      code: null,
      retryable: false,
      mayHaveBeenPaid: false,
    });
    if (detail !== undefined) expect(failure.detail).toBe(detail);
  });

  test.each([
    [
      'JPEG',
      () =>
        sharp(randomBytes(300 * 300 * 3), { raw: { width: 300, height: 300, channels: 3 } })
          .jpeg()
          .toBuffer(),
    ],
    [
      'PNG',
      () =>
        sharp(randomBytes(300 * 300 * 3), { raw: { width: 300, height: 300, channels: 3 } })
          .png()
          .toBuffer(),
    ],
  ] as const)('a %s truncated in the middle', async (_, make) => {
    const bytes = await make();
    expect((await prepared(bytes)).sent.width).toBe(300);
    expect(await refusedFor(bytes.subarray(0, bytes.length / 2))).toMatchObject({ reason: 'damaged' });
  });

  test('a picture of more than 256 MB in its own depth, and reads one of more pixels with one bit each', async () => {
    const colour = await sharp(await png(64, 64))
      .jpeg()
      .toBuffer();
    const frame = colour.indexOf(Buffer.from([0xff, 0xc0]));
    colour.writeUInt16BE(9600, frame + 5);
    colour.writeUInt16BE(9600, frame + 7);
    expect(await refusedFor(colour)).toMatchObject({
      reason: 'too-many-pixels',
      detail: '9600 × 9600, 93 MP > 89 MP',
    });
    // A4 at 1,200 dpi.
    const size = { width: 9921, height: 14_031 };
    const bits = await sharp({
      create: { ...size, channels: 3, background: '#ffffff' },
      limitInputPixels: false,
    })
      .toColourspace('b-w')
      .tiff({ bitdepth: 1, compression: 'ccittfax4' })
      .toBuffer();
    const { preparation } = await prepared(bits);
    expect(preparation.page).toEqual({ ...size, unit: 'px' });
  });

  test('a picture that would decode to billions of pixels, quickly', async () => {
    const started = performance.now();
    expect(await refusedFor(pngBomb(60_000))).toMatchObject({ reason: 'too-many-pixels' });
    expect(performance.now() - started).toBeLessThan(2000);
  });

  test('gives a picture or a reason for any bytes', async () => {
    const whole = await jpeg(60, 40, 6);
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(whole, await png(), bmp()),
        fc.nat(),
        fc.uint8Array({ minLength: 1, maxLength: 8 }),
        fc.boolean(),
        async (sample, at, noise, cut) => {
          const bytes = Buffer.from(sample);
          bytes.set(noise.subarray(0, bytes.length), at % Math.max(1, bytes.length - noise.length));
          const path = await pathOf(cut ? bytes.subarray(0, at % bytes.length) : bytes);
          const result = await intake.prepare({ path, page: 1, treatment: untreated, password: null });
          if (!result.ok) expect(result.failure.kind).toBe('input');
        },
      ),
      { numRuns: 300 },
    );
  });
});
