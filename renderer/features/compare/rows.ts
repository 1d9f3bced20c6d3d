import type { Side } from '../../../shared/contract/sides.ts';
import { fieldOf, fieldPathsOf, valueAt } from '../../../shared/invoice/fields.ts';
import type { FieldPath } from '../../../shared/invoice/model.ts';

/** A field with its value on each side. */
export type SideRow = {
  readonly path: FieldPath;
  readonly values: readonly (string | null)[];
  /** Whether the values of the sides differ. */
  readonly isDifferent: boolean;
};

/** The fields that have a value on any side, in the order of the side with the most lines. */
export const sideRows = (sides: readonly Side[]): readonly SideRow[] => {
  const [longest] = sides.toSorted((a, b) => b.invoice.lines.length - a.invoice.lines.length);
  if (!longest) return [];
  return fieldPathsOf(longest.invoice)
    .filter((path) => fieldOf(path) !== null)
    .map((path) => ({ path, values: sides.map(({ invoice }) => valueAt(invoice, path)) }))
    .filter(({ values }) => values.some((value) => value !== null))
    .map(({ path, values }) => ({ path, values, isDifferent: new Set(values).size > 1 }));
};
