import { describe, expect, test } from 'vitest';
import { movedCell, type CellPlace } from '../../../../../renderer/features/invoice/use-cells.ts';

/** Two plain rows, two lines of three columns, a plain row. */
const cells: readonly CellPlace[] = [
  { row: 0, column: 0 },
  { row: 1, column: 0 },
  { row: 2, column: 0 },
  { row: 2, column: 1 },
  { row: 2, column: 2 },
  { row: 3, column: 0 },
  { row: 3, column: 1 },
  { row: 3, column: 2 },
  { row: 4, column: 0 },
];

describe('the arrow keys in the panel', () => {
  test.each([
    ['move down to the next row', 0, 'ArrowDown', 1],
    ['move down into the lines', 1, 'ArrowDown', 2],
    ['move down within a column', 3, 'ArrowDown', 6],
    ['move down out of the lines to the nearest column', 7, 'ArrowDown', 8],
    ['move up within a column', 7, 'ArrowUp', 4],
    ['move up into the lines at the first column', 8, 'ArrowUp', 5],
    ['move right within a line', 2, 'ArrowRight', 3],
    ['do not move beyond the end of a line', 4, 'ArrowRight', null],
    ['do not move before the start of a line', 2, 'ArrowLeft', null],
    ['do not move up from the first cell', 0, 'ArrowUp', null],
    ['do not move down from the last cell', 8, 'ArrowDown', null],
    ['move to the first cell with Home', 6, 'Home', 0],
    ['move to the last cell with End', 0, 'End', 8],
    ['do not move with another key', 3, 'Enter', null],
  ])('%s', (_, at, key, expected) => {
    expect(movedCell(cells, at, key)).toBe(expected);
  });

  test('leads nowhere from an unknown cell', () => {
    expect(movedCell(cells, -1, 'ArrowDown')).toBeNull();
    expect(movedCell([], 0, 'End')).toBeNull();
  });
});
