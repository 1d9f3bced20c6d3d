import { isReverted } from './correct-invoice.ts';
import { knownActs, linesTable, type InvoiceAct } from './invoice-acts.ts';
import { pathAfter } from './lines-edit.ts';
import type { FieldPath } from './model.ts';

/** What the user did with a field: typed a value, reverted it, or kept it despite a new extraction. */
export const saids = ['typed', 'reverted', 'kept'] as const;
export type Said = (typeof saids)[number];

/** What an event did with one field. */
type FieldChange<Event> = {
  readonly event: Event;
  readonly field: FieldPath;
  /** Null empties the field. */
  readonly value: string | null;
  readonly said: Said;
};

/**
 * All changes of fields by the user, oldest first, under the fields' current names. The changes of a deleted
 * line are gone, as are those of a reverted table.
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

/** The last change of each field, unless the field was reverted. */
export const latestCorrections = <Event extends { readonly act: InvoiceAct }>(
  events: readonly Event[],
): ReadonlyMap<FieldPath, FieldChange<Event>> => {
  const latest = new Map<FieldPath, FieldChange<Event>>();
  for (const change of fieldCorrections(events)) {
    if (change.said === 'reverted') latest.delete(change.field);
    // A value that was never typed cannot be kept.
    else if (change.said === 'typed' || latest.has(change.field)) latest.set(change.field, change);
  }
  return latest;
};
