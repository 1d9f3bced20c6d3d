import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, describe, expect, test } from 'vitest';
import type { Mask } from '../../../../shared/page-geometry.ts';
import { largeFileBytes } from '../../../../electron/intake/limits.ts';
import { untreated } from '../../../../shared/contract/preparation.ts';
import { ownIntake, testIntake } from '../../../helpers/intake.ts';
import { darkness, photo } from '../../../helpers/pictures.ts';
import {
  filledBox,
  latinText,
  pdf,
  scannedPage,
  type PdfImage,
  type PdfPage,
} from '../../../samples/digital/pdf-file.ts';

const { prepared, pathOf, intake, close } = testIntake();
afterAll(close);

/** The strip of a TIFF with a single strip, by its tags (TIFF 6.0: StripOffsets, StripByteCounts). */
const stripOf = (tiff: Buffer): Buffer => {
  const at = tiff.readUInt32LE(4);
  const tags = new Map<number, number>();
  for (let index = 0; index < tiff.readUInt16LE(at); index += 1) {
    const entry = at + 2 + index * 12;
    const isShort = tiff.readUInt16LE(entry + 2) === 3;
    const value = isShort ? tiff.readUInt16LE(entry + 8) : tiff.readUInt32LE(entry + 8);
    tags.set(tiff.readUInt16LE(entry), value);
  }
  const start = tags.get(273) ?? 0;
  return tiff.subarray(start, start + (tags.get(279) ?? 0));
};

const scanOf = async (background: string): Promise<Buffer> => {
  const sheet = sharp({ create: { width: 600, height: 850, channels: 3, background } });
  const bytes = await sheet.jpeg().toBuffer();
  return pdf([scannedPage({ width: 600, height: 850, bytes, filter: 'DCTDecode' })]);
};

describe('extracts a scanned page from its PDF', () => {
  test('byte for byte, together with other pages of the file', async () => {
    const [one, two] = [await photo(600, 850), await photo(602, 848)];
    const scans = pdf([
      scannedPage({ width: 600, height: 850, bytes: one, filter: 'DCTDecode' }),
      scannedPage({ width: 602, height: 848, bytes: two, filter: 'DCTDecode' }),
    ]);
    for (const [index, jpeg] of [one, two].entries()) {
      const { bytes, preparation } = await prepared(scans, { page: index + 1 });
      expect(bytes.equals(jpeg)).toBe(true);
      expect(preparation.changes).toEqual([{ id: 'taken-out' }]);
      expect(preparation.page).toEqual({ width: 595, height: 842, unit: 'pt' });
    }
  });

  // Such a file is not in memory beside its open document: it is read again for its scan.
  test.each([false, true])(
    'of a large file, too (one at a time: %s)',
    { timeout: 180_000 },
    async (spares) => {
      const large = ownIntake({ spares, threads: 2 });
      const jpegs = [await photo(600, 850), await photo(602, 848)];
      const paths = await Promise.all(
        jpegs.map((jpeg, index) => {
          const size = { width: 600 + 2 * index, height: 850 - 2 * index, filter: 'DCTDecode' } as const;
          const long = Buffer.concat([jpeg, Buffer.alloc(largeFileBytes)]);
          return large.pathOf(pdf([jpeg, jpeg, long].map((bytes) => scannedPage({ ...size, bytes }))));
        }),
      );
      // Back to the first file: it is opened again.
      const made = await Promise.all(
        [0, 1, 0].map((index) =>
          large.intake.prepare({
            path: paths[index] ?? '',
            page: 2,
            treatment: untreated,
            password: null,
          }),
        ),
      );
      const sent = made.map((one) => (one.ok ? one.value.bytes : one.failure.reason));
      expect(sent).toEqual([jpegs[0], jpegs[1], jpegs[0]]);
      const read = await Promise.all(paths.map((path) => large.intake.readDigital(path, null)));
      expect(read.map((one) => one.ok && one.value?.otherPages)).toEqual([
        [1, 2, 3],
        [1, 2, 3],
      ]);
    },
  );

  const seenText = 'BT /F1 10 Tf 60 700 Td (seen) Tj ET';

  test("with a scanner's invisible text below it", async () => {
    const jpeg = await photo(600, 850);
    const page = scannedPage({ width: 600, height: 850, bytes: jpeg, filter: 'DCTDecode' });
    const content = `BT 3 Tr /F1 10 Tf 60 700 Td (unseen) Tj ET ${page.content}`;
    expect((await prepared(pdf([{ ...page, content }]))).bytes.equals(jpeg)).toBe(true);
  });

  test.each([
    ['a clip to the whole page', 'q 0 0 595 842 re W n 595 0 0 842 0 0 cm /Im0 Do Q'],
    ['unused colours', '1 g 1 w 0 J q 595 0 0 842 0 0 cm /Im0 Do Q'],
    ['a white background', '1 1 1 rg 0 0 595 842 re f q 595 0 0 842 0 0 cm /Im0 Do Q'],
    ['nested scales', 'q 0.25 0 0 0.25 0 0 cm q 2380 0 0 3368 0 0 cm /Im0 Do Q Q'],
  ])('with %s', async (_, content) => {
    const jpeg = await photo(600, 850);
    const page = scannedPage({ width: 600, height: 850, bytes: jpeg, filter: 'DCTDecode' });
    expect((await prepared(pdf([{ ...page, content }]))).bytes.equals(jpeg)).toBe(true);
  });

  test.each([
    ['a clip to a part of the page', 'q 0 0 300 842 re W n 595 0 0 842 0 0 cm /Im0 Do Q'],
    ['visible text after invisible text', `q 3 Tr Q q 595 0 0 842 0 0 cm /Im0 Do Q ${seenText}`],
    ['white drawn over the picture', 'q 595 0 0 842 0 0 cm /Im0 Do Q 1 g 60 700 90 90 re f'],
  ])('but not with %s', async (_, content) => {
    const jpeg = await photo(600, 850);
    const page = scannedPage({ width: 600, height: 850, bytes: jpeg, filter: 'DCTDecode' });
    const { preparation } = await prepared(pdf([{ ...page, content }]));
    expect(preparation.changes[0]).toMatchObject({ id: 'rendered' });
  });

  test('if all pages inherit the names of all pictures', async () => {
    const jpegs = [await photo(600, 850), await photo(600, 848)];
    const images = jpegs.map((bytes, index) => ({
      width: 600,
      height: index === 0 ? 850 : 848,
      bytes,
      filter: 'DCTDecode' as const,
    }));
    const file = pdf(images.map((image) => scannedPage(image)));
    // The pictures' object numbers in page order, written over the pages' dictionaries.
    const text = file.toString('latin1');
    const ids = [...text.matchAll(/(\d+) 0 obj\n<< \/Type \/XObject/g)].map(([, id]) => id);
    const shared = `/Resources << /XObject << /Im0 ${ids[0]} 0 R /Im1 ${ids[1]} 0 R >> >>`;
    const own = /\/Resources << .*? >> >> >>/g;
    const moved = text
      .replace(own, (found) => ' '.repeat(found.length - 3) + ' >>')
      .replace(/\/Type \/Pages/, (found) => `${found} ${shared}`);
    const second = moved.lastIndexOf('/Im0 Do');
    const named = `${moved.slice(0, second)}/Im1${moved.slice(second + 4)}`;
    for (const [index, jpeg] of jpegs.entries()) {
      const { bytes, preparation } = await prepared(Buffer.from(named, 'latin1'), { page: index + 1 });
      expect(preparation.changes).toEqual([{ id: 'taken-out' }]);
      expect(bytes.equals(jpeg)).toBe(true);
    }
  });

  test.each(['attached to it', 'an earlier revision, appended to it'])(
    'but never the picture of another PDF that is %s',
    async (how) => {
      const [shown, other] = [await scanOf('#ff0000'), await scanOf('#0000ff')];
      // Both have the same object numbers. What follows the cross-reference table is unused or part of a
      // stream.
      const at = shown.lastIndexOf('xref\n0');
      const between = how.startsWith('attached')
        ? Buffer.concat([Buffer.from(`99 0 obj\n<< /Length ${other.length} >>\nstream\n`), other])
        : other;
      const tail = shown
        .subarray(at)
        .toString('latin1')
        .replace(/startxref\n\d+/, `startxref\n${at + between.length + 1}`);
      const file = Buffer.concat([shown.subarray(0, at), between, Buffer.from(`\n${tail}`, 'latin1')]);
      const { bytes } = await prepared(file);
      const { channels } = await sharp(bytes).stats();
      expect(channels[0]?.mean).toBeGreaterThan(240);
      expect(channels[2]?.mean).toBeLessThan(15);
    },
  );

  test('and applies a mask only to its own page if several share a picture', async () => {
    const rows = Buffer.alloc(60 * 85 * 3, 200);
    const image = { width: 60, height: 85, bytes: deflateSync(rows), filter: 'FlateDecode' } as const;
    const text = pdf(Array.from({ length: 4 }, () => scannedPage(image))).toString('latin1');
    const [, first] = /(\d+) 0 obj\n<< \/Type \/XObject/.exec(text) ?? [];
    const one = text.replace(/\/Im0 (\d+) 0 R/g, (found, id: string) =>
      found.replace(id, (first ?? '').padStart(id.length, '0')),
    );
    const path = await pathOf(Buffer.from(one, 'latin1'));
    const darkestOf = async (page: number, masks: readonly Mask[]) => {
      const made = await intake.prepare({ path, page, treatment: { turn: 0, masks }, password: null });
      if (!made.ok) throw new Error(made.failure.reason);
      expect(made.value.preparation.changes[0]).toEqual({ id: 'taken-out' });
      return (await darkness(made.value.bytes, 0, 0, 1, 1)).darkest;
    };
    for (const page of [1, 2, 3]) expect(await darkestOf(page, [])).toBe(200);
    expect(await darkestOf(3, [{ x: 0, y: 0, w: 1, h: 0.5 }])).toBe(0);
    for (const page of [4, 1, 3]) expect(await darkestOf(page, [])).toBe(200);
  });

  test('and shows it in its own pixels, even if its page has a low resolution', async () => {
    const jpeg = await photo(1200, 1700);
    const scan = { width: 1200, height: 1700, bytes: jpeg, filter: 'DCTDecode' } as const;
    const path = await pathOf(pdf([scannedPage(scan, 120, 170)]));
    const request = { path, page: 1, treatment: { turn: 90, masks: [] }, password: null } as const;
    const made = await intake.prepare(request);
    if (!made.ok) throw new Error(made.failure.reason);
    const best = await intake.best({ ...request, originalSha256: made.value.originalSha256 });
    expect(best && (await sharp(best).metadata())).toMatchObject({ width: 1700, height: 1200 });
  });

  test('rotated as the page requires, in its own pixels', async () => {
    const jpeg = await photo(600, 850);
    const page = scannedPage({ width: 600, height: 850, bytes: jpeg, filter: 'DCTDecode' });
    const { sent, preparation } = await prepared(pdf([{ ...page, entries: '/Rotate 90' }]));
    expect(sent).toMatchObject({ encoding: 'jpg', width: 850, height: 600 });
    expect(preparation.changes).toMatchObject([
      { id: 'taken-out' },
      { id: 'encoded', from: 'pdf', to: 'jpg' },
    ]);
  });

  const [width, height] = [620, 877];
  const drawing = Buffer.from(
    `<svg width="${width}" height="${height}"><rect width="100%" height="100%" fill="white"/>` +
      '<rect x="100" y="50" width="301" height="77"/><path d="M 20 300 L 600 800" stroke="black"/></svg>',
  );
  test('including the fax of a copier, pixel by pixel', async () => {
    // As few rows as one strip of the encoder has.
    const rows = 120;
    const bilevel = sharp(drawing).extract({ left: 0, top: 0, width, height: rows }).flatten().threshold(128);
    const dots = bilevel.clone().toColourspace('b-w');
    const tiff = await dots.clone().tiff({ compression: 'ccittfax4', bitdepth: 1 }).toBuffer();
    const fax: PdfImage = {
      width,
      height: rows,
      bytes: stripOf(tiff),
      filter: 'CCITTFaxDecode',
      colorSpace: '/DeviceGray',
      bits: 1,
      entries: `/DecodeParms << /K -1 /Columns ${width} /Rows ${rows} /BlackIs1 true >>`,
    };
    const { bytes, sent, preparation } = await prepared(pdf([scannedPage(fax, width, rows)]));
    expect(preparation.changes).toMatchObject([{ id: 'taken-out' }, { id: 'encoded', to: 'png' }]);
    expect(sent).toMatchObject({ width, height: rows });
    const read = await sharp(bytes).toColourspace('b-w').raw().toBuffer();
    expect(read.equals(await dots.raw().toBuffer())).toBe(true);
    // Rules out that two white sheets are compared.
    expect(read.includes(0)).toBe(true);
  });

  test.each([0, 90, 180, 270] as const)('including a lossless scan, turned by %i', async (turn) => {
    const colour = sharp(drawing).flatten().tint('#8844cc').removeAlpha();
    const rows = await colour.clone().raw().toBuffer();
    const scan = scannedPage({ width, height, bytes: deflateSync(rows), filter: 'FlateDecode' });
    const { bytes, preparation } = await prepared(pdf([{ ...scan, entries: `/Rotate ${turn}` }]));
    expect(preparation.changes).toMatchObject([{ id: 'taken-out' }, { id: 'encoded', to: 'png' }]);
    const expected = await sharp(rows, { raw: { width, height, channels: 3 } })
      .rotate(turn)
      .raw()
      .toBuffer();
    expect((await sharp(bytes).toColourspace('srgb').removeAlpha().raw().toBuffer()).equals(expected)).toBe(
      true,
    );
  });

  test('but renders a transparent picture on paper', async () => {
    const page = scannedPage({
      width: 2,
      height: 2,
      bytes: Buffer.alloc(12),
      filter: null,
      entries: '/Mask [0 0 0 0 0 0]',
    });
    const { bytes, preparation } = await prepared(pdf([page]));
    expect(preparation.changes[0]).toMatchObject({ id: 'rendered' });
    expect((await darkness(bytes, 0, 0, 1, 1)).darkest).toBe(255);
  });

  test.each([
    [
      'visible text',
      (page: PdfPage) => ({ ...page, content: `${page.content} ${latinText('seen', 60, 700, 30)}` }),
    ],
    [
      'a stamp over the picture',
      (page: PdfPage) => ({ ...page, content: `${page.content} ${filledBox(60, 700, 90, 90, '1 0 0')}` }),
    ],
    [
      'a picture that fills half the page',
      (page: PdfPage) => ({ ...page, content: 'q 595 0 0 421 0 421 cm /Im0 Do Q' }),
    ],
    [
      'an upside-down picture',
      (page: PdfPage) => ({ ...page, content: 'q 595 0 0 -842 0 842 cm /Im0 Do Q' }),
    ],
    ['a crop box', (page: PdfPage) => ({ ...page, entries: '/CropBox [100 100 400 500]' })],
  ])('but renders a page with %s', async (_, change) => {
    const jpeg = await photo(600, 850);
    const page = scannedPage({ width: 600, height: 850, bytes: jpeg, filter: 'DCTDecode' });
    const { preparation } = await prepared(pdf([change(page)]));
    expect(preparation.changes[0]).toMatchObject({ id: 'rendered' });
  });
});
