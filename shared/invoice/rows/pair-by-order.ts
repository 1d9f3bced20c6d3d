import type { ReadLine } from '../element-blocks.ts';
import { cellKeys, type Columns, type RowCells } from './columns.ts';

/** Pairs cells by index, the best possible result without positions. Remaining names go to the last row. */
export const pairByOrder = (columns: Columns<ReadLine>): readonly RowCells[] => {
  const count = columns.amount.length || Math.max(0, ...cellKeys.map((key) => columns[key].length));
  const rows =
    count === 0 ? columns.name.length : Math.max(count, ...cellKeys.map((key) => columns[key].length));
  return Array.from({ length: rows }, (_, index) => ({
    name: index === rows - 1 ? columns.name.slice(index) : columns.name.slice(index, index + 1),
    unitPrice: columns.unitPrice[index] ?? null,
    amount: columns.amount[index] ?? null,
    taxRate: columns.taxRate[index] ?? null,
    tax: columns.tax[index] ?? null,
  }));
};

/** Whether there is nothing to settle: one amount, and no column with more than one line. */
export const isSingleRow = (columns: Columns<ReadLine>): boolean =>
  columns.amount.length === 1 && Object.values(columns).every((lines) => lines.length <= 1);
