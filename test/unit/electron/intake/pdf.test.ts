import sharp from 'sharp';
import { afterAll, describe, expect, test } from 'vitest';
import { testIntake } from '../../../helpers/intake.ts';
import { chineseText, filledBox, latinText, pdf, scannedPage, type PdfPage } from '../../../helpers/pdf.ts';

const { prepared, refusedFor, pathOf, intake, close } = testIntake();
afterAll(close);

/** The darkest and the mean value of a part of a picture, in fractions of its size. */
const darkness = async (bytes: Buffer, x: number, y: number, w: number, h: number) => {
  const { width, height } = await sharp(bytes).metadata();
  const part = {
    left: Math.round(x * width),
    top: Math.round(y * height),
    width: Math.max(1, Math.round(w * width)),
    height: Math.max(1, Math.round(h * height)),
  };
  const cut = await sharp(bytes).extract(part).greyscale().png().toBuffer();
  const { channels } = await sharp(cut).stats();
  return { darkest: channels[0]?.min ?? 255, mean: channels[0]?.mean ?? 255 };
};

const photo = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#d0d8e0' } })
    .composite([
      {
        input: Buffer.from(`<svg width="${width}" height="${height}"><circle cx="30" cy="40" r="25"/></svg>`),
      },
    ])
    .jpeg({ quality: 80 })
    .toBuffer();

describe('a page is rendered as it is seen on paper', () => {
  test('at 200 dots an inch, fonts that are not embedded found, Chinese ones included', async () => {
    const content = [
      latinText('VAT 318.00', 60, 700, 24),
      chineseText('增值税电子普通发票', 60, 600, 24),
    ].join('\n');
    const { sent, bytes, preparation } = await prepared(pdf([{ content }]));
    expect([sent.width, sent.height]).toEqual([1653, 2339]);
    expect(preparation).toMatchObject({
      format: 'pdf',
      page: { width: 595, height: 842, unit: 'pt' },
      changes: [{ id: 'rendered', dpi: 200 }, { id: 'encoded' }],
    });
    const latin = await darkness(bytes, 0.1, 0.13, 0.25, 0.04);
    // Nine characters of 24 points: each has ink of its own.
    for (let character = 0; character < 9; character += 1) {
      const box = await darkness(bytes, (60 + 24 * character) / 595, (842 - 622) / 842, 24 / 595, 26 / 842);
      expect(box.darkest, `character ${character}`).toBeLessThan(100);
      expect(box.mean, `character ${character}`).toBeGreaterThan(100);
    }
    expect(latin.darkest).toBeLessThan(100);
    expect((await darkness(bytes, 0.1, 0.5, 0.8, 0.4)).darkest).toBe(255);
  });

  const corner: PdfPage = { content: filledBox(0, 742, 100, 100), box: [0, 0, 595, 842] };
  test.each([
    [0, 0, 0],
    [90, 1, 0],
    [180, 1, 1],
    [270, 0, 1],
    [-90, 0, 1],
  ])('its rotation of %i° is respected', async (rotate, x, y) => {
    const { sent, bytes, preparation } = await prepared(pdf([{ ...corner, entries: `/Rotate ${rotate}` }]));
    const lies = rotate % 180 !== 0;
    expect([sent.width, sent.height]).toEqual(lies ? [2339, 1653] : [1653, 2339]);
    expect(preparation.page).toMatchObject(lies ? { width: 842, height: 595 } : { width: 595, height: 842 });
    expect((await darkness(bytes, x * 0.95, y * 0.95, 0.05, 0.05)).mean).toBeLessThan(5);
  });

  test('so is its crop box', async () => {
    const page = { content: filledBox(200, 300, 100, 100), entries: '/CropBox [200 300 300 400]' };
    const { sent, bytes } = await prepared(pdf([page]));
    expect([sent.width, sent.height]).toEqual([278, 278]);
    expect((await darkness(bytes, 0.02, 0.02, 0.96, 0.96)).mean).toBeLessThan(5);
  });

  test('a large one at fewer dots', async () => {
    const { sent, preparation } = await prepared(
      pdf([{ content: filledBox(0, 0, 3000, 3000), box: [0, 0, 2384, 3370] }]),
    );
    expect(sent.width * sent.height).toBeLessThanOrEqual(24_100_000);
    expect(preparation.changes).toMatchObject([{ id: 'rendered', dpi: 124 }, { id: 'encoded' }]);
  });

  test('every page of many', async () => {
    const pages = Array.from({ length: 12 }, (_, index) => ({
      content: filledBox(0, 0, 10 * (index + 1), 842),
    }));
    const path = await pathOf(pdf(pages));
    expect(await intake.pagesOf(path, null)).toEqual({ ok: true, value: 12 });
    const twelfth = await prepared(pdf(pages), { page: 12 });
    expect(twelfth.pageCount).toBe(12);
    expect((await darkness(twelfth.bytes, 0, 0, 119 / 595, 1)).mean).toBeLessThan(5);
    expect(await refusedFor(pdf(pages), { page: 13 })).toMatchObject({ reason: 'missing' });
  });
});

describe('a scanned page is taken out of its PDF', () => {
  test('byte for byte, and others of the same file with it', async () => {
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

  test('with the invisible text of a scanner under it', async () => {
    const jpeg = await photo(600, 850);
    const page = scannedPage({ width: 600, height: 850, bytes: jpeg, filter: 'DCTDecode' });
    const content = `BT 3 Tr /F1 10 Tf 60 700 Td (unseen) Tj ET ${page.content}`;
    expect((await prepared(pdf([{ ...page, content }]))).bytes.equals(jpeg)).toBe(true);
  });

  test('turned where the page says so, in its own pixels', async () => {
    const jpeg = await photo(600, 850);
    const page = scannedPage({ width: 600, height: 850, bytes: jpeg, filter: 'DCTDecode' });
    const { sent, preparation } = await prepared(pdf([{ ...page, entries: '/Rotate 90' }]));
    expect(sent).toMatchObject({ encoding: 'jpg', width: 850, height: 600 });
    expect(preparation.changes).toMatchObject([
      { id: 'taken-out' },
      { id: 'encoded', from: 'pdf', to: 'jpg' },
    ]);
  });

  test.each([
    [
      'text that is seen',
      (page: PdfPage) => ({ ...page, content: `${page.content} ${latinText('seen', 60, 700, 30)}` }),
    ],
    [
      'a stamp drawn over it',
      (page: PdfPage) => ({ ...page, content: `${page.content} ${filledBox(60, 700, 90, 90, '1 0 0')}` }),
    ],
    [
      'a picture that fills half the page',
      (page: PdfPage) => ({ ...page, content: 'q 595 0 0 421 0 421 cm /Im0 Do Q' }),
    ],
    ['a picture upside down', (page: PdfPage) => ({ ...page, content: 'q 595 0 0 -842 0 842 cm /Im0 Do Q' })],
    ['a crop box', (page: PdfPage) => ({ ...page, entries: '/CropBox [100 100 400 500]' })],
  ])('a page with %s is rendered', async (_, change) => {
    const jpeg = await photo(600, 850);
    const page = scannedPage({ width: 600, height: 850, bytes: jpeg, filter: 'DCTDecode' });
    const { preparation } = await prepared(pdf([change(page)]));
    expect(preparation.changes[0]).toMatchObject({ id: 'rendered' });
  });
});

describe('what can not be rendered says why', () => {
  test.each([
    ['a page of 14,400 points', pdf([{ content: '', box: [0, 0, 14_400, 14_400] }]), 'page-too-large'],
    ['a narrow page of 14,400 points', pdf([{ content: '', box: [0, 0, 10, 14_400] }]), 'page-too-large'],
    ['a page without any area', pdf([{ content: '', box: [0, 0, 0, 0] }]), null],
    ['half a PDF', pdf([{ content: filledBox(0, 0, 9, 9) }]).subarray(0, 300), null],
    ['a PDF of words', Buffer.from('%PDF-1.7\nhello'), 'damaged'],
  ])('%s', async (_, bytes, reason) => {
    const path = await pathOf(bytes);
    const made = await intake.prepare({ path, page: 1, treatment: { turn: 0, masks: [] }, password: null });
    if (reason !== null) expect(made).toMatchObject({ ok: false, failure: { kind: 'input', reason } });
  });

  test('a picture inside that would take too much memory', async () => {
    const huge = { width: 9000, height: 9000, bytes: Buffer.alloc(10), filter: 'FlateDecode' } as const;
    expect(await refusedFor(pdf([scannedPage(huge)]))).toMatchObject({ reason: 'too-many-pixels' });
  });
});
