import { afterAll, describe, expect, test } from 'vitest';
import { testIntake } from '../../../helpers/intake.ts';
import { passwordProtection } from '../../../helpers/pdf-password.ts';
import { darkness, photo } from '../../../helpers/pictures.ts';
import {
  chineseText,
  filledBox,
  latinText,
  pdf,
  scannedPage,
  type PdfPage,
} from '../../../samples/digital/pdf-file.ts';

const { prepared, refusedFor, pathOf, intake, close } = testIntake();
afterAll(close);

describe('renders a page', () => {
  test('at 200 dpi, with substitutes for fonts that are not embedded, including Chinese ones', async () => {
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
    // Nine characters of 24 points: each must have ink.
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
  ])('with its rotation of %i°', async (rotate, x, y) => {
    const { sent, bytes, preparation } = await prepared(pdf([{ ...corner, entries: `/Rotate ${rotate}` }]));
    const lies = rotate % 180 !== 0;
    expect([sent.width, sent.height]).toEqual(lies ? [2339, 1653] : [1653, 2339]);
    expect(preparation.page).toMatchObject(lies ? { width: 842, height: 595 } : { width: 595, height: 842 });
    expect((await darkness(bytes, x * 0.95, y * 0.95, 0.05, 0.05)).mean).toBeLessThan(5);
  });

  test('with its crop box', async () => {
    const page = { content: filledBox(200, 300, 100, 100), entries: '/CropBox [200 300 300 400]' };
    const { sent, bytes } = await prepared(pdf([page]));
    expect([sent.width, sent.height]).toEqual([278, 278]);
    expect((await darkness(bytes, 0.02, 0.02, 0.96, 0.96)).mean).toBeLessThan(5);
  });

  test('at a lower resolution if it is large', async () => {
    const { sent, preparation } = await prepared(
      pdf([{ content: filledBox(0, 0, 3000, 3000), box: [0, 0, 2384, 3370] }]),
    );
    expect(sent.width * sent.height).toBeLessThanOrEqual(24_100_000);
    expect(preparation.changes).toMatchObject([{ id: 'rendered', dpi: 124 }, { id: 'encoded' }]);
  });

  test('for every page of many', async () => {
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

describe("gives a reason for a page that can't be rendered", () => {
  test.each([
    ['a page of 14,400 points', pdf([{ content: '', box: [0, 0, 14_400, 14_400] }]), 'page-too-large'],
    ['a narrow page of 14,400 points', pdf([{ content: '', box: [0, 0, 10, 14_400] }]), 'page-too-large'],
    ['a page of size zero', pdf([{ content: '', box: [0, 0, 0, 0] }]), null],
    ['a truncated PDF', pdf([{ content: filledBox(0, 0, 9, 9) }]).subarray(0, 300), null],
    ['a text file with a PDF header', Buffer.from('%PDF-1.7\nhello'), 'damaged'],
  ])('%s', async (_, bytes, reason) => {
    const path = await pathOf(bytes);
    const made = await intake.prepare({ path, page: 1, treatment: { turn: 0, masks: [] }, password: null });
    if (reason !== null) expect(made).toMatchObject({ ok: false, failure: { kind: 'input', reason } });
  });

  test('because a picture inside needs too much memory', async () => {
    const huge = { width: 9000, height: 9000, bytes: Buffer.alloc(10), filter: 'FlateDecode' } as const;
    expect(await refusedFor(pdf([scannedPage(huge)]))).toMatchObject({ reason: 'too-many-pixels' });
  });
});

describe('a PDF with a password', () => {
  const jpeg = photo(600, 850);
  const locked = async () =>
    pdf(
      [
        { content: filledBox(0, 421, 595, 421) },
        scannedPage({ width: 600, height: 850, bytes: await jpeg, filter: 'DCTDecode' }),
      ],
      passwordProtection('open sesame'),
    );

  test('is refused without it or with a wrong one, and opens with it', async () => {
    const bytes = await locked();
    expect(await refusedFor(bytes)).toMatchObject({ kind: 'input', reason: 'encrypted-pdf' });
    expect(await refusedFor(bytes, { password: 'Open Sesame' })).toMatchObject({ reason: 'encrypted-pdf' });
    const made = await prepared(bytes, { password: 'open sesame' });
    expect(made.pageCount).toBe(2);
    expect((await darkness(made.bytes, 0.1, 0.05, 0.8, 0.4)).mean).toBe(0);
    expect((await darkness(made.bytes, 0.1, 0.55, 0.8, 0.4)).darkest).toBe(255);
  });

  test('gives its scan decrypted', async () => {
    const { bytes, sent, preparation } = await prepared(await locked(), { page: 2, password: 'open sesame' });
    expect(sent).toMatchObject({ width: 600, height: 850 });
    expect(preparation.changes[0]).toEqual({ id: 'taken-out' });
    expect((await darkness(bytes, 30 / 600 - 0.02, 40 / 850 - 0.01, 0.04, 0.02)).mean).toBeLessThan(30);
  });
});
