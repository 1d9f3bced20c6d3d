import { isOfLines, linesTable } from '../../../shared/invoice/invoice-acts.ts';
import type { FieldPath } from '../../../shared/invoice/model.ts';
import type { InvoiceDetail } from './field-model.ts';

/** What the user can choose of a field: what is taken back to what was read, and what is kept; null for neither. */
export type ReadingChoice = { readonly take: FieldPath | null; readonly keep: FieldPath | null };

/** The choice that the selected field gives; in lines that are in conflict as a table it is about all of them. */
export const choiceOf = (
  { conflicts, linesConflict, corrections }: InvoiceDetail,
  selected: FieldPath | null,
): ReadingChoice => {
  if (selected === null) return { take: null, keep: null };
  if (linesConflict && isOfLines(selected)) return { take: linesTable, keep: linesTable };
  if (conflicts.some(({ field }) => field === selected)) return { take: selected, keep: selected };
  const last = corrections.findLast(({ field }) => field === selected);
  return { take: last && last.said !== 'reverted' ? selected : null, keep: null };
};

/** The part of a text that another does not have, between what both begin with and what both end with. */
export const differingPart = (
  text: string,
  other: string,
): { readonly from: number; readonly to: number } => {
  // Whole characters: half of a rare one is no sign.
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
