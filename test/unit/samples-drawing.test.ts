import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { capitalWords, yuan } from '../samples/amounts.ts';
import { generateInvoice } from '../helpers/generate-invoice.ts';
import { invertHomography, ontoQuad, project } from '../samples/homography.ts';
import { drawInvoice } from '../samples/invoice.ts';
import { taxpayerId } from '../samples/taxpayer-id.ts';
import { fontsPresent, widthOf, wrap } from '../samples/text.ts';

test.each([
  [31_800, '叁佰壹拾捌圆整'],
  [1_060_000, '壹万零陆佰圆整'],
  [5270, '伍拾贰圆柒角'],
  [701_883, '柒仟零壹拾捌圆捌角叁分'],
  [1010, '壹拾圆壹角'],
  [1, '壹分'],
  [10_001, '壹佰圆零壹分'],
  [-12_345, '负壹佰贰拾叁圆肆角伍分'],
  [10_000_000_100, '壹亿零壹圆整'],
  [1_000_000_000, '壹仟万圆整'],
  [10_000_001, '壹拾万圆零壹分'],
  [1_001_000, '壹万零壹拾圆整'],
  [0, '零圆整'],
  [105, '壹圆零伍分'],
])('writes %i cents as %s', (cents, words) => {
  expect(capitalWords(cents)).toBe(words);
});

test('writes cents with two digits', () => {
  expect([yuan(0), yuan(7), yuan(-5), yuan(-106_195)]).toEqual(['0.00', '0.07', '-0.05', '-1061.95']);
});

test.each(['91350100M000100Y43', '91310110666007217T', '9131011259474644XJ'])(
  '%s ends in its check character',
  (id) => {
    expect(taxpayerId(id.slice(0, -1))).toBe(id);
  },
);

test('makes no taxpayer id from letters outside the alphabet', () => {
  expect(() => taxpayerId('91350100M000100YO')).toThrow('alphabet');
  expect(() => taxpayerId('91350100')).toThrow('17');
});

test('maps corners to corners with a projective map, and back with its inverse', () => {
  const jitter = fc.integer({ min: -60, max: 60 });
  fc.assert(
    fc.property(
      fc.array(jitter, { minLength: 8, maxLength: 8 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (by, share) => {
        const at = (x: number, y: number, index: number) => ({
          x: x + (by[index] ?? 0),
          y: y + (by[index + 1] ?? 0),
        });
        const quad = [at(0, 0, 0), at(800, 0, 2), at(800, 500, 4), at(0, 500, 6)] as const;
        const map = ontoQuad(1600, 1000, quad);
        const corner = project(map, { x: 1600, y: 1000 });
        expect(corner.x).toBeCloseTo(quad[2].x, 6);
        expect(corner.y).toBeCloseTo(quad[2].y, 6);
        const point = { x: 1600 * share, y: 1000 * (1 - share) };
        const back = project(invertHomography(map), project(map, point));
        expect(back.x).toBeCloseTo(point.x, 6);
        expect(back.y).toBeCloseTo(point.y, 6);
      },
    ),
  );
});

const cents = (text: string): number => Number(text.replace('.', ''));

test('generates an invoice that adds up, and the same one for the same seed', () => {
  fc.assert(
    fc.property(fc.nat(), fc.integer({ min: 1, max: 20 }), (seed, count) => {
      const invoice = generateInvoice(seed, count);
      expect(generateInvoice(seed, count)).toEqual(invoice);
      expect(invoice.lines.length).toBeGreaterThanOrEqual(count);
      expect(invoice.lines.reduce((sum, { amount }) => sum + cents(amount), 0)).toBe(cents(invoice.total));
      expect(invoice.lines.reduce((sum, { tax }) => sum + cents(tax), 0)).toBe(cents(invoice.taxTotal));
      expect(cents(invoice.total) + cents(invoice.taxTotal)).toBe(cents(invoice.grossTotal));
      expect(invoice.number).toHaveLength(Number(invoice.kind) > 30 ? 20 : 8);
      for (const { taxId } of [invoice.buyer, invoice.seller])
        expect(taxpayerId(taxId.slice(0, -1))).toBe(taxId);
    }),
  );
});

describe.skipIf(!fontsPresent())('drawing with the available fonts', () => {
  test('wraps a name to its column without losing a character', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('云', '栖', 'A', '7', '（', '*'), minLength: 1, maxLength: 60 }),
        (name) => {
          const lines = wrap(name, 'sans', 20, 120);
          expect(lines.join('')).toBe(name);
          for (const line of lines) expect(widthOf(line, 'sans', 20)).toBeLessThanOrEqual(120);
        },
      ),
    );
  });

  test('draws the same invoice to the same bytes, and another one to others', async () => {
    const look = { encoding: 'jpg', capture: { kind: 'photo', degrees: -3, seed: 5 }, scale: 0.5 } as const;
    const [first, second, other] = await Promise.all(
      [3, 3, 4].map((seed) => drawInvoice(generateInvoice(seed), look)),
    );
    expect(first?.bytes.equals(second?.bytes ?? Buffer.alloc(0))).toBe(true);
    expect(first?.truth).toEqual(second?.truth);
    expect(first?.truth.sha256).not.toBe(other?.truth.sha256);
  });

  test('makes an invoice longer for more lines', async () => {
    const [short, long] = await Promise.all(
      [1, 20].map((count) => drawInvoice(generateInvoice(8, count), { scale: 0.5 })),
    );
    const heights = [short, long].map((drawn) => drawn?.truth.text.object_list[0]?.height ?? 0);
    expect(heights[1]).toBeGreaterThan((heights[0] ?? 0) + 150);
  });
});
