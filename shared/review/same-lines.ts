import { lineKeys, placeOf, type LineKey } from '../invoice/fields.ts';
import type { LinesEdit } from '../invoice/lines-edit.ts';
import type { FieldPath, InvoiceLine } from '../invoice/model.ts';

type Lines = readonly InvoiceLine[];

/** What tells a line from the others, where no other has it. */
const telling: readonly LineKey[] = ['name', 'amount'];

/** The cells that an edit types over or moves, by their lines. */
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
 * Whether the line at a place is the same one in two readings, whatever some of its cells are: it has a name or an amount
 * that is its own in both, or all its other cells are the same.
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

/** Whether the lines whose cells an edit types over or moves are the same in two readings of as many lines. */
export const areSameLines = (one: Lines, other: Lines, edit: LinesEdit): boolean =>
  [...cellsTouched(edit)].every(([index, keys]) => isSameLine(one, other, index, keys));
