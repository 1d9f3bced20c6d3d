import { defaultRangeExtractor, useVirtualizer, type Range } from '@tanstack/react-virtual';
import { memo, useCallback, useEffect, useMemo, useState, type RefObject } from 'react';
import type { PageId, PageSummary } from '../../../shared/contract/page.ts';
import type { ServiceId } from '../../../shared/services/service.ts';
import { showAllRows, type ColumnId } from '../../state/batch-view.ts';
import { changeListView, useListView } from '../../state/list-view.ts';
import { Button } from '../../ui/button.tsx';
import { useTexts } from '../../ui/i18n/use-texts.ts';
import { BatchCells, type Editing } from './batch-row.tsx';
import type { EditorEvents } from './cell-editor.tsx';
import type { ColumnWords } from './columns.ts';
import type { Frozen } from './places.ts';

type Props = {
  readonly rows: readonly PageSummary[];
  readonly selected: ReadonlySet<PageId>;
  readonly shown: readonly ColumnId[];
  readonly words: ColumnWords;
  readonly labelOf: (id: ColumnId) => string;
  readonly rowHeight: number;
  /** The element that scrolls; null before it is rendered. */
  readonly scroller: HTMLElement | null;
  /** Receives the function that scrolls to a row. */
  readonly scrollTo: RefObject<(row: number) => void>;
  /** -1 for none. */
  readonly activeRow: number;
  readonly activeColumn: number;
  /** The first and last column of the selected cells; null if they are whole rows, or one cell. */
  readonly span: string | null;
  readonly activeId: string;
  readonly editing: Editing | null;
  readonly events: EditorEvents;
  readonly frozen: Frozen;
};

/**
 * The visible rows of the table. A turn of the wheel renders only these, because the headers with their menus, the
 * sums and the tools cost more than the rows.
 */
export const BatchRows = memo(
  ({
    rows,
    selected,
    shown,
    words,
    labelOf,
    rowHeight,
    scroller,
    scrollTo,
    activeRow,
    activeColumn,
    span,
    activeId,
    editing,
    events,
    frozen,
  }: Props) => {
    const { t } = useTexts();
    const edited = editing?.page;
    const editedRow = useMemo(
      () => (edited === undefined ? -1 : rows.findIndex(({ id }) => id === edited)),
      [rows, edited],
    );
    /** The rows in sight, and the edited one: its editor would end with it, in the middle of a text. */
    const rangeExtractor = useCallback(
      (range: Range): number[] => {
        const inSight = defaultRangeExtractor(range);
        return editedRow < 0 || inSight.includes(editedRow)
          ? inSight
          : [...inSight, editedRow].toSorted((one, other) => one - other);
      },
      [editedRow],
    );
    // oxlint-disable-next-line react/incompatible-library -- its functions change without a new identity; nothing here is memoized by them
    const virtualizer = useVirtualizer({
      count: rows.length,
      getScrollElement: () => scroller,
      estimateSize: () => rowHeight,
      overscan: 6,
      rangeExtractor,
      scrollPaddingStart: rowHeight,
      scrollPaddingEnd: rowHeight * 2,
    });
    useEffect(() => virtualizer.measure(), [rowHeight, virtualizer]);
    useEffect(() => {
      scrollTo.current = (row) => virtualizer.scrollToIndex(row, { align: 'auto' });
    }, [scrollTo, virtualizer]);
    const items = virtualizer.getVirtualItems();
    // There are as many slots as rows were ever visible at once: a new row takes a free slot.
    const [slots, setSlots] = useState(1);
    if (items.length > slots) setSlots(items.length);
    const selectLabels = { true: t('batch.isSelected'), false: t('batch.isNotSelected') };

    return (
      <div className="sheet-rows" role="rowgroup" style={{ height: virtualizer.getTotalSize() }}>
        {items.map(({ index, start }) => {
          const page = rows[index];
          if (!page) return null;
          const isActive = index === activeRow;
          const isSelected = selected.has(page.id);
          return (
            <div
              // The edited row keeps its editor, wherever it is.
              key={index === editedRow ? 'edited' : index % slots}
              role="row"
              aria-rowindex={index + 2}
              aria-selected={isSelected}
              data-index={index}
              className={`sheet-row ${isActive ? 'active' : ''}`}
              style={{ height: rowHeight, transform: `translateY(${start}px)` }}
            >
              <BatchCells
                page={page}
                shown={shown}
                words={words}
                labelOf={labelOf}
                selectLabel={selectLabels[`${isSelected}`]}
                demoLabel={t('documents.sandbox')}
                isSelected={isSelected}
                activeColumn={isActive ? activeColumn : -1}
                span={isSelected || (isActive && selected.size === 0) ? span : null}
                activeId={activeId}
                editing={editing?.page === page.id ? editing : null}
                events={events}
                frozen={frozen}
              />
            </div>
          );
        })}
      </div>
    );
  },
);

type NoRowsProps = {
  readonly service: ServiceId;
  readonly isFiltered: boolean;
  readonly findFails: boolean;
  /** Called after all rows are shown: the button goes. */
  readonly onShown: () => void;
};

/** Stands where the rows would be, and shows all of them again. */
export const NoRows = ({ service, isFiltered, findFails, onShown }: NoRowsProps) => {
  const { t } = useTexts();
  const { filter, find } = useListView((views) => views[service]);
  const showAll = (): void => {
    showAllRows();
    changeListView(service, { filter: 'all', find: '' });
    onShown();
  };
  return (
    <div className="sheet-none" role="row">
      <div role="gridcell">
        <p className="muted">{t(findFails ? 'documents.findFails' : 'documents.noneFits')}</p>
        {(isFiltered || filter !== 'all' || find !== '') && (
          <Button small icon="close" onPress={showAll}>
            {t('batch.showAll')}
          </Button>
        )}
      </div>
    </div>
  );
};
