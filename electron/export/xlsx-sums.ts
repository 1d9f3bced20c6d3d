import type { Language } from '../../shared/language.ts';
import { countedYes } from './review-words.ts';
import type { PlacedColumn } from './table.ts';
import { sumCell, sumLabelCell, type SheetCell } from './xlsx-cell.ts';
import { cellAddress } from './xlsx-xml.ts';
import { exportWords } from '../../shared/texts/exports.ts';

/** Sums the amounts of one sheet while its rows are written. */
type SheetSums = {
  readonly see: (cells: readonly SheetCell[]) => void;
  /**
   * The sum rows; empty if no column is summed.
   * @param rows of the table, header included
   */
  readonly rows: (rows: number) => readonly (readonly SheetCell[])[];
};

type Sum = { readonly at: number; cents: number; counted: number };

/** Maximum number of sum rows per sheet. */
export const mostSumRows = 2;

/**
 * One row sums what the filter shows (SUBTOTAL 109). If some rows are not part of the totals, a second one
 * sums only those that are. An amount that could not be parsed is text and part of no sum.
 */
export const createSums = <Row>(
  columns: readonly PlacedColumn<Row>[],
  isSummed: (columnId: string) => boolean,
  language: Language,
): SheetSums => {
  const sums: Sum[] = [];
  for (const [at, { column }] of columns.entries())
    if (column.type === 'amount' && isSummed(column.id)) sums.push({ at, cents: 0, counted: 0 });
  const countedAt = columns.findIndex(({ column }) => column.id === 'counted');
  const yes = countedYes(language);
  const labelAt = columns.findIndex((_, index) => sums.every(({ at }) => at !== index));
  let hasOthers = false;

  const row = (label: string, cellOf: (sum: Sum) => SheetCell): readonly SheetCell[] => {
    const cells: SheetCell[] = columns.map(() => null);
    if (labelAt >= 0) cells[labelAt] = sumLabelCell(label);
    for (const sum of sums) cells[sum.at] = cellOf(sum);
    return cells;
  };

  return {
    see: (cells) => {
      const isCounted = countedAt < 0 || cells[countedAt]?.value === yes;
      for (const sum of sums) {
        const value = cells[sum.at]?.value;
        if (typeof value !== 'number') continue;
        const cents = Math.round(value * 100);
        sum.cents += cents;
        if (isCounted) sum.counted += cents;
        else hasOthers = true;
      }
    },
    rows: (rows) => {
      if (sums.length === 0 || rows < 2) return [];
      const range = (at: number): string => `${cellAddress(1, at)}:${cellAddress(rows - 1, at)}`;
      const all = row(exportWords.total[language], ({ at, cents }) =>
        sumCell(`SUBTOTAL(109,${range(at)})`, cents / 100),
      );
      if (!hasOthers) return [all];
      const once = row(exportWords.countedTotal[language], ({ at, counted }) =>
        sumCell(`SUMIFS(${range(at)},${range(countedAt)},"${yes}")`, counted / 100),
      );
      return [all, once];
    },
  };
};
