import { useCallback, useLayoutEffect, useMemo, useState, type CSSProperties, type RefObject } from 'react';
import type { ColumnId, TableColumn } from '../../state/batch-view.ts';
import { useOnResize, useRem } from '../../ui/use-rem.ts';

export const sumIds = ['total', 'taxTotal', 'grossTotal'] as const;
export type SumId = (typeof sumIds)[number];

/** Widths in CSS pixels that the sums need. */
export type NeededWidths = Readonly<Partial<Record<ColumnId, number>>>;

/** The columns as wide as their sums need at least. */
export const widened = (shown: readonly TableColumn[], needed: NeededWidths): readonly TableColumn[] =>
  shown.map((column) => {
    const least = needed[column.id] ?? 0;
    return least > column.width ? { ...column, width: least } : column;
  });

/** Columns of texts, which take the room that a wide window leaves. */
const stretched: ReadonlySet<ColumnId> = new Set([
  'kind',
  'seller',
  'buyer',
  'state',
  'tags',
  'file',
  'note',
]);
/** The column with the mark of demo data: the first of texts, which can be cut, unlike a day or an amount. */
export const markColumn = (shown: readonly ColumnId[]): number =>
  Math.max(
    0,
    shown.findIndex((id) => stretched.has(id)),
  );

/** A wider column would tear its row apart. */
const mostExtra = 120;

/** The columns as wide as the table, in CSS pixels, if those of texts can be. */
export const filling = (shown: readonly TableColumn[], room: number): readonly TableColumn[] => {
  const several = shown.filter(({ id }) => stretched.has(id)).length;
  const extra = Math.min(mostExtra, Math.floor((room - widthOf(shown)) / several));
  if (several === 0 || extra <= 0) return shown;
  return shown.map((column) =>
    stretched.has(column.id) ? { ...column, width: column.width + extra } : column,
  );
};

/** The width of columns in CSS pixels. */
const widthOf = (columns: readonly TableColumn[]): number =>
  columns.reduce((sum, { width }) => sum + width, 0);

const frozenAmong = (shown: readonly TableColumn[]): readonly TableColumn[] =>
  shown.filter(({ isFrozen }) => isFrozen);

/** The places of the frozen columns, which are the first ones. */
export type Frozen = readonly CSSProperties[];

const frozenOf = (shown: readonly TableColumn[]): Frozen => {
  const places: CSSProperties[] = [];
  let before = 0;
  for (const { width } of frozenAmong(shown)) {
    places.push({ insetInlineStart: `calc(2rem + ${before}px)` });
    before += width;
  }
  return places;
};

/** The checkboxes stay with the frozen columns. */
export const frozenCheck = (frozen: Frozen, name: string) =>
  frozen.length === 0
    ? ({ className: name } as const)
    : ({ className: `${name} frozen`, style: { insetInlineStart: 0 } } as const);

const frozenWidth = (shown: readonly TableColumn[]): string => {
  const frozen = frozenAmong(shown);
  return frozen.length === 0 ? '0rem' : `calc(2rem + ${widthOf(frozen)}px)`;
};

type Places = CSSProperties & Record<`--${string}`, string>;

/** The widths of the columns as variables of the style. */
const placesOf = (shown: readonly TableColumn[]): Places => ({
  '--batch-columns': `2rem ${shown.map(({ width }) => `${width}px`).join(' ')} minmax(1rem, 1fr)`,
  '--frozen-width': frozenWidth(shown),
  '--batch-width': `calc(3rem + ${widthOf(shown)}px)`,
});

const isSame = (one: NeededWidths, other: NeededWidths): boolean =>
  sumIds.every((id) => one[id] === other[id]);

/** Left of the columns the checkboxes, right of them a margin and a scrollbar, in rem. */
const besides = 4;

/**
 * The shown columns with their own widths and with those in the window, the style that places them, and the receiver of
 * what sums need.
 */
export const usePlaces = (columns: readonly TableColumn[]) => {
  const [needed, setNeeded] = useState<NeededWidths>({});
  const shown = useMemo(() => widened(columns, needed), [columns, needed]);
  const room = useOnResize(() => window.innerWidth) - useRem(besides);
  const filled = useMemo(() => filling(shown, room), [shown, room]);
  const style = useMemo(() => placesOf(filled), [filled]);
  const frozen = useMemo(() => frozenOf(filled), [filled]);
  const onNeed = useCallback(
    (next: NeededWidths) => setNeeded((before) => (isSame(before, next) ? before : next)),
    [],
  );
  return { shown, filled, style, frozen, onNeed };
};

/** Scrolls the active cell into view: it is never beside the window, nor below the frozen columns. */
export const useCellInView = (
  activeId: string,
  column: number,
  scroller: RefObject<HTMLElement | null>,
  shown: readonly TableColumn[],
  checkWidth: number,
): void => {
  const frozen = frozenAmong(shown);
  const end = frozen.length === 0 ? 0 : checkWidth + widthOf(frozen);
  const first = frozen.length;
  useLayoutEffect(() => {
    const [cell, grid] = [document.getElementById(activeId), scroller.current];
    if (!cell || !grid || column < first) return;
    const [box, around] = [cell.getBoundingClientRect(), grid.getBoundingClientRect()];
    const before = around.left + end - box.left;
    const beyond = box.right - around.left - grid.clientWidth;
    // With the first column, the checkboxes are in sight.
    if (column === 0) grid.scrollLeft = 0;
    else if (before > 0) grid.scrollLeft -= before;
    else if (beyond > 0) grid.scrollLeft += Math.min(beyond, -before);
  }, [activeId, column, first, scroller, end]);
};

const closest = (target: EventTarget, selector: string): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>(selector) : null;

/** Whether an event happened in an element. */
export const isWithin = (target: EventTarget, selector: string): boolean =>
  closest(target, selector) !== null;

/** The row of an event, and its column, or -1; null outside of the rows. */
export const placeOf = (
  target: EventTarget,
  shown: readonly ColumnId[],
): { readonly row: number; readonly column: number } | null => {
  const row = closest(target, '[data-index]');
  if (!row) return null;
  const id = closest(target, '[data-column]')?.dataset['column'];
  return { row: Number(row.dataset['index']), column: shown.findIndex((known) => known === id) };
};
