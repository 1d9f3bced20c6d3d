import { keepField, linesField, revertField } from '../review/edits.ts';
import { placeOf } from './fields.ts';
import { parseLinesEdit, type LinesEdit } from './lines-edit.ts';
import type { FieldPath } from './model.ts';

/** An event of a page, as far as it is about an invoice; null as its value empties a field. */
export type FieldCorrection = { readonly field: FieldPath; readonly value: string | null };

/** What such an event does. Where a path is `lines`, it is the whole table of the goods lines. */
export type Act =
  | { readonly kind: 'type'; readonly path: FieldPath; readonly value: string | null }
  | { readonly kind: 'edit'; readonly edit: LinesEdit }
  /** It is what was read again. */
  | { readonly kind: 'revert'; readonly path: FieldPath }
  /** What the user made of it stands against another reading. */
  | { readonly kind: 'keep'; readonly path: FieldPath };

/** Whether a path names a value that can be corrected. */
export const isCorrectable = (path: FieldPath): boolean => placeOf(path) !== null;

/** Whether a path lies in the table of the goods lines, or is the table. */
export const isOfLines = (path: FieldPath): boolean => path === linesField || placeOf(path)?.kind === 'line';

/** The act of an event; null where it says nothing about an invoice that this version knows. */
export const actOf = ({ field, value }: FieldCorrection): Act | null => {
  if (field === linesField) {
    const edit = parseLinesEdit(value);
    return edit && { kind: 'edit', edit };
  }
  if (field === revertField || field === keepField) {
    if (value === null || (value !== linesField && !isCorrectable(value))) return null;
    return { kind: field === revertField ? 'revert' : 'keep', path: value };
  }
  return isCorrectable(field) ? { kind: 'type', path: field, value } : null;
};
