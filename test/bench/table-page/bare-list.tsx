import { useVirtualizer } from '@tanstack/react-virtual';
import { useMemo, useRef, type CSSProperties } from 'react';
import { columns } from '../../../renderer/features/batch/columns.ts';
import { useColumnWords } from '../../../renderer/features/batch/rows.ts';
import { firstColumns } from '../../../renderer/state/batch-view.ts';
import { useApp } from '../../../renderer/state/store.ts';

const height = 32;

/** The floor: a virtual list as in its documentation, with the cells of the table and nothing else. */
export const BareList = () => {
  const list = useApp((state) => state.lists['vat-invoice']);
  const rows = useMemo(() => list.order.flatMap((id) => list.byId.get(id) ?? []), [list]);
  const words = useColumnWords();
  const scroller = useRef<HTMLDivElement>(null);
  // Its functions change without a new identity; nothing here is memoized by them.
  // oxlint-disable-next-line react/incompatible-library
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    overscan: 6,
  });
  const shown = firstColumns.filter(({ isShown }) => isShown);
  const style: CSSProperties & Record<`--${string}`, string> = {
    '--batch-columns': `2rem ${shown.map(({ width }) => `${width}px`).join(' ')} minmax(1rem, 1fr)`,
    '--batch-width': `calc(3rem + ${shown.reduce((sum, { width }) => sum + width, 0)}px)`,
  };
  return (
    <div ref={scroller} className="sheet-grid" role="grid" style={style}>
      <div className="sheet-rows" role="rowgroup" style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ key, index, start }) => {
          const page = rows[index];
          return (
            page && (
              <div
                key={key}
                role="row"
                className="sheet-row"
                style={{ height, transform: `translateY(${start}px)` }}
              >
                <span role="gridcell" className="sheet-check" aria-label="Not selected">
                  <span className="sheet-box" />
                </span>
                {shown.map(({ id }) => (
                  <span
                    key={id}
                    role="gridcell"
                    className={`sheet-cell ${columns[id].align === 'end' ? 'at-end' : ''}`}
                  >
                    {columns[id].text(page, words)}
                  </span>
                ))}
              </div>
            )
          );
        })}
      </div>
    </div>
  );
};
