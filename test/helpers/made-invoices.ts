import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Truth } from '../../electron/extract/sandbox/truths.ts';
import { sha256Of } from '../../electron/infra/bytes.ts';
import { pictureOf } from './pictures.ts';

/** A unique picture and the smallest possible response about it. */
export type Made = { readonly name: string; readonly bytes: Buffer; readonly truth: Truth };

type Element = readonly [key: string, value: string];

const position = (row: number) => {
  const [top, bottom] = [row * 20, row * 20 + 16];
  return {
    tl_point: { x: 10, y: top },
    tr_point: { x: 200, y: top },
    bl_point: { x: 10, y: bottom },
    br_point: { x: 200, y: bottom },
  };
};

const region = ([key, value]: Element, row: number) => ({
  id: String(row),
  order: row,
  type: key,
  position: position(row),
  text_block_count: 1,
  text_block_list: [
    {
      id: '0',
      order: 0,
      key,
      value,
      position: position(row),
      ocr_flag: 1,
      tag: '',
      class: key,
      text_sent_count: 1,
      text_sent_list: [{ text: value, position: position(row), angle: 0, score: 0.97 }],
    },
  ],
});

const invoiceText = (elements: readonly Element[]): Truth['text'] => ({
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
      width: 64,
      height: 48,
      idx: 0,
      table_count: 0,
      table_list: [],
      region_count: elements.length,
      region_list: elements.map(region),
    },
  ],
});

const faceText = (seed: number): Truth['text'] => ({
  ret: 0,
  face_num: 1,
  face_1: {
    score: 0.9,
    x: seed % 40,
    y: 2,
    w: 20,
    h: 30,
    point_1: { x: 5, y: 6 },
    property: { beard: 0, expression: 3, gender: 1, glass: 0, hair: 2, mask: 0 },
  },
});

/** The decoded text of an invoice whose number depends on the seed. */
export const madeInvoiceText = (seed: number, gross = '318.00', seller = '上海某某有限公司'): Truth['text'] =>
  invoiceText([
    ['vat-invoice-daima', '3100221130'],
    ['vat-invoice-haoma', String(10_000_000 + seed)],
    ['vat-invoice-issue-date', '2024年05月28日'],
    ['vat-invoice-seller-name', seller],
    ['vat-invoice-total', '¥300.00'],
    ['vat-invoice-tax-total', '¥18.00'],
    ['vat-invoice-total-cover-tax-digits', `¥${gross}`],
  ]);

const invoiceMade = async (seed: number, text: Truth['text']): Promise<Made> => {
  const bytes = await pictureOf(seed);
  return {
    name: `invoice-${seed}.png`,
    bytes,
    truth: { service: 'vat-invoice', sha256: sha256Of(bytes), text },
  };
};

/** An invoice whose number depends on the seed. */
export const madeInvoice = (seed: number): Promise<Made> => invoiceMade(seed, madeInvoiceText(seed));

/** An invoice with one line item. */
export const madeInvoiceWithGoods = (seed: number): Promise<Made> =>
  invoiceMade(
    seed,
    invoiceText([
      ['vat-invoice-haoma', String(10_000_000 + seed)],
      ['vat-invoice-seller-name', '上海某某有限公司'],
      ['vat-invoice-goods-list', '*纸制品*复印纸'],
      ['vat-invoice-price-list', '300.00'],
      ['vat-invoice-tax-rate-list', '6%'],
      ['vat-invoice-tax-list', '18.00'],
    ]),
  );

export const madeFace = async (seed: number): Promise<Made> => {
  const bytes = await pictureOf(seed);
  const truth: Truth = { service: 'face-detect', sha256: sha256Of(bytes), text: faceText(seed) };
  return { name: `face-${seed}.png`, bytes, truth };
};

/** Writes the pictures into `<folder>/in` and their truths into `<folder>/truths`. */
export const writeMade = async (folder: string, made: readonly Made[]) => {
  const [input, truths] = [join(folder, 'in'), join(folder, 'truths')];
  await Promise.all([mkdir(input, { recursive: true }), mkdir(truths, { recursive: true })]);
  for (const { name, bytes, truth } of made) {
    await writeFile(join(input, name), bytes);
    await writeFile(join(truths, `${name}.truth.json`), JSON.stringify(truth));
  }
  return { input, truths };
};
