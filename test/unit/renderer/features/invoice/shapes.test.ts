import { describe, expect, test } from 'vitest';
import { viewFields, type InvoiceDetail } from '../../../../../renderer/features/invoice/field-model.ts';
import {
  aroundType,
  fieldId,
  overlayOf,
  pathOfId,
  regionScore,
  regionText,
} from '../../../../../renderer/features/invoice/shapes.ts';
import type { Quad } from '../../../../../shared/geometry.ts';
import type { Region } from '../../../../../shared/services/regions.ts';
import { invoiceDetail } from './invoice-details.ts';
import { boxQuad } from './quads.ts';

const region = (type: string, quad: Quad | null, texts: readonly string[], recognized = true): Region => ({
  id: '0',
  type,
  quad,
  blocks: [
    {
      key: type,
      value: recognized ? texts.join('\n') : null,
      recognized,
      quad,
      lines: texts.map((text, index) => ({ text, quad, angle: 0, score: 0.9 - index / 10 })),
    },
  ],
});

const overlay = (regions: readonly Region[], changes: Partial<InvoiceDetail> = {}) => {
  const detail = invoiceDetail({ ...changes, regions: [...regions] });
  return overlayOf(viewFields(detail, false), detail.regions, 'en');
};

const numberRegion = region('vat-invoice-haoma', boxQuad(98, 8, 64, 16), ['№12345678']);
const amounts = region('vat-invoice-price-list', boxQuad(298, 98, 44, 16), ['300.00']);

describe('shapes over the picture', () => {
  test('leave room around the print of a digital page, the same for a text of two lines', () => {
    const shape = { id: 'field:number', tone: 'trusted', label: '' } as const;
    const [one, two] = aroundType([
      { ...shape, quad: boxQuad(100, 50, 60, 50) },
      { ...shape, quad: boxQuad(100, 150, 60, 110) },
    ]);
    expect(one?.quad).toEqual(boxQuad(91, 41, 78, 68));
    expect(two?.quad).toEqual(boxQuad(91, 141, 78, 128));
    expect(aroundType([])).toEqual([]);
  });

  test('represent a field by the quad of its region', () => {
    const { shapes, loose } = overlay([numberRegion]);
    const shape = shapes.find(({ id }) => id === fieldId('number'));
    expect(shape?.quad).toEqual(numberRegion.quad);
    expect(shape?.label).toBe('Invoice number  12345678');
    expect(loose).toEqual([]);
  });

  test('keep a column of the lines as a region under its cells', () => {
    const { shapes, loose } = overlay([amounts]);
    expect(loose.map(({ index }) => index)).toEqual([0]);
    const ids = shapes.map(({ id }) => id);
    expect(ids.indexOf('region:0')).toBeLessThan(ids.indexOf(fieldId('lines.0.amount')));
  });

  test('give a goods cell the height of one of its text lines', () => {
    const cell = overlay([amounts]).shapes.find(({ id }) => id === fieldId('lines.0.amount'));
    expect(cell?.lineHeight).toBe(16);
    const { x, y } = cell?.quad[0] ?? { x: 0, y: 0 };
    const wrapped = region('vat-invoice-price-list', boxQuad(x, y, 44, 40), ['300', '.00']);
    const [block] = wrapped.blocks;
    const lines = [boxQuad(x, y, 44, 7), boxQuad(x, y + 8, 44, 7)].map((quad) => ({
      text: '300',
      quad,
      angle: 0,
      score: 0.9,
    }));
    const inLines = overlay([{ ...wrapped, blocks: block ? [{ ...block, lines }] : [] }]);
    expect(inLines.shapes.find(({ id }) => id === fieldId('lines.0.amount'))?.lineHeight).toBe(7);
  });

  test('show a column like its cells if the invoice is confirmed', () => {
    const detail = invoiceDetail({ regions: [amounts] });
    const toneOf = (isConfirmed: boolean) =>
      overlayOf(viewFields(detail, isConfirmed), detail.regions, 'en').shapes.map(({ id, tone }) => [
        id,
        tone,
      ]);
    expect(toneOf(true)).toContainEqual(['region:0', 'confirmed']);
    expect(toneOf(false)).toContainEqual(['region:0', 'trusted']);
  });

  test('include every region with a quad exactly once', () => {
    const regions = [
      numberRegion,
      amounts,
      region('vat-invoice-haoma-right-side', boxQuad(600, 8, 30, 8), ['12345678']),
      region('something-new', boxQuad(1, 1, 9, 9), ['?']),
      region('check-code', boxQuad(5, 50, 80, 10), [], false),
      region('vat-invoice-total', null, ['300.00']),
    ];
    const { shapes } = overlay(regions);
    expect(new Set(shapes.map(({ id }) => id)).size).toBe(shapes.length);
    const drawn = shapes.map(({ quad }) => JSON.stringify(quad));
    for (const { quad } of regions) {
      if (quad) expect(drawn.filter((one) => one === JSON.stringify(quad))).toHaveLength(1);
    }
  });

  test("use the region that a field's value came from if there are two", () => {
    const far = region('vat-invoice-haoma', boxQuad(500, 400, 60, 12), ['87654321']);
    const { shapes, loose } = overlay([far, numberRegion]);
    expect(shapes.find(({ id }) => id === fieldId('number'))?.quad).toEqual(numberRegion.quad);
    expect(loose.map(({ index }) => index)).toEqual([0]);
  });

  test('place a field on the copy that its value came from', () => {
    const copy = region('vat-invoice-haoma-right-side', boxQuad(99, 9, 62, 14), ['12345678']);
    const { shapes, loose } = overlay([copy]);
    expect(shapes.find(({ id }) => id === fieldId('number'))?.quad).toEqual(copy.quad);
    expect(loose).toEqual([]);
  });

  test('draw an unrecognized field as unread', () => {
    const { shapes } = overlay([region('check-code', boxQuad(5, 50, 80, 10), [], false)]);
    expect(shapes.find(({ id }) => id === fieldId('checkCode'))?.tone).toBe('unread');
  });

  test('cut a long value in its label to one line', () => {
    const value = { ...invoiceDetail().value, cipherArea: `${'*7+<'.repeat(20)}\n${'>1/2'.repeat(20)}` };
    const area = region('cryptographic-area', boxQuad(0, 0, 100, 40), ['x']);
    const label =
      overlay([area], { value }).shapes.find(({ id }) => id === fieldId('cipherArea'))?.label ?? '';
    expect(label).not.toContain('\n');
    expect(label.length).toBeLessThan(50);
  });
});

describe('a region in the list', () => {
  test('shows its lines and their lowest score', () => {
    const two = region('vat-invoice-goods-list', boxQuad(0, 0, 9, 9), ['一', '二']);
    expect(regionText(two)).toBe('一\n二');
    expect(regionScore(two)).toBeCloseTo(0.8);
    expect(regionText(region('check-code', null, [], false))).toBeNull();
    expect(regionScore(region('check-code', null, [], false))).toBeNull();
  });
});

test('lead back from ids to their fields', () => {
  expect(pathOfId(fieldId('lines.0.amount'))).toBe('lines.0.amount');
  expect(pathOfId('region:3')).toBeNull();
  expect(pathOfId(null)).toBeNull();
});
