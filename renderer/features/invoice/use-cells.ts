import { useCallback, useRef, type KeyboardEvent, type RefCallback } from 'react';
import { isComposing } from '../../ui/keys.ts';
import { movedCell } from './move-cell.ts';

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
