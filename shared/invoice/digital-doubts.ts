import type { FieldPath } from './model.ts';
import type { Doubt } from './read-lines.ts';
import { doubtTexts } from '../texts/doubts.ts';

/** The file contains two different values for a field: neither is used. */
export const statedTwiceDoubt = (path: FieldPath, stated: readonly string[]): Doubt => ({
  id: 'values-differ',
  fields: [path],
  message: doubtTexts.statedTwice(stated),
});

/** The file marks the invoice as red but its total is not negative, or the reverse. */
export const redSignDoubt = (isRed: boolean): Doubt => ({
  id: 'red-invoice-sign',
  fields: ['grossTotal'],
  message: isRed ? doubtTexts.redNotNegative : doubtTexts.blueNegative,
});

/** The labels in the file that name the kind contradict each other. */
export const kindLabelsDoubt: Doubt = {
  id: 'kind-labels-differ',
  fields: ['kind'],
  message: doubtTexts.kindLabels,
};

/** The file is the bookkeeping record of an invoice: it has no goods and incomplete parties. */
export const bookingSideDoubt: Doubt = {
  id: 'booking-record',
  fields: [],
  message: doubtTexts.bookingRecord,
};
