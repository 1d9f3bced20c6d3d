import type { Finding } from '../invoice/finding.ts';
import { isOfLines, linesTable, type InvoiceAct } from '../invoice/invoice-acts.ts';
import type { FieldPath } from '../invoice/model.ts';
import type { InvoiceEvent } from './event.ts';

/** Whether an act may have changed one of these fields. */
const touches = (act: InvoiceAct, fields: readonly FieldPath[]): boolean => {
  switch (act.kind) {
    case 'correct':
      return fields.includes(act.field);
    case 'edit-lines':
      return fields.some(isOfLines);
    case 'revert':
      return act.field === linesTable ? fields.some(isOfLines) : fields.includes(act.field);
    case 'keep':
    case 'accept':
      return false;
    default:
      return act satisfies never;
  }
};

const isSame = (one: readonly FieldPath[], other: readonly FieldPath[]): boolean =>
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
  const accepted = events.flatMap(({ act, by, at, extractionId: madeOn }, index) => {
    if (act.kind !== 'accept' || (madeOn !== null && madeOn !== extractionId)) return [];
    const isOver = events.slice(index + 1).some((later) => touches(later.act, act.fields));
    return isOver ? [] : [{ act, by, at }];
  });
  if (accepted.length === 0) return findings;
  return findings.map((finding) => {
    const found = accepted.find(
      ({ act }) => act.finding === finding.id && isSame(act.fields, finding.fields),
    );
    return found ? { ...finding, settled: { by: found.by, at: found.at } } : finding;
  });
};
