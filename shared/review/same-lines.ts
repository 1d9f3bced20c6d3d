import { lineKeys, placeOf, type LineKey } from '../invoice/fields.ts';
import type { LinesEdit } from '../invoice/lines-edit.ts';
import type { FieldPath, InvoiceLine } from '../invoice/model.ts';

type Lines = readonly InvoiceLine[];

/** Columns that identify a line, if no other line has the same value. */
const telling: readonly LineKey[] = ['name', 'amount'];

/** The cells that an edit types over or moves, by line. */
const cellsTouched = (edit: LinesEdit): ReadonlyMap<number, ReadonlySet<LineKey>> => {
  const paths: readonly FieldPath[] =
    edit.kind === 'paste'
      ? edit.cells.map(({ field }) => field)
      : edit.kind === 'move'
        ? [edit.from, edit.to]
        : [];
  const touched = new Map<number, Set<LineKey>>();
  for (const path of paths) {
    const place = placeOf(path);
    if (place?.kind === 'line')
      touched.set(place.index, (touched.get(place.index) ?? new Set()).add(place.key));
  }
  return touched;
};

const isAlone = (lines: Lines, key: LineKey, value: string): boolean =>
  lines.filter((line) => line[key] === value).length === 1;

/**
 * Whether the line at an index is the same in two extractions, ignoring some cells. It has a name or an
 * amount that is unique in both, or all its other cells are equal.
 */
const isSameLine = (one: Lines, other: Lines, index: number, but: ReadonlySet<LineKey>): boolean => {
  const [left, right] = [one[index], other[index]];
  if (!left || !right) return left === right;
  const others = lineKeys.filter((key) => !but.has(key));
  const isTold = (key: LineKey): boolean => {
    const value = left[key];
    return value !== null && value === right[key] && isAlone(one, key, value) && isAlone(other, key, value);
  };
  return (
    others.every((key) => left[key] === right[key]) || telling.some((key) => !but.has(key) && isTold(key))
  );
};

/**
 * Whether the lines that an edit types over or moves are the same in two extractions with equally many lines.
 */
export const areSameLines = (one: Lines, other: Lines, edit: LinesEdit): boolean =>
  [...cellsTouched(edit)].every(([index, keys]) => isSameLine(one, other, index, keys));
