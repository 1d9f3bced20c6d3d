import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readInvoice } from '../../../../shared/invoice/read-invoice.ts';
import { readInvoiceText } from '../../../../shared/services/read-vat-invoice.ts';
import {
  fullForm,
  makeInvoice,
  type LayoutOptions,
  type MadeInvoice,
} from '../../../helpers/invoice-generator.ts';
import { extractionWith } from '../../../helpers/made-extraction.ts';
import { soaking } from '../../../helpers/soak.ts';

const count = soaking ? 2_000 : 200;

type Tally = { exact: number; marked: number; wrong: number[] };

type PriceBlock = { readonly text_sent_list: readonly { readonly text: string }[] };
const isPriceBlock = (value: unknown): value is PriceBlock =>
  typeof value === 'object' && value !== null && 'key' in value && value.key === 'vat-invoice-price-list';

/** `change` adds a fault to the generated invoice. */
const readAll = (
  options: LayoutOptions,
  change: (made: MadeInvoice, seed: number) => MadeInvoice = (made) => made,
  from = 0,
): Tally => {
  const tally: Tally = { exact: 0, marked: 0, wrong: [] };
  for (let seed = from; seed < from + count; seed += 1) {
    const { truth, text } = change(makeInvoice(seed, options), seed);
    const extraction = readInvoiceText(text);
    if (!extraction.ok) throw new Error(`Seed ${seed} gives no extraction`);
    const { invoice, findings } = readInvoice(extraction.value, null);
    if (isDeepStrictEqual(invoice, truth)) tally.exact += 1;
    else if (findings.some(({ id }) => id === 'rows-settled')) tally.marked += 1;
    else tally.wrong.push(seed);
  }
  return tally;
};

const turned = (text: unknown): unknown =>
  JSON.parse(
    JSON.stringify(text)
      .replaceAll('"tl_point"', '"was"')
      .replaceAll('"br_point"', '"tl_point"')
      .replaceAll('"was"', '"br_point"')
      .replaceAll('"tr_point"', '"was"')
      .replaceAll('"bl_point"', '"tr_point"')
      .replaceAll('"was"', '"bl_point"'),
  );

const losing = ({ truth, text }: MadeInvoice, seed: number): MadeInvoice => {
  const at = seed % truth.lines.length;
  const lost = truth.lines[at]?.amount;
  const isOnce = truth.lines.filter(({ amount }) => amount === lost).length === 1;
  if (!isOnce || truth.lines.length === 1) return { truth, text };
  const left: unknown = JSON.parse(JSON.stringify(text), (_, value: unknown) =>
    isPriceBlock(value)
      ? { ...value, text_sent_list: value.text_sent_list.filter((line) => line.text !== lost) }
      : value,
  );
  const lines = truth.lines.map((line, index) => (index === at ? { ...line, amount: null } : line));
  return { truth: { ...truth, lines }, text: left };
};

const column = (x: number, lean: number) =>
  Array.from({ length: 5_000 }, (_, row) => ['1.00', x, row * 16 + ((row * lean) % 11)] as const);

describe(`${count} generated invoices of up to 20 lines, within 6 degrees, with wrapped names and missing cells`, () => {
  it.each([
    ['from a scanner', { ...fullForm, jitter: 0.05 }],
    ['from a phone', fullForm],
    ['with many cells missing', { ...fullForm, missing: 0.4 }],
    ['with positions off by a fifth of the type', { ...fullForm, jitter: 0.2 }],
  ])(
    'are extracted %s: exact in 99.5%%, the others with a finding, none wrong without one',
    (_, options) => {
      const { exact, wrong } = readAll(options);
      expect(wrong).toEqual([]);
      expect(exact / count).toBeGreaterThanOrEqual(0.995);
    },
    120_000,
  );

  it('have findings if the corners are in another order', () => {
    const { wrong } = readAll(fullForm, (made) => ({ ...made, text: turned(made.text) }));
    expect(wrong).toEqual([]);
  }, 120_000);

  it('have findings if an amount was not extracted', () => {
    const { wrong } = readAll({ ...fullForm, missing: 0.2 }, losing, 201_200);
    expect(wrong).toEqual([]);
  }, 120_000);

  it('are paired by order, with a finding, if a page has too many lines to search', () => {
    const { invoice, findings } = readInvoice(
      extractionWith({ 'vat-invoice-price-list': column(600, 7), 'vat-invoice-tax-list': column(800, 5) }),
      null,
    );
    expect(invoice.lines).toHaveLength(5_000);
    expect(findings.map(({ id }) => id)).toEqual(['rows-settled']);
    expect(findings[0]?.message.en).toMatch(/too many/);
  }, 60_000);

  it('have findings rather than wrong values if positions are nearly useless', () => {
    const { exact, marked, wrong } = readAll({ ...fullForm, jitter: 0.5 });
    expect(exact + marked + wrong.length).toBe(count);
    expect(marked).toBeGreaterThan(wrong.length * 5);
  }, 120_000);

  it('never throw, for any layout', () => {
    fc.assert(
      fc.property(
        fc.nat(1_000_000),
        fc.record({
          maxLines: fc.integer({ min: 1, max: 40 }),
          missing: fc.double({ min: 0, max: 1, noNaN: true }),
          skew: fc.double({ min: 0, max: 180, noNaN: true }),
          jitter: fc.double({ min: 0, max: 3, noNaN: true }),
        }),
        (seed, options) => {
          const extraction = readInvoiceText(makeInvoice(seed, options).text);
          if (!extraction.ok) throw new Error('No extraction');
          readInvoice(extraction.value, null);
        },
      ),
      { numRuns: soaking ? 2_000 : 100 },
    );
  }, 120_000);
});
