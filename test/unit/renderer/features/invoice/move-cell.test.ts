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
    ['down to the next row', 0, 'ArrowDown', 1],
    ['into the lines', 1, 'ArrowDown', 2],
    ['down within a column', 3, 'ArrowDown', 6],
    ['out of the lines to the nearest column', 7, 'ArrowDown', 8],
    ['up within a column', 7, 'ArrowUp', 4],
    ['up into the lines at the first column', 8, 'ArrowUp', 5],
    ['right within a line', 2, 'ArrowRight', 3],
    ['never right out of a line', 4, 'ArrowRight', null],
    ['never left out of a line', 2, 'ArrowLeft', null],
    ['never up from the first', 0, 'ArrowUp', null],
    ['never down from the last', 8, 'ArrowDown', null],
    ['to the first', 6, 'Home', 0],
    ['to the last', 0, 'End', 8],
    ['no other key', 3, 'Enter', null],
  ])('%s', (_, at, key, expected) => {
    expect(movedCell(cells, at, key)).toBe(expected);
  });

  test('leads nowhere from an unknown cell', () => {
    expect(movedCell(cells, -1, 'ArrowDown')).toBeNull();
    expect(movedCell([], 0, 'End')).toBeNull();
  });
});
