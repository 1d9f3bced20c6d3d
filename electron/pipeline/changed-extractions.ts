import { fieldOf } from '../../shared/invoice/fields.ts';
import type { Invoice } from '../../shared/invoice/model.ts';
import type { Finding } from '../../shared/invoice/finding.ts';
import type { Conflict, LinesConflict } from '../../shared/review/merge-extractions.ts';
import { readerFindingTexts } from '../../shared/texts/reader-findings.ts';

const fieldCheck = ({ field, before, now }: Conflict): Finding => {
  const label = fieldOf(field)?.label ?? { zh: field, en: field };
  return {
    id: 'reading-changed',
    level: 'warn',
    message: readerFindingTexts.fieldChanged(label, now, before),
    fields: [field],
  };
};

const linesCheck = ({ before, now }: LinesConflict, value: Invoice): Finding => ({
  id: 'reading-changed',
  level: 'warn',
  message: readerFindingTexts.linesChanged(now.length, before.length),
  // The first cell represents the table, so that stepping through open fields reaches it.
  fields: value.lines.length > 0 ? ['lines.0.name'] : [],
});

/** Findings for the values of a newer extraction that differ from the user's edits. */
export const changedExtractions = (
  conflicts: readonly Conflict[],
  linesConflict: LinesConflict | null,
  value: Invoice,
): readonly Finding[] => [
  ...conflicts.map(fieldCheck),
  ...(linesConflict ? [linesCheck(linesConflict, value)] : []),
];
