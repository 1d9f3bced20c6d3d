import { useCallback, useRef, type KeyboardEvent } from 'react';
import { isComposing } from '../../shell/commands/keys.ts';
import { movedCell } from './move-cell.ts';

/** Marks an element as a cell that the arrow keys reach. */
export const cellPlace = (row: number, column: number) => ({ 'data-row': row, 'data-column': column });

const numberOf = (element: HTMLElement, name: 'row' | 'column') => Number(element.dataset[name]);

/** Arrow keys, Home and End over all the marked cells within an element, whichever tables they stand in. */
export const useCells = () => {
  const container = useRef<HTMLDivElement>(null);
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
  return { container, onKeyDown };
};
