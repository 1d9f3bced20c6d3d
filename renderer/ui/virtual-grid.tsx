import { useVirtualizer } from '@tanstack/react-virtual';
import {
  useEffect,
  useId,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
  type RefCallback,
} from 'react';
import { walkPlace } from './keys.ts';
import { movedIndex } from './moved-index.ts';

type Props = {
  readonly label: string;
  readonly className: string;
  readonly count: number;
  /** Height of every row in CSS pixels. */
  readonly rowHeight: number;
  readonly keyOf: (index: number) => string | number;
  /** The row with the keyboard focus; -1 for none. */
  readonly active: number;
  readonly onActive: (index: number, how: SelectHow) => void;
  /** Rows selected in addition to the active one, if the grid allows several. */
  readonly isSelected?: (index: number) => boolean;
  readonly onHover?: (index: number | null) => void;
  readonly onKey?: (event: KeyboardEvent, index: number) => void;
  readonly rowClass?: (index: number) => string;
  /** The cells of a row, each with the role `gridcell`. */
  readonly children: (index: number) => ReactNode;
  /**
   * A row that scrolls out is reused for the next row instead of being removed. For large rows without state
   * of their own, which a fast scroll would create and discard by the hundred.
   */
  readonly recycles?: boolean;
  /** The user opened the context menu of a row, at this position in the window, in CSS pixels. */
  readonly onMenu?: (index: number, x: number, y: number) => void;
  /** Whether Tab walks the open findings. */
  readonly walksFindings?: boolean;
  /** Receives the grid's element, which takes the keyboard. */
  readonly gridRef?: RefCallback<HTMLElement>;
  /** A row of column headers with the role `row` and the height of a row. It stays visible. */
  readonly header?: ReactNode;
};

/**
 * alone: deselects everything else; range: selects all rows from the last one; toggle: adds or removes this
 * row.
 */
export type SelectHow = 'alone' | 'range' | 'toggle';

/** What a click with the keys that are down selects. */
export const howOf = (event: {
  readonly shiftKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
}): SelectHow => {
  if (event.shiftKey) return 'range';
  return event.ctrlKey || event.metaKey ? 'toggle' : 'alone';
};

/** The row that contains an element; null for none. */
const indexOf = (target: EventTarget): number | null => {
  const row = target instanceof Element ? target.closest<HTMLElement>('[data-index]') : null;
  return row ? Number(row.dataset['index']) : null;
};

/**
 * A long list that renders only the visible rows. Arrow keys, Page Up and Down, Home and End move through it.
 * Tab moves from the active row to the buttons inside it.
 */
export const VirtualGrid = (props: Props) => {
  const { label, className, count, rowHeight, active, onActive, onHover, onKey, header, recycles, gridRef } =
    props;
  const id = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const shown = useRef(-1);
  // Its functions change without a new identity; nothing here is memoized by them.
  // oxlint-disable-next-line react/incompatible-library
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    getItemKey: props.keyOf,
    overscan: recycles ? 4 : 8,
    // The first render has rows already. Without a guess, all rows would render in one task after it is measured.
    initialRect: { width: 0, height: innerHeight / 2 },
    // The header stays visible and takes its height from the scroll area.
    scrollPaddingEnd: header ? rowHeight : 0,
  });
  const headRows = header ? 1 : 0;
  const items = virtualizer.getVirtualItems();
  // Visible rows are adjacent, so each gets its own slot. There are as many slots as rows were ever visible
  // at once, so that a new row always finds a free slot.
  const [slots, setSlots] = useState(1);
  if (recycles && items.length > slots) setSlots(items.length);

  useEffect(() => {
    // The list scrolls when the active row changes, not whenever rows are added.
    if (active === shown.current || active >= count) return;
    shown.current = active;
    if (active >= 0) virtualizer.scrollToIndex(active, { align: 'auto' });
  }, [active, count, virtualizer]);

  useEffect(() => virtualizer.measure(), [rowHeight, virtualizer]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target !== event.currentTarget) return;
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? rowHeight) / rowHeight) - 1);
    const next = movedIndex(event.key, active, count, page);
    if (next === null) {
      onKey?.(event, active);
      return;
    }
    event.preventDefault();
    onActive(next, event.shiftKey ? 'range' : 'alone');
  };

  return (
    <div
      ref={(element) => {
        scroller.current = element;
        const clean = gridRef?.(element);
        return () => {
          scroller.current = null;
          if (typeof clean === 'function') clean();
        };
      }}
      {...(props.walksFindings ? walkPlace : {})}
      className={`virtual-grid ${className}`}
      role="grid"
      aria-label={label}
      aria-rowcount={count + headRows}
      aria-multiselectable={props.isSelected ? true : undefined}
      aria-activedescendant={active >= 0 && active < count ? `${id}-${active}` : undefined}
      tabIndex={0}
      onKeyDown={onKeyDown}
      onClick={(event) => {
        const index = indexOf(event.target);
        if (index !== null) onActive(index, howOf(event));
      }}
      onContextMenu={(event) => {
        const index = indexOf(event.target) ?? active;
        if (!props.onMenu || index < 0) return;
        event.preventDefault();
        const { left, top } = event.currentTarget.getBoundingClientRect();
        props.onMenu(index, event.clientX || left + 48, event.clientY || top + 48);
      }}
      // Not on pointer enter: rows that scroll away under the pointer would each report a hover.
      onPointerMove={(event) => onHover?.(indexOf(event.target))}
      onPointerLeave={() => onHover?.(null)}
    >
      {header}
      <div className="virtual-rows" role="rowgroup" style={{ height: virtualizer.getTotalSize() }}>
        {items.map((item) => (
          <div
            key={recycles ? item.index % slots : item.key}
            id={`${id}-${item.index}`}
            role="row"
            aria-rowindex={item.index + 1 + headRows}
            aria-selected={props.isSelected?.(item.index) ?? item.index === active}
            data-active={item.index === active}
            data-index={item.index}
            className={`virtual-row ${props.rowClass?.(item.index) ?? ''}`}
            style={{ height: rowHeight, transform: `translateY(${item.start}px)` }}
          >
            {props.children(item.index)}
          </div>
        ))}
      </div>
    </div>
  );
};
