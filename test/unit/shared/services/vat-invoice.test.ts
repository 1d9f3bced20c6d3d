import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { elementKeys } from '../../../helpers/element-keys.ts';
import { elementNames } from '../../../../shared/texts/names.ts';
import { invoiceResponseSchema, invoiceTextSchema } from '../../../helpers/response-schemas.ts';
import { readInvoiceText } from '../../../../shared/services/read-vat-invoice.ts';
import { decodedInvoices, invoiceText, looseness } from '../../../helpers/wire.ts';

const corners = {
  tl_point: { x: 1, y: 2 },
  tr_point: { x: 11, y: 2 },
  bl_point: { x: 1, y: 8 },
  br_point: { x: 11, y: 8 },
};
const line = {
  text: '壹',
  position: corners,
  image_data: '',
  angle: 0.5,
  char_count: 1,
  det_score: 0.9,
  score: 0.8,
};
const block = {
  id: '0',
  order: 0,
  key: 'vat-invoice-total',
  value: '壹',
  position: corners,
  ocr_flag: 1,
  tag: '',
  class: 'vat-invoice-total',
  text_sent_count: 1,
  text_sent_list: [line],
};
const region = {
  id: '0',
  order: 0,
  type: 'vat-invoice-total',
  position: corners,
  text_block_count: 1,
  text_block_list: [block],
};
const target = {
  error_code: 0,
  error_msg: 'success',
  type: '',
  description: 'vat_invoice',
  width: 100,
  height: 50,
  idx: 0,
  table_count: 0,
  table_list: [],
  region_count: 1,
  region_list: [region],
};
/** Every member that the document names. */
const whole = {
  engine_version: '1.2.3',
  error_code: 0,
  error_msg: 'success',
  object_count: 1,
  version: 1,
  object_list: [target],
};
const quad = [
  { x: 1, y: 2 },
  { x: 11, y: 2 },
  { x: 11, y: 8 },
  { x: 1, y: 8 },
];

const withTarget = (change: object) => ({ ...whole, object_list: [{ ...target, ...change }] });
const withBlock = (change: object) =>
  withTarget({ region_list: [{ ...region, text_block_list: [{ ...block, ...change }] }] });
const readBlock = (change: object) => {
  const read = readInvoiceText(withBlock(change));
  if (!read.ok) throw new Error(JSON.stringify(read.failure));
  return read.value.regions[0]?.blocks[0];
};
/** The same without a member. */
const without = (holder: Readonly<Record<string, unknown>>, name: string) =>
  Object.fromEntries(Object.entries(holder).filter(([member]) => member !== name));

describe('the wire format of an invoice response', () => {
  it('has all 24 element values, each named in both languages', () => {
    expect(elementKeys).toHaveLength(24);
    for (const names of Object.values(elementNames)) {
      expect(names.zh).toMatch(/\p{Script=Han}/u);
      expect(names.en).toMatch(/^[A-Z]/);
    }
  });

  it('reads every documented member that is used', () => {
    expect(invoiceTextSchema.safeParse(whole).success).toBe(true);
    expect(readInvoiceText(whole)).toEqual({
      ok: true,
      value: {
        engineVersion: '1.2.3',
        description: 'vat_invoice',
        width: 100,
        height: 50,
        regions: [
          {
            id: '0',
            type: 'vat-invoice-total',
            quad,
            blocks: [
              {
                key: 'vat-invoice-total',
                value: '壹',
                recognized: true,
                quad,
                lines: [{ text: '壹', quad, angle: 0.5, score: 0.8 }],
              },
            ],
          },
        ],
      },
    });
  });

  it.each([1, '1', '1.0', 2.5])('accepts the version %j', (version) => {
    expect(invoiceTextSchema.safeParse({ ...whole, version }).success).toBe(true);
    expect(readInvoiceText({ ...whole, version })).toEqual(readInvoiceText(whole));
  });

  it('accepts text_sent_list as a list, as a single object, or missing', () => {
    expect(readBlock({ text_sent_list: line })).toEqual(readBlock({}));
    expect(invoiceTextSchema.safeParse(withBlock({ text_sent_list: line })).success).toBe(true);
    expect(readBlock({ text_sent_list: undefined })?.lines).toEqual([]);
    expect(readBlock({ text_sent_list: null })?.lines).toEqual([]);
    expect(readBlock({ text_sent_list: [] })?.lines).toEqual([]);
  });

  it('keeps an element that was not recognized, without a value', () => {
    expect(readBlock({ ocr_flag: 0, value: 'guess' })).toMatchObject({ recognized: false, value: null });
    expect(readBlock({ ocr_flag: 0, value: '' })).toMatchObject({ recognized: false, value: null });
    expect(readBlock({ ocr_flag: 1, value: '' })).toMatchObject({ recognized: true, value: '' });
  });

  it('treats a value as recognized if the flag is missing', () => {
    expect(readBlock({ ocr_flag: undefined })).toMatchObject({ recognized: true, value: '壹' });
    expect(readBlock({ ocr_flag: undefined, value: undefined, text_sent_list: [] })).toMatchObject({
      recognized: false,
      value: null,
    });
  });

  it('joins the lines if the value is missing', () => {
    expect(readBlock({ value: undefined, text_sent_list: [line, { text: '贰' }] })?.value).toBe('壹\n贰');
  });

  it.each([
    ['missing corners', {}],
    ['three corners', { ...corners, br_point: undefined }],
    ['a corner without y', { ...corners, br_point: { x: 1 } }],
    ['text as coordinates', { ...corners, br_point: { x: '1', y: '2' } }],
    ['an infinite coordinate', { ...corners, br_point: { x: Infinity, y: 2 } }],
  ])('has no quad for a position with %s', (_, position) => {
    expect(readBlock({ position })?.quad).toBeNull();
  });

  it('falls back to class, then to the region, for a missing key', () => {
    expect(readBlock({ key: undefined, class: 'unit-price' })?.key).toBe('unit-price');
    expect(readBlock({ key: undefined, class: undefined })?.key).toBe('vat-invoice-total');
  });

  it.each(Object.keys(whole).filter((name) => name !== 'error_code' && name !== 'object_list'))(
    'does without %s',
    (name) => {
      expect(readInvoiceText(without(whole, name)).ok).toBe(true);
      expect(invoiceTextSchema.safeParse(without(whole, name)).success).toBe(true);
    },
  );

  it.each(Object.keys(target).filter((name) => name !== 'region_list'))(
    'does without %s of the object',
    (name) => {
      expect(readInvoiceText({ ...whole, object_list: [without(target, name)] }).ok).toBe(true);
    },
  );

  it.each(Object.keys(region))('accepts a region without %s', (name) => {
    expect(readInvoiceText(withTarget({ region_list: [without(region, name)] })).ok).toBe(true);
  });

  it.each(Object.keys(block))('accepts a block without %s', (name) => {
    expect(
      readInvoiceText(withTarget({ region_list: [{ ...region, text_block_list: [without(block, name)] }] }))
        .ok,
    ).toBe(true);
  });

  it.each([
    ['error_code', without(whole, 'error_code')],
    ['error_code', { ...whole, error_code: 'none' }],
    ['error_code', null],
    ['error_code', []],
    ['object_list', without(whole, 'object_list')],
    ['object_list', { ...whole, object_list: {} }],
    ['object_list[0]', { ...whole, object_list: [] }],
    ['object_list[0]', { ...whole, object_list: [null] }],
    ['object_list[0].error_code', withTarget({ error_code: 'none' })],
    ['object_list[0].region_list', withTarget({ region_list: undefined })],
  ])('reports a missing or invalid %s', (member, text) => {
    expect(readInvoiceText(text)).toEqual({ ok: false, failure: { reason: 'reply-member-missing', member } });
  });

  it('distinguishes the code of the text from that of the object', () => {
    expect(readInvoiceText({ error_code: 37042, error_msg: 'Failure', object_list: [] })).toEqual({
      ok: false,
      failure: { reason: 'service-code', code: 37042, detail: 'Failure' },
    });
    expect(readInvoiceText(withTarget({ error_code: 5, error_msg: 'dark' }))).toEqual({
      ok: false,
      failure: { reason: 'object-code', code: 5, detail: 'dark' },
    });
    expect(readInvoiceText({ error_code: 12 })).toMatchObject({ failure: { detail: null } });
  });

  it('keeps unknown members in the schema', () => {
    const text = { ...whole, x_new: 1, object_list: [{ ...target, x_new: 2 }] };
    expect(invoiceTextSchema.parse(text)).toEqual(text);
    const response = { header: { code: 0, x_new: 3 }, payload: { result: { text: '', x_new: 4 } }, x_new: 5 };
    expect(invoiceResponseSchema.parse(response)).toEqual(response);
  });

  it('parses every generated response, in each of the tolerated forms', () => {
    fc.assert(
      fc.property(decodedInvoices, looseness, (extraction, loose) => {
        const text: unknown = JSON.parse(JSON.stringify(invoiceText(extraction, loose)));
        expect(invoiceTextSchema.safeParse(text).success).toBe(true);
        expect(readInvoiceText(text)).toEqual({ ok: true, value: extraction });
      }),
      { numRuns: 500 },
    );
  });

  it('never throws, and parses everything that the schema accepts', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (text) => {
        const read = readInvoiceText(text);
        if (invoiceTextSchema.safeParse(text).success)
          expect(read.ok || read.failure.reason !== 'reply-member-missing').toBe(true);
      }),
      { numRuns: 500 },
    );
  });
});

const readTarget = (change: Record<string, unknown>) => {
  const result = readInvoiceText({ ...whole, object_list: [{ ...target, ...change }] });
  if (!result.ok) throw new Error(result.failure.reason);
  return result.value;
};

describe('a response that deviates from the document', () => {
  it('is parsed with its codes as digits', () => {
    const text = { ...whole, error_code: '0', object_list: [{ ...target, error_code: '0' }] };
    expect(readInvoiceText(text)).toMatchObject({ ok: true });
    expect(readInvoiceText({ ...whole, error_code: '37042' })).toMatchObject({
      ok: false,
      failure: { code: 37042 },
    });
  });

  it.each([null, 5, 'region', [1]])('keeps all regions except one that is %j, and reports it', (broken) => {
    const { regions, leftOut } = readTarget({ region_count: 2, region_list: [broken, region] });
    expect(regions).toHaveLength(1);
    expect(leftOut).toEqual(['region_list[0]']);
  });

  it('keeps all blocks and lines except broken ones', () => {
    const blocks = [null, { ...block, text_sent_count: 2, text_sent_list: [line, null] }];
    const { regions, leftOut } = readTarget({
      region_list: [{ ...region, text_block_count: 2, text_block_list: blocks }],
    });
    expect(regions[0]?.blocks[0]?.lines).toHaveLength(1);
    expect(leftOut).toEqual([
      'region_list[0].text_block_list[0]',
      'region_list[0].text_block_list[1].text_sent_list[1]',
    ]);
  });

  it('cuts endless texts, and leaves regions out behind two million characters', () => {
    const text = '售'.repeat(1_000_000);
    const long = { ...block, key: text, value: text, text_sent_list: [{ ...line, text }] };
    const { regions } = readTarget({ region_list: [{ ...region, text_block_list: [long] }] });
    expect(JSON.stringify(regions).length).toBeLessThan(40_000);
    // One more than a value may have: it is cut, and marked, when it is read as one.
    expect(regions[0]?.blocks[0]?.value).toHaveLength(10_001);
    const many = Array.from({ length: 300 }, () => ({
      ...region,
      text_block_list: [{ ...block, value: text }],
    }));
    const { regions: kept, leftOut } = readTarget({ region_count: 300, region_list: many });
    expect(kept.length).toBeGreaterThan(150);
    expect(kept.length).toBeLessThan(200);
    expect(leftOut).toHaveLength(300 - kept.length);
  });

  it('reports a list that is shorter than the stated count', () => {
    expect(readTarget({ region_count: 3 }).leftOut).toEqual(['region_list[1…]']);
    expect(readTarget({}).leftOut).toBeUndefined();
  });

  it.each([
    [
      'numbers',
      (lines: readonly unknown[]) => Object.fromEntries(lines.map((entry, index) => [`${index}`, entry])),
    ],
    [
      'names',
      (lines: readonly unknown[]) =>
        Object.fromEntries(lines.map((entry, index) => [`text_sent_${index + 1}`, entry]).toReversed()),
    ],
    ['one line', (lines: readonly unknown[]) => lines[0]],
  ])('reads the lines of an object by %s', (_, make) => {
    const lines = Array.from({ length: 12 }, (__, index) => ({ ...line, text: `line ${index}` }));
    const given = make(lines);
    const { regions } = readTarget({
      region_list: [{ ...region, text_block_list: [{ ...block, text_sent_list: given }] }],
    });
    const texts = regions[0]?.blocks[0]?.lines.map(({ text, score }) => `${text} ${score}`);
    const wanted = given === lines[0] ? lines.slice(0, 1) : lines;
    expect(texts).toEqual(wanted.map(({ text, score }) => `${text} ${score}`));
  });

  it('accepts lines that are plain texts', () => {
    const bare = { ...block, value: undefined, text_sent_list: ['壹', '贰'] };
    const { regions } = readTarget({ region_list: [{ ...region, text_block_list: [bare] }] });
    expect(regions[0]?.blocks[0]).toMatchObject({ value: '壹\n贰', lines: [{ text: '壹' }, { text: '贰' }] });
  });

  it.each(['0', false, 0])('treats %j as an element that was not recognized', (flag) => {
    const { regions } = readTarget({
      region_list: [{ ...region, text_block_list: [{ ...block, ocr_flag: flag }] }],
    });
    expect(regions[0]?.blocks[0]).toMatchObject({ recognized: false, value: null });
  });

  it('reports that the picture shows more than one invoice', () => {
    expect(readInvoiceText({ ...whole, object_count: 2 })).toMatchObject({ ok: true, value: { targets: 2 } });
    const two = { ...whole, object_list: [target, target] };
    expect(readInvoiceText(two)).toMatchObject({ ok: true, value: { targets: 2 } });
  });
});
