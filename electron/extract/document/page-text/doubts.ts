import type { FieldPath } from '../../../../shared/invoice/model.ts';
import type { Doubt } from '../../../../shared/invoice/read-lines.ts';
import { doubtTexts } from '../../../../shared/texts/doubts.ts';

/** Figures do not add up: one of them was misread, or the file is wrong. */
export const sumsDoubt = (fields: readonly FieldPath[]): Doubt => ({
  id: 'text-sums-differ',
  fields,
  message: doubtTexts.textSums,
});

export const rowsDoubt = (fields: readonly FieldPath[]): Doubt => ({
  id: 'rows-settled',
  fields,
  message: doubtTexts.textRows,
});

export const tornNameDoubt = (path: FieldPath): Doubt => ({
  id: 'name-wrapped',
  fields: [path],
  message: doubtTexts.textName,
});

export const productDoubt = (fields: readonly FieldPath[]): Doubt => ({
  id: 'text-product-differs',
  fields,
  message: doubtTexts.textProduct,
});

export const sidesDoubt = (fields: readonly FieldPath[]): Doubt => ({
  id: 'party-sides',
  fields,
  message: doubtTexts.textSides,
});

export const missingDoubt = (fields: readonly FieldPath[]): Doubt => ({
  id: 'text-incomplete',
  fields,
  message: doubtTexts.textMissing,
});

export const malformedDoubt = (path: FieldPath, raw: string): Doubt => ({
  id: 'value-unreadable',
  fields: [path],
  message: doubtTexts.unreadable(raw),
});
