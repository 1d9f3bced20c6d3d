import { isOfLines, linesTable } from '../../../shared/invoice/invoice-changes.ts';
import type { FieldPath } from '../../../shared/invoice/model.ts';
import { isOpenFinding, type Finding } from '../../../shared/invoice/finding.ts';
import type { InvoiceDetail } from './field-model.ts';

/**
 * The user's options for a field: the path to revert to the extraction, and the path to keep; null for
 * neither.
 */
type ExtractionChoice = {
  readonly take: FieldPath | null;
  readonly keep: FieldPath | null;
  /** The value of the other reader, which replaces the shown one; null if there is none. */
  readonly other: string | null;
};

/** What the other reader read for a field; null if it agrees, or if the user accepted the shown value. */
export const otherReadingOf = (findings: readonly Finding[]): string | null =>
  findings.find((finding) => finding.other !== undefined && isOpenFinding(finding))?.other ?? null;

/** The options for the selected field. In conflicting lines they apply to the whole table. */
export const extractionChoiceOf = (
  { checks, conflicts, linesConflict, corrections }: InvoiceDetail,
  selected: FieldPath | null,
): ExtractionChoice => {
  if (selected === null) return { take: null, keep: null, other: null };
  if (linesConflict && isOfLines(selected)) return { take: linesTable, keep: linesTable, other: null };
  if (conflicts.some(({ field }) => field === selected))
    return { take: selected, keep: selected, other: null };
  const other = otherReadingOf(checks.filter(({ fields }) => fields.includes(selected)));
  if (other !== null) return { take: null, keep: null, other };
  const last = corrections.findLast(({ field }) => field === selected);
  return { take: last && last.kind !== 'reverted' ? selected : null, keep: null, other: null };
};

/** The part of a text that differs from another, between their common start and end. */
export const differingPart = (
  text: string,
  other: string,
): { readonly from: number; readonly to: number } => {
  // Compares whole characters: half of a surrogate pair is not a character.
  const [own, beside] = [Array.from(text), Array.from(other)];
  let from = 0;
  while (from < own.length && own[from] === beside[from]) from += 1;
  let end = 0;
  while (
    end < Math.min(own.length, beside.length) - from &&
    own[own.length - 1 - end] === beside[beside.length - 1 - end]
  )
    end += 1;
  const lengthOf = (count: number) => own.slice(0, count).join('').length;
  return { from: lengthOf(from), to: lengthOf(own.length - end) };
};
