import { isReverted } from './correct-invoice.ts';
import { knownChanges, linesTable, type InvoiceChange } from './invoice-changes.ts';
import { pathAfter } from './lines-edit.ts';
import type { FieldPath } from './model.ts';

/** A change of a field by the user: typing a value, reverting it, or keeping it despite a new extraction. */
export const correctionKinds = ['typed', 'reverted', 'kept'] as const;
export type CorrectionKind = (typeof correctionKinds)[number];

/** The effect of an event on one field. */
type FieldChange<Event> = {
  readonly event: Event;
  readonly field: FieldPath;
  /** Null empties the field. */
  readonly value: string | null;
  readonly kind: CorrectionKind;
};

/**
 * All changes of fields by the user, oldest first, under the fields' current names. The changes of a deleted line
 * or a reverted table are not included.
 */
export const fieldCorrections = <Event extends { readonly change: InvoiceChange }>(
  events: readonly Event[],
): readonly FieldChange<Event>[] => {
  let corrections: FieldChange<Event>[] = [];
  for (const event of events) {
    const [change] = knownChanges([event.change]);
    if (!change || change.kind === 'accept') continue;
    if (change.kind === 'correct')
      corrections.push({ event, field: change.field, value: change.value, kind: 'typed' });
    else if (change.kind === 'edit-lines') {
      const { edit } = change;
      if (edit.kind === 'paste')
        corrections.push(
          ...edit.cells.map((cell): FieldChange<Event> => ({ event, ...cell, kind: 'typed' })),
        );
      corrections = corrections.flatMap((earlier) => {
        const field = pathAfter(edit, earlier.field);
        return field === null ? [] : [{ ...earlier, field }];
      });
    } else if (change.field === linesTable) {
      if (change.kind === 'revert')
        corrections = corrections.filter(({ field }) => !isReverted(field, linesTable));
    } else {
      const kind = change.kind === 'revert' ? 'reverted' : 'kept';
      corrections.push({ event, field: change.field, value: null, kind });
    }
  }
  return corrections;
};

/** The last change of each field, unless the field was reverted. */
export const latestCorrections = <Event extends { readonly change: InvoiceChange }>(
  events: readonly Event[],
): ReadonlyMap<FieldPath, FieldChange<Event>> => {
  const latest = new Map<FieldPath, FieldChange<Event>>();
  for (const correction of fieldCorrections(events)) {
    if (correction.kind === 'reverted') latest.delete(correction.field);
    // A value that was never typed cannot be kept.
    else if (correction.kind === 'typed' || latest.has(correction.field))
      latest.set(correction.field, correction);
  }
  return latest;
};
