import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { loadImage, createCanvas } from '@napi-rs/canvas';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import { readDigital } from '../../electron/intake/read-digital.ts';
import { isComplete } from '../../shared/invoice/complete.ts';
import { type Box, pointSchema } from '../../shared/geometry.ts';
import { digitalSamples } from '../samples/digital/samples.ts';
import type { InvoiceText, Truth } from '../samples/truth.ts';

type Line =
  InvoiceText['object_list'][number]['region_list'][number]['text_block_list'][number]['text_sent_list'][number];
type Pixels = { readonly data: Uint8ClampedArray; readonly width: number; readonly height: number };
type Face = Box & { readonly score: number; readonly property: Readonly<Record<string, number>> };

const folder = fileURLToPath(new URL('../../samples/', import.meta.url));
const names = readdirSync(folder);
const pictures = names.filter((name) => /\.(jpg|png|bmp)$/.test(name));
const truthOf = (picture: string): Truth<never> =>
  JSON.parse(readFileSync(folder + picture.replace(/\.\w+$/, '.truth.json'), 'utf8'));

const invoices = pictures.filter((name) => truthOf(name).service === 'vat-invoice');
const faces = pictures.filter((name) => truthOf(name).service === 'face-detect');

const invoiceOf = (picture: string) => {
  const text: InvoiceText = truthOf(picture).text;
  const object = text.object_list[0];
  if (!object) throw new Error('No object');
  return object;
};

const blockOf = (picture: string, element: string) =>
  invoiceOf(picture).region_list.find(({ type }) => type === element)?.text_block_list[0];
const valueOf = (picture: string, element: string): string | undefined => blockOf(picture, element)?.value;
const linesOf = (picture: string, element: string): readonly string[] =>
  valueOf(picture, element)?.split('\n') ?? [];

const decode = async (picture: string): Promise<Pixels> => {
  const bytes = readFileSync(folder + picture);
  if (!picture.endsWith('.bmp')) {
    const { data, info } = await sharp(bytes).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
    return { data: new Uint8ClampedArray(data), width: info.width, height: info.height };
  }
  const image = await loadImage(bytes);
  const context = createCanvas(image.width, image.height).getContext('2d');
  context.drawImage(image, 0, 0);
  const { width, height } = image;
  return { data: context.getImageData(0, 0, width, height).data, width, height };
};

const cents = (text: string): number => {
  const digits = text.replace(/[¥.]/g, '');
  return /^-?\d+$/.test(digits) ? Number(digits) : 0;
};
const sum = (texts: readonly string[]): number => texts.reduce((total, text) => total + cents(text), 0);

const angles = (picture: string) =>
  invoiceOf(picture).region_list.flatMap(
    ({ text_block_list: [block] }) => block?.text_sent_list.map(({ angle }) => angle) ?? [],
  );

const facesOf = (picture: string): Face[] => {
  const text: Record<string, Face> = truthOf(picture).text;
  return Object.entries(text)
    .filter(([key]) => /^face_\d+$/.test(key))
    .map(([, face]) => face);
};

const pointsOf = (face: Face) =>
  Object.entries(face).flatMap(([key, point]) =>
    key.startsWith('point_') ? [pointSchema.parse(point)] : [],
  );

describe('digital invoices', () => {
  test('are identical to the output of their generator, and are read from their own data', async () => {
    const samples = await digitalSamples();
    const formats = samples.map(({ name }) => name.replace(/^.*\./, ''));
    expect(formats.toSorted()).toEqual(['ofd', 'pdf', 'xml']);
    for (const { name, bytes, invoice } of samples) {
      expect(bytes.equals(readFileSync(folder + name)), name).toBe(true);
      const read = await readDigital({ path: folder + name, password: null, bytes: bytes.length });
      if (!read.ok) throw new Error(`${name}: ${read.failure.reason}`);
      const [extraction, ...others] = read.value?.extractions ?? [];
      if (!extraction) throw new Error(`${name} holds no invoice`);
      expect(others).toEqual([]);
      expect(extraction.invoice).toEqual(invoice);
      expect(extraction.findings).toEqual([]);
      expect(isComplete(extraction)).toBe(true);
    }
  });
});

describe('the folder', () => {
  test('contains nine invoices and three face pictures in less than 2 MB', () => {
    expect(invoices).toHaveLength(9);
    expect(faces).toHaveLength(3);
    const bytes = names.reduce((total, name) => total + statSync(folder + name).size, 0);
    expect(bytes).toBeLessThan(2_000_000);
  });

  test.each(pictures)('%s has the digest that its ground truth states', (picture) => {
    const digest = createHash('sha256')
      .update(readFileSync(folder + picture))
      .digest('hex');
    expect(truthOf(picture).sha256).toBe(digest);
  });
});

describe.each(invoices)('%s', (picture) => {
  let pixels: Pixels = { data: new Uint8ClampedArray(), width: 0, height: 0 };
  beforeAll(async () => {
    pixels = await decode(picture);
    const wasm = readFileSync(createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm'));
    prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(wasm).buffer } });
  });

  const blocks = invoiceOf(picture).region_list.flatMap((region) => region.text_block_list);
  const lines = blocks.flatMap((block) => block.text_sent_list.map((line) => ({ element: block.key, line })));

  test('has the size that its ground truth states, and correct counts', () => {
    const object = invoiceOf(picture);
    expect([object.width, object.height]).toEqual([pixels.width, pixels.height]);
    expect(object.region_count).toBe(object.region_list.length);
    expect(new Set(object.region_list.map(({ type }) => type)).size).toBe(object.region_list.length);
    for (const block of blocks) {
      expect(block.text_sent_count).toBe(block.text_sent_list.length);
      expect(block.value).toBe(block.text_sent_list.map(({ text }) => text).join('\n'));
      expect(block.ocr_flag).toBe(block.value === '' ? 0 : 1);
    }
  });

  test('has all corners inside the picture', () => {
    for (const { position } of [...blocks, ...lines.map(({ line }) => line)])
      for (const { x, y } of Object.values(position)) {
        expect(x).toBeGreaterThanOrEqual(0);
        expect(y).toBeGreaterThanOrEqual(0);
        expect(x).toBeLessThanOrEqual(pixels.width);
        expect(y).toBeLessThanOrEqual(pixels.height);
      }
  });

  /** Where the quad's ink begins and ends, in pixels from each of its sides. */
  const inkMargins = ({ position }: Line) => {
    const { tl_point: tl, tr_point: tr, bl_point: bl } = position;
    const width = Math.hypot(tr.x - tl.x, tr.y - tl.y);
    const height = Math.hypot(bl.x - tl.x, bl.y - tl.y);
    const margins = { left: width, top: height, right: width, bottom: height };
    for (let v = 0.5; v < height; v += 1)
      for (let u = 0.5; u < width; u += 1) {
        const x = Math.floor(tl.x + ((tr.x - tl.x) * u) / width + ((bl.x - tl.x) * v) / height);
        const y = Math.floor(tl.y + ((tr.y - tl.y) * u) / width + ((bl.y - tl.y) * v) / height);
        const at = (y * pixels.width + x) * 4;
        const [red = 255, green = 255, blue = 255] = pixels.data.subarray(at, at + 3);
        if (0.3 * red + 0.59 * green + 0.11 * blue > 140) continue;
        margins.left = Math.min(margins.left, u);
        margins.right = Math.min(margins.right, width - u);
        margins.top = Math.min(margins.top, v);
        margins.bottom = Math.min(margins.bottom, height - v);
      }
    return margins;
  };

  test('has every quad close to printed ink', () => {
    for (const { element, line } of lines)
      for (const [side, margin] of Object.entries(inkMargins(line)))
        expect(margin, `${element} ${line.text}: ${side}`).toBeLessThan(6);
  });

  test('carries a QR code that agrees with the print', async () => {
    const image = { ...pixels, data: new Uint8ClampedArray(pixels.data), colorSpace: 'srgb' as const };
    const [code] = await readBarcodes(image, { formats: ['QRCode'] });
    const [, kind = '', invoiceCode, number, amount, date, checkCode] = code?.text.split(',') ?? [];
    expect(invoiceCode).toBe(valueOf(picture, 'vat-invoice-daima') ?? '');
    expect(number).toBe(valueOf(picture, 'vat-invoice-haoma'));
    expect(date).toBe(valueOf(picture, 'vat-invoice-issue-date')?.replace(/\D/g, ''));
    const total = valueOf(
      picture,
      Number(kind) > 30 ? 'vat-invoice-total-cover-tax-digits' : 'vat-invoice-total',
    );
    expect(`¥${amount}`).toBe(total);
    const printed = blockOf(picture, 'check-code');
    if (printed?.ocr_flag !== 0) expect(checkCode).toBe(printed?.value.replaceAll(' ', '') ?? '');
    expect(code?.text).toMatch(/,[0-9A-F]{4},$/);
  });

  test('has amounts that agree with each other', () => {
    const gross = valueOf(picture, 'vat-invoice-total-cover-tax-digits') ?? '';
    const [total = '', tax = ''] = ['vat-invoice-total', 'vat-invoice-tax-total'].map((key) =>
      valueOf(picture, key),
    );
    const amounts = linesOf(picture, 'vat-invoice-price-list');
    const taxes = linesOf(picture, 'vat-invoice-tax-list');
    const rates = linesOf(picture, 'vat-invoice-tax-rate-list');
    expect(amounts.length).toBeGreaterThan(0);
    expect([taxes.length, rates.length]).toEqual([amounts.length, amounts.length]);
    expect(sum(amounts)).toBe(cents(total));
    expect(sum(taxes)).toBe(cents(tax));
    expect(cents(total) + cents(tax)).toBe(cents(gross));
    for (const [index, rate] of rates.entries())
      if (rate.endsWith('%'))
        expect(cents(taxes[index] ?? '')).toBeCloseTo(
          (cents(amounts[index] ?? '') * Number.parseInt(rate, 10)) / 100,
          -0.3,
        );
  });
});

/** What a person reads on each picture. */
test.each([
  ['special-paper.jpg', '3300221130', '01875236', '¥13119.93', '⊗壹万叁仟壹佰壹拾玖圆玖角叁分'],
  ['special-paper-wrong-words.jpg', '3200214130', '07712094', '¥11500.00', '⊗壹万壹仟零伍拾圆整'],
  [
    'ordinary-paper-wrapped-names.jpg',
    '044001900104',
    '40628817',
    '¥10699.97',
    '⊗壹万零陆佰玖拾玖圆玖角柒分',
  ],
  ['ordinary-paper-photo.jpg', '3200174320', '28304471', '¥3040.00', '⊗叁仟零肆拾圆整'],
  ['electronic-ordinary-discount.png', '033002200211', '12640395', '¥11400.00', '⊗壹万壹仟肆佰圆整'],
  ['electronic-ordinary-tax-free.png', '033002300111', '50913728', '¥4893.30', '⊗肆仟捌佰玖拾叁圆叁角'],
  ['electronic-special-monochrome.bmp', '042002200113', '00364182', '¥16900.01', '⊗壹万陆仟玖佰圆零壹分'],
  ['digital-ordinary.png', undefined, '24512000000186420573', '¥1300.00', '⊗壹仟叁佰圆整'],
  ['digital-special.png', undefined, '25312000000097365124', '¥46600.00', '⊗肆万陆仟陆佰圆整'],
])('%s is extracted as printed', (picture, code, number, gross, words) => {
  expect(valueOf(picture, 'vat-invoice-daima')).toBe(code);
  expect(valueOf(picture, 'vat-invoice-haoma')).toBe(number);
  expect(valueOf(picture, 'vat-invoice-total-cover-tax-digits')).toBe(gross);
  expect(valueOf(picture, 'vat-invoice-total-cover-tax')).toBe(words);
});

describe('special cases of the samples', () => {
  test('include a wrapped name with a line for each printed one, and no line for a missing price', () => {
    const picture = 'ordinary-paper-wrapped-names.jpg';
    expect(linesOf(picture, 'vat-invoice-goods-list')).toHaveLength(6);
    expect(linesOf(picture, 'vat-invoice-price-list')).toHaveLength(3);
    expect(linesOf(picture, 'unit-price')).toHaveLength(2);
  });

  test('include a blotted check code as an element without a value', () => {
    const block = blockOf('ordinary-paper-wrapped-names.jpg', 'check-code');
    expect(block).toMatchObject({ ocr_flag: 0, value: '', text_sent_list: [] });
  });

  test('include a discount that repeats its name with a negative amount', () => {
    const picture = 'electronic-ordinary-discount.png';
    const [first, second] = linesOf(picture, 'vat-invoice-goods-list');
    expect(second).toBe(first);
    expect(linesOf(picture, 'vat-invoice-price-list')[1]).toBe('-1061.95');
  });

  test('include a rotated photo, while the others are nearly straight', () => {
    for (const angle of angles('ordinary-paper-photo.jpg')) {
      expect(angle).toBeGreaterThan(2);
      expect(angle).toBeLessThan(5);
    }
    for (const angle of angles('special-paper-wrong-words.jpg')) expect(angle).toBeGreaterThan(359);
    for (const angle of angles('digital-special.png')) expect(angle).toBe(0);
  });

  test('include a stamp over the total, whose score is lower than the others', () => {
    const [line] = blockOf('special-paper.jpg', 'vat-invoice-total')?.text_sent_list ?? [];
    expect(line?.score).toBeLessThan(0.8);
  });
});

describe('faces of the samples', () => {
  test.each([
    ['face-portrait.jpg', 1],
    ['face-group.jpg', 5],
    ['face-crowd.jpg', 24],
  ])('%s has %i', async (picture, count) => {
    const text: { ret: number; face_num: number } = truthOf(picture).text;
    const { width, height } = await decode(picture);
    expect(text).toMatchObject({ ret: 0, face_num: count });
    expect(facesOf(picture)).toHaveLength(count);
    for (const { x, y, w, h, score } of facesOf(picture)) {
      expect(Math.min(x, y)).toBeGreaterThanOrEqual(0);
      expect(x + w).toBeLessThanOrEqual(width);
      expect(y + h).toBeLessThanOrEqual(height);
      expect(score).toBeLessThanOrEqual(1);
    }
  });

  test('have points inside their boxes, except the masked face of the group', () => {
    for (const face of faces.flatMap(facesOf))
      for (const { x, y } of pointsOf(face)) {
        expect(x).toBeGreaterThan(face.x);
        expect(x).toBeLessThan(face.x + face.w);
        expect(y).toBeGreaterThan(face.y);
        expect(y).toBeLessThan(face.y + face.h + 2);
      }
    expect(
      facesOf('face-group.jpg')
        .filter((face) => pointsOf(face).length === 0)
        .map(({ property }) => property.mask),
    ).toEqual([1]);
  });

  test('include glasses, a beard, a mask and all three kinds of hair', () => {
    const properties = facesOf('face-group.jpg').map(({ property }) => property);
    for (const attribute of ['glass', 'beard', 'mask'])
      expect(properties.map((face) => face[attribute])).toContain(1);
    expect(new Set(properties.map(({ hair }) => hair))).toEqual(new Set([0, 1, 2]));
  });

  test('include some, but not only, faces below 30 x 30 pixels', () => {
    const small = facesOf('face-crowd.jpg').filter(({ w, h }) => w < 30 && h < 30);
    expect(small).toHaveLength(7);
  });

  test('have a dark pupil at the first point of each eye', async () => {
    const { data, width } = await decode('face-portrait.jpg');
    const [face] = facesOf('face-portrait.jpg');
    const [left, right] = face ? pointsOf(face) : [];
    for (const { x, y } of [left, right].filter((point) => point !== undefined))
      expect(data[(Math.round(y) * width + Math.round(x)) * 4]).toBeLessThan(60);
    expect(right).toBeDefined();
  });
});
