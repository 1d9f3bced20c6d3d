import { lightUp, selectInTable } from '../../state/review-store.ts';
import type { FacePack } from '../../../shared/face/pack.ts';
import { faceId } from '../../canvas/shapes.ts';
import type { SelectHow } from '../../ui/virtual-grid.tsx';
import { pickFaces } from '../../state/face-view.ts';

/** So many selected faces are lit up on the picture; more would only be a patch of colour. */
const mostLit = 200;

const idPrefix = faceId(0).slice(0, -1);

/** The ordinal in the id by which picture and table name a face; null for any other id. */
export const ordinalIn = (id: string | null): number | null =>
  id?.startsWith(idPrefix) ? Number(id.slice(idPrefix.length)) : null;

/** Faces from one row to another, both included. */
const rangeOf = (indices: readonly number[], from: number, to: number): readonly number[] =>
  indices.slice(Math.min(from, to), Math.max(from, to) + 1);

/**
 * What is selected after a row was chosen.
 * @param indices the ordinals of all rows in their order
 * @param active the row that was chosen before; -1 for none
 */
export const afterChoice = (
  picked: ReadonlySet<number>,
  indices: readonly number[],
  active: number,
  row: number,
  how: SelectHow,
): ReadonlySet<number> => {
  const chosen = indices[row];
  if (chosen === undefined) return picked;
  if (how === 'alone') return new Set([chosen]);
  if (how === 'range') return new Set([...picked, ...rangeOf(indices, active < 0 ? row : active, row)]);
  const next = new Set(picked);
  if (!next.delete(chosen)) next.add(chosen);
  return next;
};

/** Lights up what is selected on the picture; the one the keyboard is on is brought into view. */
export const pick = (picked: ReadonlySet<number>, active: number | null): void => {
  pickFaces(picked);
  selectInTable(active === null ? null : faceId(active));
  const lit = picked.size > 1 && picked.size <= mostLit ? [...picked].map(faceId) : [];
  if (lit.length > 0) lightUp(lit);
};

/** The faces that an act is about: those selected together, or the one selected on the picture. */
export const pickedFaces = (picked: ReadonlySet<number>, selected: string | null): readonly number[] => {
  const active = ordinalIn(selected);
  if (picked.size > 0 && (active === null || picked.has(active))) return [...picked];
  return active === null ? [] : [active];
};

/** Of the selected faces those that are shown, as positions: what a filter or the threshold hides is not acted on. */
export const shownOf = (pack: FacePack, rows: Uint32Array, picked: ReadonlySet<number>): readonly number[] =>
  picked.size === 0 ? [] : Array.from(rows).filter((i) => picked.has(pack.index[i] ?? 0));
