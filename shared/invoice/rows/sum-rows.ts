import { centsOf, readMoney, type Cents } from '../money.ts';
import type { RowCells } from './match-column.ts';
import { isSumLabel, type SettledRows } from './settle-rows.ts';

/**
 * Removes rows that only sum up other rows. These are rows labelled 小计 or 合计 whose amount is the sum of the rows
 * above, and a last row without name that repeats the invoice's total. A labelled row that does not add up is kept
 * and reported as a finding.
 */
export const dropSums = ({ rows, findings }: SettledRows, total: Cents | null): SettledRows => {
  const kept: RowCells[] = [];
  const odd: number[] = [];
  let sinceSubtotal: Cents = 0;
  let sinceTop: Cents = 0;
  for (const [index, row] of rows.entries()) {
    const cents = row.amount ? centsOf(readMoney(row.amount.text).value) : null;
    const isLabelled = isSumLabel(row.name.map(({ text }) => text).join(''));
    const addsUp = cents !== null && kept.length > 0 && (cents === sinceSubtotal || cents === sinceTop);
    const isBareTotal = row.name.length === 0 && index === rows.length - 1 && addsUp && cents === total;
    if ((isLabelled && (addsUp || cents === null)) || isBareTotal) {
      sinceSubtotal = 0;
      continue;
    }
    if (isLabelled) odd.push(kept.length);
    kept.push(row);
    sinceSubtotal += cents ?? 0;
    sinceTop += cents ?? 0;
  }
  const subtotal = odd.length > 0 ? [{ reason: 'subtotal' as const, rows: odd }] : [];
  // Row numbers of earlier findings are invalid once rows are removed.
  const earlier = kept.length < rows.length ? findings.map(({ reason }) => ({ reason, rows: [] })) : findings;
  return { rows: kept, findings: [...earlier, ...subtotal] };
};
