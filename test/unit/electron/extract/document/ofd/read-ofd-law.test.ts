import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeDigitalInvoice } from '../../../../../samples/digital/make-invoice.ts';
import { seededRandom } from '../../../../../samples/random.ts';
import { readOfd } from '../../../../../../electron/extract/document/ofd/read/read-ofd.ts';
import type { Invoice } from '../../../../../../shared/invoice/model.ts';
import { ofdInvoiceParts, type OfdInvoiceOptions } from '../../../../../samples/digital/write-ofd.ts';
import { packOfd } from '../../../../../samples/digital/ofd-file.ts';

const invoices: fc.Arbitrary<Invoice> = fc
  .record({
    seed: fc.nat(),
    lines: fc.integer({ min: 1, max: 100 }),
    isRed: fc.boolean(),
    hasSpecialCharacters: fc.boolean(),
  })
  .map(({ seed, ...options }) => makeDigitalInvoice(seededRandom(seed), { ...options, hasAddresses: false }));

const read = async (invoice: Invoice, options: OfdInvoiceOptions) => {
  const result = await readOfd(packOfd(ofdInvoiceParts(invoice, options)));
  if (!result.ok) throw new Error(result.failure.detail ?? result.failure.reason);
  const [extraction, more] = result.value;
  if (!extraction || more) throw new Error('not one invoice');
  return extraction;
};

const options: fc.Arbitrary<OfdInvoiceOptions> = fc.record({
  attachment: fc.boolean(),
  tags: fc.boolean(),
  customData: fc.boolean(),
  template: fc.boolean(),
  watermark: fc.boolean(),
  buyerRight: fc.boolean(),
});

describe('readOfd', () => {
  it('reads every generated invoice exactly, from any of its sources, without findings', async () => {
    await fc.assert(
      fc.asyncProperty(invoices, options, async (invoice, chosen) => {
        const { invoice: found, findings, origins } = await read(invoice, chosen);
        // An attachment does not name the kind in words that could contradict the form's title.
        expect(found).toEqual(invoice);
        expect(findings).toEqual([]);
        for (const path of ['number', 'grossTotal', 'buyer.name', 'lines.0.amount'])
          expect(origins[path]?.quad, path).not.toBeNull();
      }),
      { numRuns: 60 },
    );
  }, 60_000);

  it('reads pages whose glyphs are separate objects', async () => {
    await fc.assert(
      fc.asyncProperty(invoices, async (invoice) => {
        const { invoice: found } = await read(invoice, { glyphs: true });
        expect(found).toEqual(invoice);
      }),
      { numRuns: 15 },
    );
  }, 60_000);
});
