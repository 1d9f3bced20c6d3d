import type { FieldPath } from './model.ts';
import type { ReaderFinding } from './read-lines.ts';
import { readerFindingTexts } from '../texts/reader-findings.ts';

/** The file contains two different values for a field: neither is used. */
export const statedTwiceFinding = (path: FieldPath, stated: readonly string[]): ReaderFinding => ({
  id: 'values-differ',
  fields: [path],
  message: readerFindingTexts.statedTwice(stated),
});

/** The file marks the invoice as red but its total is not negative, or the reverse. */
export const redSignFinding = (isRed: boolean): ReaderFinding => ({
  id: 'red-invoice-sign',
  fields: ['grossTotal'],
  message: isRed ? readerFindingTexts.redNotNegative : readerFindingTexts.blueNegative,
});

/** The labels in the file that name the kind contradict each other. */
export const kindLabelsFinding: ReaderFinding = {
  id: 'kind-labels-differ',
  fields: ['kind'],
  message: readerFindingTexts.kindLabels,
};

/** The file is the bookkeeping record of an invoice: it has no goods and incomplete parties. */
export const bookingSideFinding: ReaderFinding = {
  id: 'booking-record',
  fields: [],
  message: readerFindingTexts.bookingRecord,
};
