import { useLayoutEffect, useRef, type PointerEvent } from 'react';
import { flushSync } from 'react-dom';
import type { ColumnId } from '../../state/batch-view.ts';
import { isWithin, placeOf } from './places.ts';

/** Milliseconds between two steps of a range that grows beyond an edge. */
const stepMs = 50;

type Place = { readonly row: number; readonly column: number };

type Drag = {
  readonly shown: readonly ColumnId[];
  /** The number of frozen columns, which are the first ones. */
  readonly frozen: number;
  readonly rows: number;
  readonly rowHeight: number;
  /** Makes a cell the active one, where a range begins. */
  readonly onBegin: (place: Place) => void;
  /** The range goes to another cell; `isOneRow` if it is in the row where the range begins. */
  readonly onReach: (place: Place, isOneRow: boolean) => void;
};

/**
 * CSS pixels beside an edge that count as beyond it: in a window that fills the screen, nothing is, and the next column
 * may be just out of sight.
 */
const edge = 12;

const within = (value: number, most: number): number => Math.max(0, Math.min(value, most - 1));

/**
 * Where a pointer is: in a cell, or one step beyond the last one, under the header, the sums or outside of the table.
 * A range from beside the frozen columns reaches those only after all that is scrolled below them.
 */
const nextPlace = (grid: Element, { x, y }: DOMPointReadOnly, start: Place, at: Place, drag: Drag): Place => {
  const { left, right, top, bottom } = grid.getBoundingClientRect();
  const hit = document.elementFromPoint(
    Math.max(left + 1, Math.min(x, right - 1)),
    Math.max(top + 1, Math.min(y, bottom - 1)),
  );
  const found = hit && grid.contains(hit) ? placeOf(hit, drag.shown) : null;
  const row =
    y < top + drag.rowHeight
      ? at.row - 1
      : y > bottom - 2 * drag.rowHeight
        ? at.row + 1
        : (found?.row ?? at.row);
  const isBeforeFrozen = start.column >= drag.frozen && at.column > drag.frozen && grid.scrollLeft > 0;
  const isOverFrozen = found !== null && found.column < drag.frozen;
  const column =
    x < left + edge || (isBeforeFrozen && isOverFrozen)
      ? at.column - 1
      : x > right - edge
        ? at.column + 1
        : found && found.column >= 0
          ? found.column
          : at.column;
  return { row: within(row, drag.rows), column: within(column, drag.shown.length) };
};

/** Selects cells by a drag of the mouse. At the edges of the table the range goes on, and the table scrolls with it. */
export const useDragRange = (drag: Drag) => {
  const latest = useRef(drag);
  useLayoutEffect(() => {
    latest.current = drag;
  });
  /** The click that ends a drag is none on a cell. */
  const hasDragged = useRef(false);
  const onPointerDown = (event: PointerEvent<HTMLElement>): void => {
    const { button, pointerType, shiftKey, ctrlKey, metaKey, target, currentTarget: grid } = event;
    const start = placeOf(target, drag.shown);
    if (button !== 0 || pointerType !== 'mouse' || shiftKey || ctrlKey || metaKey) return;
    if (!start || start.column < 0 || isWithin(target, '.sheet-editor')) return;
    let [at, point, timer]: [Place, DOMPointReadOnly | null, number] = [start, null, 0];
    const follow = (): void => {
      if (!point) return;
      const next = nextPlace(grid, point, start, at, latest.current);
      if (next.row === at.row && next.column === at.column) return;
      if (timer === 0) {
        // The range begins before it grows.
        flushSync(() => latest.current.onBegin(start));
        timer = window.setInterval(follow, stepMs);
      }
      at = next;
      latest.current.onReach(at, at.row === start.row);
    };
    const end = (): void => {
      removeEventListener('pointermove', onMove);
      removeEventListener('pointerup', end);
      removeEventListener('pointercancel', end);
      if (timer === 0) return;
      clearInterval(timer);
      hasDragged.current = true;
      setTimeout(() => (hasDragged.current = false));
    };
    const onMove = ({ buttons, clientX, clientY }: globalThis.PointerEvent): void => {
      if ((buttons & 1) === 0) return end();
      point = new DOMPointReadOnly(clientX, clientY);
      follow();
    };
    addEventListener('pointermove', onMove);
    addEventListener('pointerup', end);
    addEventListener('pointercancel', end);
  };
  return { onPointerDown, hasDragged };
};
