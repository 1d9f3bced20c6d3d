import { expect, test } from 'vitest';
import { keepShown } from '../../../../electron/pipeline/digital-intake.ts';
import type { WriteStore } from '../../../../electron/store/port.ts';
import { emptyInvoice } from '../../../../shared/invoice/empty-invoice.ts';

/** The data of a file whose invoice has two pages, and that of a call. */
const ofFile = {
  id: 1,
  callId: null,
  payload: { reader: 'pdf', invoice: emptyInvoice, findings: [], origins: {}, pages: [1, 2] },
};
const ofCall = { id: 2, callId: 5, payload: null };

/** The extractions that are shown again instead of the last one. */
const shownOf = async (extractions: readonly object[]): Promise<readonly number[]> => {
  const shown: number[] = [];
  // The unit of work, as far as the tested code uses it.
  const unit = {
    extractionsOf: async () => Promise.resolve(extractions),
    showExtraction: async (_: number, id: number) => {
      shown.push(id);
      return Promise.resolve();
    },
    page: async () => Promise.resolve(null),
  } as unknown as WriteStore;
  await keepShown(unit, 7, []);
  return shown;
};

test('a call never replaces the data of a file with several pages', async () => {
  expect(await shownOf([ofFile, ofCall])).toEqual([1]);
  expect(await shownOf([{ ...ofFile, payload: { ...ofFile.payload, pages: [1] } }, ofCall])).toEqual([]);
});
