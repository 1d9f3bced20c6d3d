import type { FieldPath } from './model.ts';
import type { Doubt } from './read-lines.ts';
import { doubtTexts } from '../texts/doubts.ts';

/** A file states a value twice, and not the same: neither is taken. */
export const statedTwiceDoubt = (path: FieldPath, stated: readonly string[]): Doubt => ({
  id: 'values-differ',
  fields: [path],
  message: doubtTexts.statedTwice(stated),
});

/** The file says that the invoice is red, and its total is not negative; or the other way round. */
export const redSignDoubt = (isRed: boolean): Doubt => ({
  id: 'red-invoice-sign',
  fields: ['grossTotal'],
  message: isRed ? doubtTexts.redNotNegative : doubtTexts.blueNegative,
});

/** What the labels of the file say about the kind does not fit together. */
export const kindLabelsDoubt: Doubt = {
  id: 'kind-labels-differ',
  fields: ['kind'],
  message: doubtTexts.kindLabels,
};

/** The file is the bookkeeping record of an invoice: it has neither goods nor the whole of the parties. */
export const bookingSideDoubt: Doubt = {
  id: 'booking-record',
  fields: [],
  message: doubtTexts.bookingRecord,
};
