import {
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type ClipboardEvent,
  type KeyboardEvent,
  type MouseEvent,
} from 'react';
import type { PageId, PageSummary } from '../../../shared/contract/page.ts';
import type { FieldPath } from '../../../shared/invoice/model.ts';
import type { ServiceId } from '../../../shared/services/service.ts';
import { showBatchAs, shownOf, useBatchView } from '../../state/batch-view.ts';
import { useFocusArea, useFocusTarget } from '../../state/focus.ts';
import { selectAll, selectPage, clearSelection, useSelection } from '../../state/selection.ts';
import { meantNow, meantWith, showTableRows } from '../../state/shown-rows.ts';
import { askAboutErrors } from '../../state/open-errors.ts';
import { usePlacedActions } from '../../state/registry.ts';
import { useApp } from '../../state/store.ts';
import type { ReviewState } from '../../../shared/review/replay.ts';
import { tableTexts } from '../../../shared/texts/table.ts';
import { useTexts } from '../../ui/i18n/use-texts.ts';
import { isComposing, type PressedKeys } from '../../../shared/contract/local-keys.ts';
import { localKeyOf } from '../../state/keys.ts';
import { movedIndex } from '../../ui/moved-index.ts';
import { howOf, type SelectHow } from '../../ui/virtual-grid.tsx';
import { useRem } from '../../ui/use-rem.ts';
import { useTools } from '../tools.ts';
import { BatchHeader } from './batch-header.tsx';
import { editingAfter, type Editing } from './batch-row.tsx';
import { BatchRows, NoRows } from './batch-rows.tsx';
import type { After, EditorEvents } from './cell-editor.tsx';
import { useActiveCell } from './active-cell.ts';
import { beginOf, blockOf, copiedCells, downOf, isEditable, type Block } from './block.ts';
import { CellCatcher } from './cell-catcher.tsx';
import { changeColumn } from './column-menu.tsx';
import { columns, useColumnName } from './columns.ts';
import { useDragRange } from './drag-range.ts';
import { copyTable, readCells } from './table-clipboard.ts';
import { isWithin, placeOf, useCellInView, usePlaces } from './places.ts';
import { useRows } from './rows.ts';
import { typeInto } from './type-into.ts';
import { PageMenu, type MenuPlace } from './page-menu.tsx';
import { SumRows } from './sum-row.tsx';
import { TableTools } from './table-tools.tsx';

/** The whole batch as a table with sorting, filters, sums and editing in place. */
export const BatchTable = ({ service }: { readonly service: ServiceId }) => {
  const { t } = useTexts();
  const { actions } = useTools();
  const activeId = `${useId()}-active`;
  const { words, found, findFails, rows, isFiltered, edited, misplaced } = useRows(service);
  const columnsNow = useBatchView((view) => view.columns);
  const chosen = useMemo(() => shownOf(columnsNow), [columnsNow]);
  const { shown: shownColumns, filled, style, frozen, onNeed } = usePlaces(chosen);
  const shown = useMemo(() => chosen.map(({ id }) => id), [chosen]);
  const selected = useSelection((selections) => selections[service].ids);
  const order = useMemo(() => rows.map(({ id }) => id), [rows]);
  const current = useApp((state) => state.current[service]);
  const { active, activeRow, setActive } = useActiveCell(current, rows, columnsNow);
  const [editing, setEditing] = useState<Editing | null>(null);
  const [menu, setMenu] = useState<MenuPlace | null>(null);
  const [copied, setCopied] = useState(0);
  const scroller = useRef<HTMLDivElement>(null);
  const catcher = useRef<HTMLInputElement>(null);
  // The rows need the element itself: a ref is not set yet when they are first rendered.
  const [scrolling, setScrolling] = useState<HTMLDivElement | null>(null);
  const scrollTo = useRef<(row: number) => void>(() => {});
  const focusTarget = useFocusTarget('list');
  const rowHeight = useRem(2);
  const labelOf = useColumnName();
  const activeColumn = shown[active.column];
  const activePath = activeColumn === undefined ? null : columns[activeColumn].path;

  useLayoutEffect(() => () => showTableRows(null), []);
  useCellInView(activeId, active.column, scroller, filled, rowHeight);

  const focusGrid = (): void => catcher.current?.focus({ preventScroll: true });
  const selectedRows = useMemo(() => rows.filter(({ id }) => selected.has(id)), [rows, selected]);
  const block = useMemo(() => blockOf(rows, shown, selected, active), [rows, shown, selected, active]);
  const begin = beginOf(active, selectedRows.length > 0);
  const isInCells = begin !== null;
  useLayoutEffect(
    () => showTableRows({ order, field: activePath, isInCells }),
    [order, activePath, isInCells],
  );
  /** Makes a cell the active one. `isWider` keeps the column where the block begins. */
  const goTo = (row: number, column: number, how: SelectHow | null, isWider = how === 'range'): void => {
    const page = rows[row];
    if (!page) return;
    const at = Math.min(shown.length - 1, Math.max(0, column));
    const from = how === 'toggle' ? null : isWider ? begin : at;
    setActive({ id: page.id, column: at, from });
    if (how) selectPage(service, order, page.id, how, active.id);
    scrollTo.current(row);
  };
  const open = (id: PageId): void => {
    showBatchAs('documents');
    void actions.show(service, id);
  };
  /** Starts editing the active cell; false if its value can't be edited here. */
  const edit = (row: number, column: number, text: string | null): boolean => {
    const [page, id] = [rows[row], shown[column]];
    const path = id && columns[id].path;
    if (!page || !id || !path || !isEditable(page)) return false;
    setActive({ id: page.id, column, from: active.from === null ? null : column });
    setEditing((now) => editingAfter(now, { page: page.id, column: id, first: text }));
    scrollTo.current(row);
    return true;
  };
  const onClose = (page: PageId, path: FieldPath, after: After): void => {
    setEditing((now) => (now?.page === page && columns[now.column].path === path ? null : now));
    if (after === null) return;
    focusGrid();
    if (after === 'down') goTo(activeRow + 1, active.column, null);
    if (after === 'next') goTo(activeRow, active.column + 1, null);
    if (after === 'previous') goTo(activeRow, active.column - 1, null);
  };
  const onSave = (page: PageId, path: FieldPath, value: string | null, was: string | null) =>
    actions.correct(service, page, path, value, was);
  const type = (textsOf: Parameters<typeof typeInto>[1], target: Block): void =>
    void typeInto({ actions, service, rows, shown, words }, textsOf, target);
  const onFill = (path: FieldPath, text: string): void => {
    const column = shown.find((id) => columns[id].path === path);
    if (column) type(() => [[text]], { rows: block.rows, columns: [column] });
  };
  // A ref, so that rows do not render again for new functions.
  const latest = useRef<EditorEvents>({ onSave, onFill, onClose });
  useLayoutEffect(() => {
    latest.current = { onSave, onFill, onClose };
  });
  const [editorEvents] = useState<EditorEvents>(() => ({
    onSave: (...args) => latest.current.onSave(...args),
    onFill: (...args) => latest.current.onFill(...args),
    onClose: (...args) => latest.current.onClose(...args),
  }));

  const copyBlock = ({ rows: some, columns: ids }: Block, isWithHeads: boolean): void => {
    const heads = ids.map((id) => ({ text: labelOf(id), format: 'text' as const }));
    const cells = copiedCells({ rows: some, columns: ids }, words);
    if (copyTable(isWithHeads ? [heads, ...cells] : cells)) setCopied(some.length);
    else actions.sayNotCopied();
    focusGrid();
  };
  /** All shown rows, or the selected ones, with the names of the columns. */
  const copyRows = (): void =>
    copyBlock({ rows: selectedRows.length > 0 ? selectedRows : rows, columns: shown }, true);

  const moveBy = (event: KeyboardEvent): boolean => {
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? rowHeight) / rowHeight) - 4);
    const isMod = event.ctrlKey || event.metaKey;
    if (event.key === 'ArrowLeft' || event.key === 'ArrowRight') {
      if (isMod || event.altKey) return false;
      const next = active.column + (event.key === 'ArrowLeft' ? -1 : 1);
      goTo(Math.max(0, activeRow), next, null, event.shiftKey);
      return true;
    }
    if ((event.key === 'Home' || event.key === 'End') && !isMod) {
      goTo(Math.max(0, activeRow), event.key === 'Home' ? 0 : shown.length - 1, null);
      return true;
    }
    if (event.altKey) return false;
    const next = movedIndex(event.key, activeRow, rows.length, page);
    if (next === null) return false;
    goTo(next, active.column, event.shiftKey ? 'range' : null);
    return true;
  };
  const menuAt = (row: number, x: number, y: number): void => {
    const page = rows[row];
    if (!page) return;
    if (!selected.has(page.id)) selectPage(service, order, page.id, 'alone');
    setActive({ ...active, id: page.id });
    setMenu({ x, y, ids: meantWith(service, page.id) });
  };

  /** Reviews the active row, which may differ from the document view's page, and moves to the next row. */
  const review = async (state: ReviewState): Promise<void> => {
    const row = rows[activeRow];
    if (!row || (state === 'confirmed' && row.state !== 'recognized')) return;
    const asks = ({ findings }: PageSummary): boolean => state === 'confirmed' && findings.error > 0;
    // At once: what the user does next is not meant for this row.
    if (!asks(row)) goTo(Math.min(rows.length - 1, activeRow + 1), active.column, null);
    await actions.edited();
    const page = useApp.getState().lists[service].byId.get(row.id) ?? row;
    if (!asks(page)) return actions.reviewPages(service, [page], state);
    await actions.show(service, page.id);
    const detail = useApp.getState().details[service];
    if (detail?.summary.id === page.id) askAboutErrors(actions, detail);
  };

  /** Asks whether to remove the selected rows, or else the active one. */
  const remove = (): void => {
    const page = rows[activeRow];
    const ids = selectedRows.length > 0 ? meantNow(service).ids : page ? [page.id] : [];
    if (ids.length > 0) actions.openDialog({ kind: 'remove', service, ids });
  };
  usePlacedActions({
    confirm: () => void review('confirmed'),
    aside: () => void review('aside'),
    reopen: () => void review('open'),
    remove: rows[activeRow] || selectedRows.length > 0 ? remove : null,
  });
  /** Runs the command of a key; false if it has none here. */
  const command = (event: PressedKeys): boolean => {
    const page = rows[activeRow];
    const place = { shown: shownColumns, chosen, at: active.column };
    if (changeColumn(event, place, scroller.current, () => setActive({ ...active, from: active.column })))
      return true;
    const ofCells = begin === null ? [] : (['empty'] as const);
    const ofRows = ['selectAll', 'copy', 'fillDown', 'clear', 'toggle', 'remove', 'edit'] as const;
    const pressed = localKeyOf(event, [...ofCells, ...ofRows]);
    if (pressed === 'clear') clearSelection(service);
    else if (pressed === 'selectAll') {
      selectAll(service, order);
      setActive({ ...active, from: null });
    } else if (pressed === 'copy') copyBlock(block, block.rows.length > 1 && begin === null);
    else if (pressed === 'fillDown') type(downOf, block);
    else if (pressed === 'empty') type(() => [['']], block);
    else if (pressed === 'edit') {
      if (!edit(activeRow, active.column, null) && page) open(page.id);
    } else if (pressed === 'toggle' && page) goTo(activeRow, active.column, 'toggle');
    else if (pressed === 'remove' && page) remove();
    else return false;
    return pressed !== 'clear';
  };
  /** Starts editing with a typed character; false for other keys. */
  const startTyping = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean =>
    key.length === 1 && !ctrlKey && !metaKey && !altKey && edit(activeRow, active.column, key);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.target !== catcher.current || isComposing(event.nativeEvent)) return;
    if (moveBy(event) || command(event.nativeEvent) || startTyping(event)) event.preventDefault();
  };

  const { onPointerDown, hasDragged } = useDragRange({
    shown,
    frozen: frozen.length,
    rows: rows.length,
    rowHeight,
    onBegin: ({ row, column }) => goTo(row, column, 'alone'),
    onReach: ({ row, column }, isOneRow) => goTo(row, column, isOneRow ? 'alone' : 'range', true),
  });
  const onClick = (event: MouseEvent): void => {
    const place = placeOf(event.target, shown);
    if (hasDragged.current) return focusGrid();
    if (!place || isWithin(event.target, '.sheet-editor')) return;
    const isBox = isWithin(event.target, '.sheet-check');
    goTo(
      place.row,
      place.column < 0 ? active.column : place.column,
      isBox && !event.shiftKey ? 'toggle' : howOf(event),
    );
    focusGrid();
  };
  const onPaste = (event: ClipboardEvent): void => {
    if (event.target !== catcher.current) return;
    const texts = readCells(event.clipboardData);
    if (!texts) return;
    event.preventDefault();
    event.stopPropagation();
    // In whole rows, one column goes into the active one, and several begin at the first.
    const first = texts.every(({ length }) => length === 1) ? active.column : 0;
    type(() => texts, begin === null ? { ...block, columns: shown.slice(first, first + 1) } : block);
  };
  const onDoubleClick = (event: MouseEvent): void => {
    const place = placeOf(event.target, shown);
    if (!place || place.column < 0 || isWithin(event.target, '.sheet-editor')) return;
    const page = rows[place.row];
    if (!edit(place.row, place.column, null) && page) open(page.id);
  };

  // The columns of the block, for rows of more than one cell.
  const isBlock = block.rows.length > 1 || active.from !== active.column;
  const ends = [active.from ?? active.column, active.column].toSorted((one, other) => one - other);
  const span = active.from === null || !isBlock ? null : ends.join(' ');
  return (
    <section className="sheet-table" aria-label={t('batch.table')}>
      <TableTools
        service={service}
        shown={rows.length}
        found={found.length}
        selected={selectedRows.length}
        copied={copied}
        edited={edited}
        misplaced={misplaced}
        isFiltered={isFiltered}
        onCopy={copyRows}
      />
      <div
        className="sheet-body"
        ref={useFocusArea('list')}
        role="presentation"
        onKeyDown={onKeyDown}
        onPaste={onPaste}
      >
        <CellCatcher
          label={t('batch.grid')}
          activeId={activeRow >= 0 ? activeId : undefined}
          register={(element) => {
            catcher.current = element;
          }}
          onText={(text) => {
            if (!edit(activeRow, active.column, text) && activeRow >= 0) actions.say(tableTexts.fixedCell);
          }}
        />
        {/* Its keys go to the input above. */}
        {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events */}
        <div
          ref={(element) => {
            scroller.current = element;
            setScrolling(element);
            const clean = focusTarget(element);
            return () => {
              scroller.current = null;
              if (typeof clean === 'function') clean();
            };
          }}
          className="sheet-grid"
          role="grid"
          aria-label={t('batch.grid')}
          aria-rowcount={rows.length + 1}
          aria-colcount={shown.length + 1}
          aria-multiselectable
          // Its input has the focus.
          tabIndex={-1}
          onFocus={({ target, currentTarget }) => target === currentTarget && focusGrid()}
          style={style}
          onPointerDown={onPointerDown}
          onClick={onClick}
          onDoubleClick={onDoubleClick}
          onContextMenu={(event) => {
            const place = placeOf(event.target, shown);
            const row = place?.row ?? activeRow;
            if (row < 0) return;
            event.preventDefault();
            const box = event.currentTarget.getBoundingClientRect();
            // The menu key has no pointer position: the menu opens in the grid.
            menuAt(row, event.clientX || box.left + 48, event.clientY || box.top + 48);
          }}
        >
          <BatchHeader
            shown={shownColumns}
            rows={found}
            words={words}
            height={rowHeight}
            frozen={frozen}
            isAllSelected={rows.length > 0 && selectedRows.length === rows.length}
            onSelectAll={() =>
              selectedRows.length === rows.length ? clearSelection(service) : selectAll(service, order)
            }
          />
          <BatchRows
            rows={rows}
            selected={selected}
            shown={shown}
            words={words}
            labelOf={labelOf}
            rowHeight={rowHeight}
            scroller={scrolling}
            scrollTo={scrollTo}
            activeRow={activeRow}
            activeColumn={active.column}
            span={span}
            activeId={activeId}
            editing={editing}
            events={editorEvents}
            frozen={frozen}
          />
          {rows.length === 0 && (
            <NoRows service={service} isFiltered={isFiltered} findFails={findFails} onShown={focusGrid} />
          )}
          <SumRows
            rows={rows}
            selected={selectedRows}
            shown={filled}
            height={rowHeight}
            scroller={scrolling}
            frozen={frozen}
            onNeed={onNeed}
          />
        </div>
      </div>
      <PageMenu service={service} place={menu} onClose={() => setMenu(null)} onOpen={open} />
    </section>
  );
};
