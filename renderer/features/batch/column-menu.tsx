import { useMemo, useState } from 'react';
import { Button as AriaButton, DialogTrigger, Toolbar } from 'react-aria-components';
import type { PressedKeys } from '../../../shared/contract/local-keys.ts';
import type { PageSummary } from '../../../shared/contract/page.ts';
import { tableTexts } from '../../../shared/texts/table.ts';
import {
  canFreeze,
  filterBatch,
  freezeColumn,
  moveColumn,
  rangeKinds,
  resizeColumn,
  setBatchSort,
  showColumn,
  shownOf,
  useBatchView,
  widthStep,
  type ColumnId,
  type TableColumn,
} from '../../state/batch-view.ts';
import { localKeyOf } from '../../state/keys.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { useTexts } from '../../ui/i18n/use-texts.ts';
import { Icon } from '../../ui/icon.tsx';
import { MenuPopover } from '../../ui/menu-popover.tsx';
import { useColumnName, type ColumnWords } from './columns.ts';
import { RangeFilter } from './range-filter.tsx';
import { shownValues, valuesOf } from './rows.ts';

type Props = {
  readonly id: ColumnId;
  /** The rows before the column filters. */
  readonly rows: readonly PageSummary[];
  readonly words: ColumnWords;
  /** The shown columns in order. */
  readonly shown: readonly ColumnId[];
};

/** Actions on a column: sort, filter by value, move, hide, widen. */
export const ColumnMenu = (props: Props) => {
  const { t } = useTexts();
  const nameOf = useColumnName();
  const { id } = props;
  const isFiltered = useBatchView(({ filters }) => filters[id] !== undefined);
  const name = nameOf(id);
  return (
    <DialogTrigger>
      <AriaButton
        className={`sheet-menu-button ${isFiltered ? 'on' : ''}`}
        data-menu={id}
        aria-label={t('batch.columnMenu', { name })}
      >
        <Icon name={isFiltered ? 'filter' : 'chevron'} />
      </AriaButton>
      <MenuPopover label={t('batch.columnMenu', { name })}>
        {({ close }) => <Content {...props} close={close} />}
      </MenuPopover>
    </DialogTrigger>
  );
};

type KeyPlace = {
  /** The shown columns as wide as in the window, and with their own widths. */
  readonly shown: readonly TableColumn[];
  readonly chosen: readonly TableColumn[];
  /** The active column. */
  readonly at: number;
};

/**
 * Widens, narrows or moves the active column by a key, or opens its menu; false for another key.
 * @param onMove called before the column moves
 */
export const changeColumn = (
  event: PressedKeys,
  { shown, chosen, at }: KeyPlace,
  grid: Element | null,
  onMove: () => void,
): boolean => {
  const column = shown[at];
  const pressed = localKeyOf(event, ['columnMenu', 'narrower', 'wider', 'columnLeft', 'columnRight']);
  if (!column || pressed === null) return false;
  if (pressed === 'columnMenu') grid?.querySelector<HTMLElement>(`[data-menu="${column.id}"]`)?.click();
  // A sum may have widened the column beyond its own width.
  else if (pressed === 'wider') resizeColumn(column.id, column.width + widthStep);
  else if (pressed === 'narrower') resizeColumn(column.id, (chosen[at] ?? column).width - widthStep);
  else {
    const place = shown[at + (pressed === 'columnLeft' ? -1 : 1)];
    if (place?.isFrozen !== column.isFrozen) return true;
    onMove();
    if (pressed === 'columnLeft') moveColumn(column.id, place.id);
    else moveColumn(place.id, column.id);
  }
  return true;
};

const Content = ({ id, shown, rows, words, close }: Props & { readonly close: () => void }) => {
  const { t, language } = useTexts();
  const nameOf = useColumnName();
  const columns = useBatchView((view) => view.columns);
  const column = columns.find((known) => known.id === id);
  const isFrozen = column?.isFrozen ?? false;
  const beside = shownOf(columns)
    .filter((other) => other.isFrozen === isFrozen)
    .map((other) => other.id);
  const at = beside.indexOf(id);
  const [before, after] = [beside[at - 1], beside[at + 1]];
  const act = (run: () => void) => () => {
    run();
    close();
  };
  return (
    <>
      <Toolbar className="column-actions" aria-label={nameOf(id)}>
        <Button
          small
          autoFocus
          icon="up"
          look="quiet"
          onPress={act(() => setBatchSort({ by: id, isDescending: false }))}
        >
          {t('batch.ascending')}
        </Button>
        <Button
          small
          icon="chevron"
          look="quiet"
          onPress={act(() => setBatchSort({ by: id, isDescending: true }))}
        >
          {t('batch.descending')}
        </Button>
        <Button
          small
          icon="pin"
          look="quiet"
          isDisabled={!isFrozen && !canFreeze(id, columns)}
          onPress={act(() => freezeColumn(id, !isFrozen))}
        >
          {tableTexts[isFrozen ? 'unfreeze' : 'freeze'][language]}
        </Button>
        <Button
          small
          icon="hide"
          look="quiet"
          isDisabled={shown.length === 1}
          onPress={act(() => showColumn(id, false))}
        >
          {t('batch.hide')}
        </Button>
        <span className="column-steps">
          <IconButton
            small
            icon="left"
            label={t('batch.moveLeft')}
            isDisabled={before === undefined}
            onPress={() => before && moveColumn(id, before)}
          />
          <IconButton
            small
            icon="right"
            label={t('batch.moveRight')}
            isDisabled={after === undefined}
            onPress={() => after && moveColumn(after, id)}
          />
          <span className="bar-rule" />
          <IconButton
            small
            icon="minus"
            label={t('batch.narrower')}
            onPress={() => column && resizeColumn(id, column.width - widthStep)}
          />
          <IconButton
            small
            icon="add"
            label={t('batch.wider')}
            onPress={() => column && resizeColumn(id, column.width + widthStep)}
          />
        </span>
      </Toolbar>
      {rangeKinds[id] && <RangeFilter key={id} id={id} kind={rangeKinds[id]} rows={rows} words={words} />}
      <ValueFilter id={id} rows={rows} words={words} />
    </>
  );
};

/** Above this many values, the user types a part of one to find it. */
const mostValues = 200;

const ValueFilter = ({ id, rows, words }: Pick<Props, 'id' | 'rows' | 'words'>) => {
  const { t } = useTexts();
  const filters = useBatchView((view) => view.filters);
  const chosen = useMemo(() => shownValues(rows, id, filters, words), [rows, id, filters, words]);
  const [part, setPart] = useState('');
  const values = useMemo(() => valuesOf(rows, id, words), [rows, id, words]);
  const wanted = part.trim().toLowerCase();
  const fitting = values.filter(({ text }) => text.toLowerCase().includes(wanted));
  const toggle = (value: string): void => {
    const all = new Set(values.map((known) => known.value));
    const next = new Set(chosen ?? all);
    if (!next.delete(value)) next.add(value);
    filterBatch(id, next.size === all.size ? null : next);
  };
  return (
    <fieldset className="value-filter">
      <legend>{t('batch.filterBy')}</legend>
      <input
        className="input"
        type="search"
        aria-label={t('batch.findValue')}
        placeholder={t('batch.findValue')}
        value={part}
        onChange={({ currentTarget }) => setPart(currentTarget.value)}
      />
      <div className="column-actions">
        <Button small look="quiet" isDisabled={chosen === null} onPress={() => filterBatch(id, null)}>
          {t('batch.everyValue')}
        </Button>
        <Button
          small
          look="quiet"
          isDisabled={wanted === '' || fitting.length === 0}
          onPress={() => filterBatch(id, new Set(fitting.map(({ value }) => value)))}
        >
          {t('batch.onlyFound')}
        </Button>
      </div>
      <ul>
        {fitting.slice(0, mostValues).map(({ value, text, count }) => (
          <li key={value}>
            <label>
              <input type="checkbox" checked={chosen?.has(value) ?? true} onChange={() => toggle(value)} />
              <span className="cut">{text === '' ? t('batch.empty') : text}</span>
              <span className="muted">{count}</span>
            </label>
            <Button small look="quiet" onPress={() => filterBatch(id, new Set([value]))}>
              {t('batch.only')}
            </Button>
          </li>
        ))}
      </ul>
    </fieldset>
  );
};
