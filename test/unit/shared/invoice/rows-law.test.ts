import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readInvoice } from '../../../../shared/invoice/read-invoice.ts';
import { readInvoiceText } from '../../../../shared/services/vat-invoice-reading.ts';
import { fullForm, makeInvoice, type LayoutOptions } from '../../../helpers/invoice-generator.ts';
import { soaking } from '../../../helpers/soak.ts';

const count = soaking ? 2_000 : 200;

type Tally = { exact: number; marked: number; wrong: number[] };

const readAll = (options: LayoutOptions): Tally => {
  const tally: Tally = { exact: 0, marked: 0, wrong: [] };
  for (let seed = 0; seed < count; seed += 1) {
    const { truth, text } = makeInvoice(seed, options);
    const reading = readInvoiceText(text);
    if (!reading.ok) throw new Error(`Seed ${seed} makes no reply`);
    const { invoice, doubts } = readInvoice(reading.value);
    if (isDeepStrictEqual(invoice, truth)) tally.exact += 1;
    else if (doubts.some(({ id }) => id === 'rows-settled')) tally.marked += 1;
    else tally.wrong.push(seed);
  }
  return tally;
};

describe(`${count} made invoices of up to 20 lines, within 6 degrees, names wrapped, cells missing`, () => {
  it.each([
    ['as a scanner gives them', { ...fullForm, jitter: 0.05 }],
    ['as a phone gives them', fullForm],
    ['with many cells missing', { ...fullForm, missing: 0.4 }],
    ['with positions off by a fifth of the type', { ...fullForm, jitter: 0.2 }],
  ])(
    'come back %s: exact in 99.5%%, the rest marked, none wrong unmarked',
    (_, options) => {
      const { exact, wrong } = readAll(options);
      expect(wrong).toEqual([]);
      expect(exact / count).toBeGreaterThanOrEqual(0.995);
    },
    120_000,
  );

  it('are marked rather than wrong where positions tell next to nothing', () => {
    const { exact, marked, wrong } = readAll({ ...fullForm, jitter: 0.5 });
    expect(exact + marked + wrong.length).toBe(count);
    expect(marked).toBeGreaterThan(wrong.length * 5);
  }, 120_000);

  it('never throw, whatever the layout', () => {
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
          const reading = readInvoiceText(makeInvoice(seed, options).text);
          if (!reading.ok) throw new Error('No reply');
          readInvoice(reading.value);
        },
      ),
      { numRuns: soaking ? 2_000 : 100 },
    );
  }, 120_000);
});
