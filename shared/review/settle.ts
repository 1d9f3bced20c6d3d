import type { Finding } from '../invoice/finding.ts';
import { isOfLines, linesTable, type InvoiceChange } from '../invoice/invoice-changes.ts';
import type { FieldPath } from '../invoice/model.ts';
import type { InvoiceEvent } from './event.ts';

/** Whether a change may have changed one of these fields. */
const touches = (change: InvoiceChange, fields: readonly FieldPath[]): boolean => {
  switch (change.kind) {
    case 'correct':
      return fields.includes(change.field);
    case 'edit-lines':
      return fields.some(isOfLines);
    case 'revert':
      return change.field === linesTable ? fields.some(isOfLines) : fields.includes(change.field);
    case 'keep':
    case 'accept':
      return false;
    default:
      return change satisfies never;
  }
};

/** Whether two lists name the same fields in the same order. */
export const areSameFields = (one: readonly FieldPath[], other: readonly FieldPath[]): boolean =>
  one.length === other.length && one.every((path, at) => path === other[at]);

/**
 * Marks the findings that the user has accepted as settled. An acceptance ends when a value of the finding
 * changes, or when the page shows another extraction.
 */
export const settleFindings = (
  findings: readonly Finding[],
  events: readonly InvoiceEvent[],
  extractionId: number,
): readonly Finding[] => {
  const accepted = events.flatMap(({ change, by, at, extractionId: madeOn }, index) => {
    if (change.kind !== 'accept' || (madeOn !== null && madeOn !== extractionId)) return [];
    const isOver = events.slice(index + 1).some((later) => touches(later.change, change.fields));
    return isOver ? [] : [{ change, by, at }];
  });
  if (accepted.length === 0) return findings;
  return findings.map((finding) => {
    const found = accepted.find(
      ({ change }) => change.finding === finding.id && areSameFields(change.fields, finding.fields),
    );
    return found ? { ...finding, settled: { by: found.by, at: found.at } } : finding;
  });
};
