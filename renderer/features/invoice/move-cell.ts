/** A cell of the panel by its row across all tables, and its column within the row. */
export type CellPlace = { readonly row: number; readonly column: number };

/**
 * The index of the cell that a key moves to from `at`; null if the key does not move or there is no further
 * cell. Up and down keep the column if the next row has it. Cells are in reading order.
 */
export const movedCell = (cells: readonly CellPlace[], at: number, key: string): number | null => {
  const from = cells[at];
  if (!from) return null;
  switch (key) {
    case 'ArrowLeft':
      return sameRow(cells, at - 1, from.row);
    case 'ArrowRight':
      return sameRow(cells, at + 1, from.row);
    case 'ArrowUp':
      return inRow(cells, cells.findLast(({ row }) => row < from.row)?.row, from.column);
    case 'ArrowDown':
      return inRow(cells, cells.find(({ row }) => row > from.row)?.row, from.column);
    case 'Home':
      return 0;
    case 'End':
      return cells.length - 1;
    default:
      return null;
  }
};

const sameRow = (cells: readonly CellPlace[], index: number, row: number): number | null =>
  cells[index]?.row === row ? index : null;

const inRow = (cells: readonly CellPlace[], row: number | undefined, column: number): number | null => {
  if (row === undefined) return null;
  const exact = cells.findIndex((cell) => cell.row === row && cell.column === column);
  return exact >= 0 ? exact : cells.findLastIndex((cell) => cell.row === row && cell.column <= column);
};
