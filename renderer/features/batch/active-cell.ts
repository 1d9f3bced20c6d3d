import { useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { PageId, PageSummary } from '../../../shared/contract/page.ts';
import { shownOf, type ColumnId, type TableColumn } from '../../state/batch-view.ts';

/** The active cell, and the column where its block begins; null for whole rows. Columns are places among the shown ones. */
export type ActiveCell = {
  readonly id: PageId | null;
  readonly column: number;
  readonly from: number | null;
};

/** The same by the columns themselves: a column that is hidden or moved takes no other cell's place. */
type Kept = { readonly id: PageId | null; readonly column: ColumnId; readonly from: ColumnId | null };

/** The place of a column among the shown ones; of a hidden one, that of the nearest. */
export const placeAmong = (columns: readonly TableColumn[], wanted: ColumnId): number => {
  const withIt = columns.map((column) => (column.id === wanted ? { ...column, isShown: true } : column));
  const place = shownOf(withIt).findIndex(({ id }) => id === wanted);
  return Math.max(0, Math.min(place, shownOf(columns).length - 1));
};

/** The row nearest to one that has left: the next of the earlier rows that is still there, else the one before. */
export const nearestRow = (
  before: readonly PageSummary[],
  left: number,
  rows: readonly PageSummary[],
): PageId | null => {
  const here = new Set(rows.map(({ id }) => id));
  const isHere = ({ id }: PageSummary): boolean => here.has(id);
  const near =
    before.slice(Math.max(0, left)).find(isHere) ?? before.slice(0, Math.max(0, left)).findLast(isHere);
  return (near ?? rows[0])?.id ?? null;
};

/** The active cell of the table, which has one as long as it has rows. */
export const useActiveCell = (
  first: PageId | null,
  rows: readonly PageSummary[],
  columns: readonly TableColumn[],
) => {
  const idAt = (place: number): ColumnId => shownOf(columns)[place]?.id ?? 'kind';
  const [kept, setKept] = useState<Kept>(() => ({ id: first, column: idAt(0), from: idAt(0) }));
  const { id } = kept;
  const activeRow = useMemo(() => rows.findIndex((row) => row.id === id), [rows, id]);
  const before = useRef({ rows, row: activeRow });
  useLayoutEffect(() => {
    if (activeRow >= 0) before.current = { rows, row: activeRow };
    else if (rows.length > 0) {
      const near = nearestRow(before.current.rows, before.current.row, rows);
      setKept((now) => ({ ...now, id: near }));
    }
  }, [rows, activeRow]);
  const active = useMemo(
    (): ActiveCell => ({
      id,
      column: placeAmong(columns, kept.column),
      from: kept.from === null ? null : placeAmong(columns, kept.from),
    }),
    [columns, id, kept],
  );
  const setActive = ({ id: next, column, from }: ActiveCell): void =>
    setKept({ id: next, column: idAt(column), from: from === null ? null : idAt(from) });
  return { active, activeRow, setActive };
};
