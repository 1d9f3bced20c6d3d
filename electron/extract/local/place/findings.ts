import type { FieldPath } from '../../../../shared/invoice/model.ts';
import type { ReaderFinding } from '../../../../shared/invoice/read-lines.ts';
import { readerFindingTexts } from '../../../../shared/texts/reader-findings.ts';

/** The parts of a line can't be told apart with certainty. */
export const rowFindingOf = (fields: readonly FieldPath[]): ReaderFinding => ({
  id: 'rows-settled',
  fields,
  message: readerFindingTexts.textRows,
});
