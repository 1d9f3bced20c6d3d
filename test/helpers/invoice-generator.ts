import type { Invoice } from '../../shared/invoice/model.ts';
import { makePrintedInvoice, type PrintedInvoice, type TruthOptions } from './invoice-truth.ts';
import { randomFrom, type Random } from './random.ts';

export type LayoutOptions = TruthOptions & {
  /** Maximum in degrees, to either side. */
  readonly skew: number;
  /** Offset of each corner and of whole lines, as a fraction of the type size. */
  readonly jitter: number;
};

export const fullForm: LayoutOptions = { maxLines: 20, missing: 0.08, skew: 6, jitter: 0.1 };

/** A generated invoice: what is printed, and the service's decoded text (vat-invoice.md, Decoded text). */
export type MadeInvoice = { readonly truth: Invoice; readonly text: unknown };

type Print = {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly cell: Cell;
};
type Cell = { readonly left: number; readonly right: number } | null;
type Element = { readonly key: string; readonly prints: readonly Print[] };

/**
 * Lays out an invoice like a printer and reads it like a detector: skewed, off by some pixels, in any order.
 */
export const makeInvoice = (seed: number, options: LayoutOptions = fullForm): MadeInvoice => {
  const random = randomFrom(seed);
  const size = random.between(12, 34);
  const nameWidth = random.whole(7, 16);
  const printed = makePrintedInvoice(random, nameWidth, options);
  return { truth: printed.invoice, text: decodedText(random, printed, { size, nameWidth }, options) };
};

/** The decoded text of a given invoice, on a page that lies straight. */
export const decodedTextOf = (invoice: Invoice, seed = 1): unknown => {
  const lines = invoice.lines.map(({ name, ...cells }) => ({
    nameLines: name === null ? [] : [name],
    cells,
  }));
  const straight = { ...fullForm, skew: 0, jitter: 0 };
  return decodedText(randomFrom(seed), { invoice, lines }, { size: 12, nameWidth: 16 }, straight);
};

const decodedText = (
  random: Random,
  printed: PrintedInvoice,
  { size, nameWidth }: { readonly size: number; readonly nameWidth: number },
  options: LayoutOptions,
): unknown => {
  const elements = [
    ...headerElements(printed.invoice, size),
    ...goodsElements(random, printed, size, nameWidth),
  ];
  const camera = cameraOf(random, size, options);
  const regions = random.shuffle(elements).map((element, index) => region(element, index, random, camera));
  return {
    engine_version: 'made',
    error_code: 0,
    error_msg: 'success',
    object_count: 1,
    version: 1,
    object_list: [
      {
        error_code: 0,
        error_msg: 'success',
        type: '',
        description: 'vat_invoice',
        width: Math.round(size * 95),
        height: Math.round(size * 70),
        idx: 0,
        table_count: 0,
        table_list: [],
        region_count: regions.length,
        region_list: regions,
      },
    ],
  };
};

const widthOf = (text: string, size: number): number => {
  let width = 0;
  for (const character of text) width += character.charCodeAt(0) < 0x2000 ? 0.52 * size : size;
  return width;
};

const goodsTop = 17;

/** Everything except the goods, positioned like on the paper form, in units of the type size. */
const headerElements = (invoice: Invoice, size: number): readonly Element[] => {
  const bottom = goodsTop + 32;
  const [year = '', month = '', day = ''] = (invoice.issueDate ?? '').split('-');
  const cipher = (invoice.cipherArea ?? '').split('\n').map((text, row) => at(text, 52, 9 + row * 1.3, size));
  const places: readonly (readonly [string, string | null, number, number])[] = [
    ['vat-invoice-daima', invoice.code, 12, 3],
    ['vat-invoice-haoma', invoice.number, 66, 3],
    ['vat-invoice-issue-date', `${year}年${month}月${day}日`, 68, 6],
    ['check-code', invoice.checkCode?.replace(/(\d{5})(?=\d)/g, '$1 ') ?? null, 60, 7.5],
    ['vat-invoice-payer-name', invoice.buyer.name, 14, 9],
    ['vat-invoice-rate-payer-id', invoice.buyer.taxId, 15, 10.5],
    ['vat-invoice-payer-addr-tell', invoice.buyer.addressPhone, 14, 12],
    ['vat-invoice-payer-bank-account', invoice.buyer.bankAccount, 14, 13.5],
    ['vat-invoice-total', `¥${invoice.total ?? ''}`, 60, bottom],
    ['vat-invoice-tax-total', `¥${invoice.taxTotal ?? ''}`, 80, bottom],
    ['vat-invoice-total-cover-tax', invoice.grossTotalWords, 24, bottom + 2],
    ['vat-invoice-total-cover-tax-digits', `¥${invoice.grossTotal ?? ''}`, 70, bottom + 2],
    ['vat-invoice-seller-name', invoice.seller.name, 14, bottom + 4.5],
    ['vat-invoice-seller-id', invoice.seller.taxId, 15, bottom + 6],
    ['vat-invoice-seller-addr-tell', invoice.seller.addressPhone, 14, bottom + 7.5],
    ['vat-invoice-seller-bank-account', invoice.seller.bankAccount, 14, bottom + 9],
  ];
  const single = places.flatMap(([key, text, x, y]) =>
    text === null ? [] : [{ key, prints: [at(text, x, y, size)] }],
  );
  return invoice.cipherArea === null ? single : [...single, { key: 'cryptographic-area', prints: cipher }];
};

const at = (text: string, x: number, y: number, size: number): Print => ({
  text,
  x: x * size,
  y: y * size,
  size,
  cell: null,
});

/** Columns of the goods table in units of the type size: names left-aligned, figures right-aligned. */
const goodsElements = (
  random: Random,
  { lines }: PrintedInvoice,
  size: number,
  nameWidth: number,
): readonly Element[] => {
  const pitch = size * random.pick([1.02, 1.1, 1.2, 1.35, 1.6]);
  const gap = size * random.pick([0, 0, 0.15, 0.5, 1.2]);
  const isWholeCell = random.chance(0.15);
  const figureSize = size * random.pick([0.85, 1, 1, 1.1]);
  const sag = () => size * random.between(-0.06, 0.06);
  const right = (key: string, edge: number, width: number, drop: number) => ({
    key,
    edge: edge * size,
    width: width * size,
    drop,
  });
  const columns = {
    unitPrice: right('unit-price', 56, 9, sag()),
    amount: right('vat-invoice-price-list', 68, 11, 0),
    taxRate: right('vat-invoice-tax-rate-list', 73, 4, sag()),
    tax: right('vat-invoice-tax-list', 88, 13, sag()),
  };
  const cells = { unitPrice: [], amount: [], taxRate: [], tax: [] } as Record<keyof typeof columns, Print[]>;
  const names: Print[] = [];
  const nameDrop = sag();
  let y = goodsTop * size;
  for (const { nameLines, cells: values } of lines) {
    const cell = isWholeCell ? { left: 8 * size, right: (8 + nameWidth) * size } : null;
    for (const [row, text] of nameLines.entries())
      names.push({ text, x: 8 * size, y: y + row * pitch + nameDrop, size, cell });
    for (const key of ['unitPrice', 'amount', 'taxRate', 'tax'] as const) {
      const text = values[key];
      if (text === null) continue;
      const { edge, width, drop } = columns[key];
      const whole = isWholeCell ? { left: edge - width, right: edge } : null;
      const place = { x: edge - widthOf(text, figureSize), y: y + drop, size: figureSize };
      cells[key].push({ text, ...place, cell: whole });
    }
    y += nameLines.length * pitch + gap * (random.chance(0.5) ? 1 : random.between(0.6, 1.4));
  }
  const figures = (['unitPrice', 'amount', 'taxRate', 'tax'] as const).map((key) => ({
    key: columns[key].key,
    prints: cells[key],
  }));
  return [{ key: 'vat-invoice-goods-list', prints: names }, ...figures].filter(
    ({ prints }) => prints.length > 0,
  );
};

type Point = { x: number; y: number };
type Camera = { readonly see: (point: Point) => Point; readonly noise: number; readonly angle: number };

/** Turns the page around its centre. */
const cameraOf = (random: Random, size: number, { skew, jitter }: LayoutOptions): Camera => {
  const degrees = random.between(-skew, skew);
  const angle = (degrees * Math.PI) / 180;
  const middle = { x: 47 * size, y: 35 * size };
  const see = ({ x, y }: Point): Point => ({
    x: middle.x + (x - middle.x) * Math.cos(angle) - (y - middle.y) * Math.sin(angle),
    y: middle.y + (x - middle.x) * Math.sin(angle) + (y - middle.y) * Math.cos(angle),
  });
  return { see, noise: jitter * size, angle: degrees };
};

type Position = Readonly<Record<'tl_point' | 'tr_point' | 'bl_point' | 'br_point', Point>>;

const position = ({ text, x, y, size, cell }: Print, random: Random, { see, noise }: Camera): Position => {
  const [left, right] = cell ? [cell.left, cell.right] : [x, x + widthOf(text, size)];
  const height = size * random.between(0.95, 1.1);
  const [top, bottom] = [y - height / 2, y + height / 2];
  const [driftX, driftY] = [random.between(-noise, noise), random.between(-noise, noise)];
  const corner = (cornerX: number, cornerY: number): Point => {
    const seen = see({ x: cornerX, y: cornerY });
    return {
      x: Math.round(seen.x + driftX + random.between(-noise, noise)),
      y: Math.round(seen.y + driftY + random.between(-noise, noise)),
    };
  };
  return {
    tl_point: corner(left, top),
    tr_point: corner(right, top),
    bl_point: corner(left, bottom),
    br_point: corner(right, bottom),
  };
};

const around = (positions: readonly Position[]): Position => {
  const points = positions.flatMap((one) => Object.values(one));
  const [left, right] = [Math.min(...points.map(({ x }) => x)), Math.max(...points.map(({ x }) => x))];
  const [top, bottom] = [Math.min(...points.map(({ y }) => y)), Math.max(...points.map(({ y }) => y))];
  return {
    tl_point: { x: left, y: top },
    tr_point: { x: right, y: top },
    bl_point: { x: left, y: bottom },
    br_point: { x: right, y: bottom },
  };
};

const region = ({ key, prints }: Element, index: number, random: Random, camera: Camera): unknown => {
  const lines = random.shuffle(prints).map((print) => ({
    text: print.text,
    position: position(print, random, camera),
    image_data: '',
    angle: camera.angle < 0 ? 360 + camera.angle : camera.angle,
    char_count: print.text.length,
    det_score: 0.99,
    score: Math.round(random.between(0.9, 1) * 1000) / 1000,
  }));
  const whole = around(lines.map((line) => line.position));
  const value = lines.map(({ text }) => text).join('\n');
  const block = {
    id: '0',
    order: 0,
    key,
    value,
    position: whole,
    ocr_flag: 1,
    tag: '',
    class: key,
    text_sent_count: lines.length,
    text_sent_list: lines,
  };
  return {
    id: String(index),
    order: index,
    type: key,
    position: whole,
    text_block_count: 1,
    text_block_list: [block],
  };
};
