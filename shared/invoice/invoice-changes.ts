import { z } from 'zod';
import { placeOf } from './fields.ts';
import { linesEditSchema } from './lines-edit.ts';
import type { FieldPath } from './model.ts';

/** Used instead of a field name: the whole table of line items. */
export const linesTable = 'lines';

const field = z.string().max(100);

/** A review event on an invoice, without its author and time. */
export const invoiceChangeSchema = z.discriminatedUnion('kind', [
  /** Types a value; null empties the field. */
  z.object({ kind: z.literal('correct'), field, value: z.string().nullable() }),
  z.object({ kind: z.literal('edit-lines'), edit: linesEditSchema }),
  /** Reverts a field, or the table of lines, to the extracted values. */
  z.object({ kind: z.literal('revert'), field }),
  /** Keeps the user's value of a field, or of the lines, despite a newer extraction. */
  z.object({ kind: z.literal('keep'), field }),
  /** Settles a finding: the user has seen it and accepts the invoice. */
  z.object({ kind: z.literal('accept'), finding: z.string().max(100), fields: z.array(field) }),
]);
export type InvoiceChange = z.infer<typeof invoiceChangeSchema>;

/** Whether a path names a value that can be corrected. */
export const isCorrectable = (path: FieldPath): boolean => placeOf(path) !== null;

/** Whether a path is in the table of line items, or is the table. */
export const isOfLines = (path: FieldPath): boolean => path === linesTable || placeOf(path)?.kind === 'line';

const isKnown = (change: InvoiceChange): boolean => {
  switch (change.kind) {
    case 'correct':
      return isCorrectable(change.field);
    case 'revert':
    case 'keep':
      return change.field === linesTable || isCorrectable(change.field);
    case 'edit-lines':
    case 'accept':
      return true;
    default:
      return change satisfies never;
  }
};

/** The events that refer to something on an invoice; the others have no effect. */
export const knownChanges = (changes: readonly InvoiceChange[]): readonly InvoiceChange[] =>
  changes.filter(isKnown);
