import { fieldOf, type LineKey, type ValueKind } from '../../../../shared/invoice/fields.ts';

/** The rules by which a column's values are read. */
export const lineFieldKind = (key: LineKey): ValueKind => fieldOf(`lines.0.${key}`)?.kind ?? 'text';
