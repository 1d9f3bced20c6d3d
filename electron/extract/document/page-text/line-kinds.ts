import { fieldOf, type LineKey, type ValueKind } from '../../../../shared/invoice/fields.ts';

/** The kind of a column's values, which determines the rules for reading them. */
export const lineFieldKind = (key: LineKey): ValueKind => fieldOf(`lines.0.${key}`)?.kind ?? 'text';
