import fc from 'fast-check';
import { makeDigitalInvoice } from '../samples/digital/make-invoice.ts';
import { seededRandom } from '../samples/random.ts';
import { readXml } from '../../electron/extract/document/xml/read-xml.ts';
import type { InvoiceExtraction } from '../../shared/invoice/extraction.ts';
import type { Invoice } from '../../shared/invoice/model.ts';

export const bytesOf = (text: string) => new TextEncoder().encode(text);

export const readAll = (xml: string | Uint8Array): readonly InvoiceExtraction[] => {
  const read = readXml(typeof xml === 'string' ? bytesOf(xml) : xml);
  if (!read.ok) throw new Error(`${read.failure.reason} ${read.failure.detail ?? ''}`);
  return read.value;
};

/** The only invoice of a file. */
export const readOne = (xml: string | Uint8Array): InvoiceExtraction => {
  const [first, ...more] = readAll(xml);
  if (!first || more.length > 0) throw new Error(`${more.length + 1} invoices`);
  return first;
};

/** The invoice of a seed. */
export const made = (
  seed: number,
  options: Partial<Parameters<typeof makeDigitalInvoice>[1]> = {},
): Invoice =>
  makeDigitalInvoice(seededRandom(seed), {
    lines: 3,
    isRed: false,
    hasSpecialCharacters: false,
    ...options,
  });

/** Options of generated invoices. */
export const cases = fc.record({
  seed: fc.nat(1_000_000),
  lines: fc.integer({ min: 1, max: 100 }),
  isRed: fc.boolean(),
  hasSpecialCharacters: fc.boolean(),
});
