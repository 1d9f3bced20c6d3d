import { lightUp, selectInTable, selectOnPicture } from '../../state/review-store.ts';
import type { FacePack } from '../../../shared/face/pack.ts';
import { faceId } from '../../canvas/shapes.ts';
import type { SelectHow } from '../../ui/virtual-grid.tsx';
import { pickFaces } from '../../state/face-view.ts';

/** At most this many selected faces are highlighted on the picture; more would merge into one patch. */
const mostLit = 200;

const idPrefix = faceId(0).slice(0, -1);

/** The ordinal in the face id used by picture and table; null for any other id. */
export const ordinalIn = (id: string | null): number | null =>
  id?.startsWith(idPrefix) ? Number(id.slice(idPrefix.length)) : null;

/** Faces from one row to another, both inclusive. */
const rangeOf = (indices: Float64Array, from: number, to: number): Float64Array =>
  indices.slice(Math.min(from, to), Math.max(from, to) + 1);

/**
 * The selection after the user chose a row.
 * @param indices the ordinals of all rows in their order
 * @param active the row chosen before; -1 for none
 */
export const afterChoice = (
  picked: ReadonlySet<number>,
  indices: Float64Array,
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

/** Highlights the selection on the picture and brings the focused face into view. */
export const pick = (picked: ReadonlySet<number>, active: number | null): void => {
  pickFaces(picked);
  selectInTable(active === null ? null : faceId(active));
  const lit = picked.size > 1 && picked.size <= mostLit ? [...picked].map(faceId) : [];
  if (lit.length > 0) lightUp(lit);
};

/** Selects one face without moving the picture. */
export const pickOnPicture = (ordinal: number): void => {
  pickFaces(new Set([ordinal]));
  selectOnPicture(faceId(ordinal));
};

/** The target faces of an action: the selection in the table, or the face selected on the picture. */
export const pickedFaces = (picked: ReadonlySet<number>, selected: string | null): readonly number[] => {
  const active = ordinalIn(selected);
  if (picked.size > 0 && (active === null || picked.has(active))) return [...picked];
  return active === null ? [] : [active];
};

/**
 * Positions of the selected faces that are visible. Actions skip faces hidden by a filter or the threshold.
 */
export const shownOf = (pack: FacePack, rows: Uint32Array, picked: ReadonlySet<number>): readonly number[] =>
  picked.size === 0 ? [] : Array.from(rows).filter((i) => picked.has(pack.index[i] ?? 0));

/** The position of the face whose value all selected faces follow: the one in focus, otherwise the first. */
export const faceToFollow = (
  pack: FacePack,
  positions: readonly number[],
  selected: string | null,
): number => {
  const active = ordinalIn(selected);
  return positions.find((i) => pack.index[i] === active) ?? positions[0] ?? 0;
};
