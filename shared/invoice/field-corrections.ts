import { isReverted } from './correct-invoice.ts';
import { knownActs, linesTable, type InvoiceAct } from './invoice-acts.ts';
import { pathAfter } from './lines-edit.ts';
import type { FieldPath } from './model.ts';

/** What the user did with a field: typed a value, took it back to what was read, or kept it against a new extraction. */
export const saids = ['typed', 'reverted', 'kept'] as const;
export type Said = (typeof saids)[number];

/** What an event did with one field. */
export type FieldChange<Event> = {
  readonly event: Event;
  readonly field: FieldPath;
  /** Null empties the field. */
  readonly value: string | null;
  readonly said: Said;
};

/**
 * All that the user did with fields, oldest first, under the names that the fields have now. A line that is gone took
 * its own along, and so did a table that was taken back.
 */
export const fieldCorrections = <Event extends { readonly act: InvoiceAct }>(
  events: readonly Event[],
): readonly FieldChange<Event>[] => {
  let changes: FieldChange<Event>[] = [];
  for (const event of events) {
    const [act] = knownActs([event.act]);
    if (!act || act.kind === 'accept') continue;
    if (act.kind === 'correct') changes.push({ event, field: act.field, value: act.value, said: 'typed' });
    else if (act.kind === 'edit-lines') {
      const { edit } = act;
      if (edit.kind === 'paste')
        changes.push(...edit.cells.map((cell): FieldChange<Event> => ({ event, ...cell, said: 'typed' })));
      changes = changes.flatMap((change) => {
        const field = pathAfter(edit, change.field);
        return field === null ? [] : [{ ...change, field }];
      });
    } else if (act.field === linesTable) {
      if (act.kind === 'revert') changes = changes.filter(({ field }) => !isReverted(field, linesTable));
    } else {
      const said = act.kind === 'revert' ? 'reverted' : 'kept';
      changes.push({ event, field: act.field, value: null, said });
    }
  }
  return changes;
};

/** The last change of each field that is not what was read. */
export const latestCorrections = <Event extends { readonly act: InvoiceAct }>(
  events: readonly Event[],
): ReadonlyMap<FieldPath, FieldChange<Event>> => {
  const latest = new Map<FieldPath, FieldChange<Event>>();
  for (const change of fieldCorrections(events)) {
    if (change.said === 'reverted') latest.delete(change.field);
    // What was never typed can't be kept.
    else if (change.said === 'typed' || latest.has(change.field)) latest.set(change.field, change);
  }
  return latest;
};
