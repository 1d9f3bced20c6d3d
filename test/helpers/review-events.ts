import { linesEditSchema } from '../../shared/invoice/lines-edit.ts';
import type { InvoiceChange } from '../../shared/invoice/invoice-changes.ts';
import type { InvoiceEvent, ReviewChange, ReviewEvent } from '../../shared/review/event.ts';

/** An event of the local author on an extraction; id and version are equal. */
export const eventOf = (change: ReviewChange, id: number, extractionId: number | null = 1): ReviewEvent => ({
  id,
  version: id,
  by: 'local',
  at: new Date(id).toISOString(),
  extractionId,
  change,
});

export const invoiceEventOf = (
  change: InvoiceChange,
  id: number,
  extractionId: number | null,
): InvoiceEvent => ({
  ...eventOf(change, id, extractionId),
  change,
});

/** Builds a review event from its kind, field and value. `lines` takes an edit of the table as JSON. */
export const actOf = (what: string, value: string | null): InvoiceChange => {
  if (what === 'lines') return { kind: 'edit-lines', edit: linesEditSchema.parse(JSON.parse(value ?? '')) };
  if (what === 'keep' || what === 'revert') return { kind: what, field: value ?? '' };
  return { kind: 'correct', field: what, value };
};
