import { useCallback, useRef, type KeyboardEvent, type RefCallback } from 'react';
import { isComposing } from '../../../shared/contract/local-keys.ts';

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

/** Marks an element as a cell reachable by arrow keys. */
export const cellPlace = (row: number, column: number) => ({ 'data-row': row, 'data-column': column });

const numberOf = (element: HTMLElement, name: 'row' | 'column') => Number(element.dataset[name]);

/**
 * Arrow keys, Home and End across all marked cells within an element, in any number of tables.
 * @param register also gets the element
 */
export const useCells = (register: RefCallback<HTMLElement>) => {
  const container = useRef<HTMLDivElement>(null);
  const attach: RefCallback<HTMLDivElement> = useCallback(
    (element: HTMLDivElement | null) => {
      container.current = element;
      return register(element);
    },
    [register],
  );
  const onKeyDown = useCallback((event: KeyboardEvent) => {
    const target = event.target;
    if (
      !(target instanceof HTMLElement) ||
      target.dataset['row'] === undefined ||
      event.ctrlKey ||
      event.metaKey ||
      event.altKey ||
      isComposing(event.nativeEvent)
    )
      return;
    const cells = [...(container.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])];
    const places = cells.map((cell) => ({ row: numberOf(cell, 'row'), column: numberOf(cell, 'column') }));
    const next = movedCell(places, cells.indexOf(target), event.key);
    if (next === null) return;
    event.preventDefault();
    cells[next]?.focus();
  }, []);
  return { container, attach, onKeyDown };
};
