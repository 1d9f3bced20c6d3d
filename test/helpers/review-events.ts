import { linesEditSchema } from '../../shared/invoice/lines-edit.ts';
import type { InvoiceAct } from '../../shared/invoice/invoice-acts.ts';
import type { InvoiceEvent, ReviewAct, ReviewEvent } from '../../shared/review/event.ts';

/** An event of the local author on an extraction; id and version are equal. */
export const eventOf = (act: ReviewAct, id: number, extractionId: number | null = 1): ReviewEvent => ({
  id,
  version: id,
  by: 'local',
  at: new Date(id).toISOString(),
  extractionId,
  act,
});

export const invoiceEventOf = (act: InvoiceAct, id: number, extractionId: number | null): InvoiceEvent => ({
  ...eventOf(act, id, extractionId),
  act,
});

/** Builds an act from its kind, field and value. `lines` takes an edit of the table as JSON. */
export const actOf = (what: string, value: string | null): InvoiceAct => {
  if (what === 'lines') return { kind: 'edit-lines', edit: linesEditSchema.parse(JSON.parse(value ?? '')) };
  if (what === 'keep' || what === 'revert') return { kind: what, field: value ?? '' };
  return { kind: 'correct', field: what, value };
};
