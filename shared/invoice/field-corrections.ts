import { actOf, type FieldCorrection } from './correction-acts.ts';
import { isReverted } from './correct-invoice.ts';
import { pathAfter } from './lines-edit.ts';
import type { FieldPath } from './model.ts';

/** What the user said of a field: typed a value, took back to what was read, or kept against another reading. */
export const saids = ['typed', 'reverted', 'kept'] as const;
export type Said = (typeof saids)[number];

/** An event, told of the field that it is about. */
type Told<Kept> = Kept & FieldCorrection & { readonly said: Said };

/**
 * All that the user said of fields, oldest first, as the fields are called now; a line that is gone took its own along,
 * and so did a table that is as it was read.
 */
export const fieldCorrections = <Kept extends FieldCorrection>(
  corrections: readonly Kept[],
): readonly Told<Kept>[] => {
  let told: Told<Kept>[] = [];
  for (const correction of corrections) {
    const act = actOf(correction);
    if (act?.kind === 'type') told.push({ ...correction, said: 'typed' });
    else if (act?.kind === 'edit') {
      const { edit } = act;
      if (edit.kind === 'paste')
        told.push(...edit.cells.map((cell): Told<Kept> => ({ ...correction, ...cell, said: 'typed' })));
      told = told.flatMap((kept) => {
        const field = pathAfter(edit, kept.field);
        return field === null ? [] : [{ ...kept, field }];
      });
    } else if (act && act.path === 'lines') {
      if (act.kind === 'revert') told = told.filter(({ field }) => !isReverted(field, act.path));
    } else if (act) {
      const said = act.kind === 'revert' ? 'reverted' : 'kept';
      told.push({ ...correction, field: act.path, value: null, said });
    }
  }
  return told;
};

/** The last word on each field that is not what was read. */
export const latestCorrections = <Kept extends FieldCorrection>(
  corrections: readonly Kept[],
): ReadonlyMap<FieldPath, Told<Kept>> => {
  const latest = new Map<FieldPath, Told<Kept>>();
  for (const correction of fieldCorrections(corrections)) {
    if (correction.said === 'reverted') latest.delete(correction.field);
    // What was never typed can't be kept.
    else if (correction.said === 'typed' || latest.has(correction.field))
      latest.set(correction.field, correction);
  }
  return latest;
};
