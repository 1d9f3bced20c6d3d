import { expect, test } from 'vitest';
import {
  asWholePage,
  hasCompleteData,
  isSettledLocally,
} from '../../../../electron/pipeline/digital-intake.ts';
import type { Extraction } from '../../../../electron/store/records/extraction.ts';
import type { InvoiceExtraction } from '../../../../shared/invoice/extraction.ts';
import { emptyInvoice } from '../../../../shared/invoice/empty-invoice.ts';

const numbers = ['24112000000048542163', '24112000000048542164'];
const incomplete: InvoiceExtraction = {
  reader: 'pdf',
  invoice: { ...emptyInvoice, number: numbers[0] ?? '' },
  ticket: null,
  origins: {},
  findings: [],
  qr: null,
};
const readsOf = (payload: InvoiceExtraction) => ({
  extractionsOf: async () =>
    Promise.resolve([{ id: 1, reader: payload.reader, payload } as unknown as Extraction]),
});
const corner = { x: 0, y: 0 };
const area = [corner, corner, corner, corner] as const;

test('incomplete data of a file is sent, but no page whose text shows several invoices', async () => {
  expect(await isSettledLocally(readsOf(incomplete), 1)).toBe(false);
  const several = asWholePage({ ...incomplete, part: { place: 1, numbers, area } });
  expect(await isSettledLocally(readsOf(several), 1)).toBe(true);
  // The user may still ask for a call.
  expect(await hasCompleteData(readsOf(several), 1)).toBe(false);
});
