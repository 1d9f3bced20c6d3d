import type { ReadLine } from '../element-blocks.ts';
import { compact, lineCount, mapColumns, medianOf, type Columns, type RowCells } from './columns.ts';
import { placeLine, type PageFrame, type PlacedLine } from './page-frame.ts';
import { isSingleRow, pairByOrder } from './pair-by-order.ts';
import type { RowDoubt } from './row-doubt.ts';
import { pitchOf, settleCells } from './settle-cells.ts';
import { settleNames } from './settle-names.ts';

export type SettledRows = { readonly rows: readonly RowCells[]; readonly doubts: readonly RowDoubt[] };

/**
 * Finds the goods rows by the lines' own positions, in the page's direction. Rows that positions don't settle come out
 * as well as they can, with the doubts that say why: never silently.
 */
export const settleRows = (
  columns: Columns<ReadLine>,
  frame: PageFrame | null,
  amountsAreComplete: boolean,
): SettledRows => {
  if (lineCount(columns) === 0) return { rows: [], doubts: [] };
  const placed =
    frame && mapColumns(columns, (lines) => lines.flatMap((line) => placeLine(line, frame) ?? []));
  if (!placed || lineCount(placed) < lineCount(columns)) return settleUnplaced(columns);
  const settled = settlePlaced(placed, amountsAreComplete);
  if (frame.isSteady) return settled;
  return { rows: settled.rows, doubts: [...settled.doubts, { reason: 'no-direction', rows: [] }] };
};

const settleUnplaced = (columns: Columns<ReadLine>): SettledRows => ({
  rows: pairByOrder(columns),
  doubts: isSingleRow(columns) ? [] : [{ reason: 'no-positions', rows: [] }],
});

const settlePlaced = (columns: Columns<PlacedLine>, amountsAreComplete: boolean): SettledRows => {
  const height = medianOf(Object.values(columns).flatMap((lines) => lines.map((line) => line.height)));
  const { positions, cells, doubts } = settleCells(columns, height);
  if (positions.length === 0) {
    const rows = pairByOrder({
      ...columns,
      name: [...columns.name].sort((one, other) => one.across - other.across),
    });
    return { rows, doubts: rows.length > 1 ? doubts : [] };
  }
  const labels = strayLabels(columns.name, positions, height);
  const names = settleNames(
    columns.name.filter((line) => !labels.has(line)),
    positions,
    { height, amountsAreComplete },
  );
  return {
    rows: cells.map(({ unitPrice, amount, taxRate, tax }, index) => ({
      name: names.names[index] ?? [],
      unitPrice,
      amount,
      taxRate,
      tax,
    })),
    doubts: [...doubts, ...names.doubts],
  };
};

/** `合计` and its like, printed at the foot of the name column, level with no row. */
const strayLabels = (
  names: readonly PlacedLine[],
  positions: readonly number[],
  height: number,
): ReadonlySet<PlacedLine> => {
  const reach = 0.5 * pitchOf(positions, height);
  const isStray = ({ text, across }: PlacedLine): boolean =>
    isSumLabel(text) && positions.every((position) => Math.abs(position - across) > reach);
  return new Set(names.filter(isStray));
};

/** Whether a name is the label of a sum over other rows. */
export const isSumLabel = (name: string): boolean =>
  /^[((]?(小计|合计|总计|价税合计|本页小计)[))]?$/.test(compact(name));
