import { useRef, type PointerEvent } from 'react';
import type { PageSummary } from '../../../shared/contract/page.ts';
import {
  moveColumn,
  resizeColumn,
  sortBatch,
  useBatchView,
  type ColumnId,
  type TableColumn,
} from '../../state/batch-view.ts';
import { useTexts } from '../../ui/i18n/use-texts.ts';
import { Icon } from '../../ui/icon.tsx';
import { ColumnMenu } from './column-menu.tsx';
import { frozenCheck, type Frozen } from './places.ts';
import { columns, useColumnName, type ColumnWords } from './columns.ts';

type Props = {
  readonly shown: readonly TableColumn[];
  readonly rows: readonly PageSummary[];
  readonly words: ColumnWords;
  readonly isAllSelected: boolean;
  readonly onSelectAll: () => void;
  readonly height: number;
  /** Where the frozen columns stay. */
  readonly frozen: Frozen;
};

/** The column headers: click to sort, drag to move, drag the edge to resize. */
export const BatchHeader = ({ shown, rows, words, isAllSelected, onSelectAll, height, frozen }: Props) => {
  const { t } = useTexts();
  const nameOf = useColumnName();
  const sort = useBatchView((view) => view.sort);
  const ids = shown.map(({ id }) => id);
  const dragged = useRef<ColumnId | null>(null);
  return (
    <div role="row" className="sheet-row sheet-head" style={{ height }} aria-rowindex={1}>
      <span role="columnheader" {...frozenCheck(frozen, 'sheet-check')} aria-colindex={1}>
        <button
          type="button"
          className={isAllSelected ? 'sheet-box on' : 'sheet-box'}
          aria-pressed={isAllSelected}
          aria-label={t('batch.selectAll')}
          tabIndex={-1}
          onClick={onSelectAll}
        />
      </span>
      {shown.map(({ id, width }, at) => {
        const isSorted = sort?.by === id;
        return (
          <span
            key={id}
            role="columnheader"
            aria-colindex={at + 2}
            aria-sort={isSorted ? (sort.isDescending ? 'descending' : 'ascending') : 'none'}
            // The button inside takes the focus.
            tabIndex={-1}
            className={`sheet-heading ${columns[id].align === 'end' ? 'at-end' : ''} ${frozen[at] ? 'frozen' : ''}`}
            style={frozen[at]}
            draggable
            onDragStart={(event) => {
              dragged.current = id;
              event.dataTransfer.effectAllowed = 'move';
              event.dataTransfer.setData('text/plain', '');
            }}
            onDragOver={(event) => {
              if (dragged.current === null) return;
              event.preventDefault();
              // The window refuses what is no file.
              event.stopPropagation();
            }}
            onDrop={(event) => {
              event.preventDefault();
              event.stopPropagation();
              if (dragged.current !== null) moveColumn(dragged.current, id);
              dragged.current = null;
            }}
            onDragEnd={() => {
              dragged.current = null;
            }}
          >
            <button type="button" className="sheet-sort cut" tabIndex={-1} onClick={() => sortBatch(id)}>
              {nameOf(id)}
              {isSorted && (
                <span className={sort.isDescending ? 'sort-sign' : 'sort-sign up'}>
                  <Icon name="chevron" />
                </span>
              )}
            </button>
            <ColumnMenu id={id} rows={rows} words={words} shown={ids} />
            <ResizeHandle width={width} onResize={(next) => resizeColumn(id, next)} />
          </span>
        );
      })}
    </div>
  );
};

type HandleProps = { readonly width: number; readonly onResize: (width: number) => void };

/** For the pointer only: the column's menu does the same by keyboard. */
const ResizeHandle = ({ width, onResize }: HandleProps) => {
  const start = useRef<{ readonly x: number; readonly width: number } | null>(null);
  const onPointerDown = (event: PointerEvent): void => {
    event.preventDefault();
    event.stopPropagation();
    event.currentTarget.setPointerCapture(event.pointerId);
    start.current = { x: event.clientX, width };
  };
  return (
    <span
      className="sheet-resize"
      aria-hidden="true"
      onPointerDown={onPointerDown}
      onPointerMove={({ clientX }) => {
        if (start.current) onResize(start.current.width + clientX - start.current.x);
      }}
      onPointerUp={() => {
        start.current = null;
      }}
    />
  );
};
