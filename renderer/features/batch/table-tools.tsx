import { useId, useState, type FormEvent } from 'react';
import { DialogTrigger } from 'react-aria-components';
import type { ServiceId } from '../../../shared/services/service.ts';
import { formatCount } from '../../../shared/texts/format.ts';
import { removeViewText, renewText, sortAgainText, tableTexts } from '../../../shared/texts/table.ts';
import {
  longestViewName,
  mostViews,
  removeView,
  renewFilters,
  resetColumns,
  saveView,
  showAllRows,
  showColumn,
  showView,
  useBatchView,
} from '../../state/batch-view.ts';
import { focusOn } from '../../state/focus.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { useTexts } from '../../ui/i18n/use-texts.ts';
import { MenuPopover } from '../../ui/menu-popover.tsx';
import { BatchSummary } from './batch-summary.tsx';
import { useColumnName } from './columns.ts';

type Props = {
  readonly service: ServiceId;
  /** Numbers of rows: those shown, all before the filters of columns, the selected ones, and the last copied ones. */
  readonly shown: number;
  readonly found: number;
  readonly selected: number;
  readonly copied: number;
  /** Edited rows that no longer match the filters. */
  readonly edited: number;
  /** Edited rows that the sorting would now place elsewhere. */
  readonly misplaced: number;
  readonly isFiltered: boolean;
  readonly onCopy: () => void;
};

/** What is above the table: results of the batch, the number of rows, and tools for the whole table. */
export const TableTools = ({
  service,
  shown,
  found,
  selected,
  copied,
  edited,
  misplaced,
  isFiltered,
  onCopy,
}: Props) => {
  const { t, language } = useTexts();
  const number = (count: number): string => formatCount(count, language);
  return (
    <div className="sheet-tools">
      <BatchSummary service={service} />
      <span className="gap" />
      <span className="muted" role="status">
        {shown === found
          ? t('batch.rows', { count: shown, number: number(shown) })
          : t('batch.rowsOf', { shown: number(shown), all: number(found) })}
        {copied > 0 && ` · ${t('batch.copied', { count: copied, number: number(copied) })}`}
      </span>
      {edited + misplaced > 0 && (
        <Button
          small
          look="quiet"
          icon="again"
          onPress={() => {
            renewFilters();
            focusOn('list');
          }}
        >
          {edited > 0 ? renewText(edited, language) : sortAgainText(misplaced, language)}
        </Button>
      )}
      {/* Without rows, the button stands in their place. */}
      {isFiltered && shown > 0 && (
        <Button
          small
          look="quiet"
          onPress={() => {
            showAllRows();
            // The button goes.
            focusOn('list');
          }}
        >
          {t('batch.showAll')}
        </Button>
      )}
      <Button small icon="copy" onPress={onCopy}>
        {t(selected > 0 ? 'batch.copySelected' : 'batch.copy')}
      </Button>
      <Views />
      <ColumnChooser />
    </div>
  );
};

/** Views with a name: the user saves what the table shows, and shows it again. */
const Views = () => {
  const { language } = useTexts();
  const label = tableTexts.views[language];
  return (
    <DialogTrigger>
      <Button small icon="table">
        {label}
      </Button>
      <MenuPopover label={label}>{({ close }) => <ViewList close={close} />}</MenuPopover>
    </DialogTrigger>
  );
};

const ViewList = ({ close }: { readonly close: () => void }) => {
  const { language } = useTexts();
  const named = useBatchView((view) => view.named);
  const [name, setName] = useState('');
  const hint = useId();
  const isKnown = named.some((view) => view.name === name.trim());
  const isFull = !isKnown && named.length >= mostViews;
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    saveView(name.trim());
    close();
  };
  return (
    <>
      <fieldset className="value-filter">
        <legend>{tableTexts.views[language]}</legend>
        {(named.length === 0 || isFull) && (
          <p id={hint} className="muted">
            {tableTexts[isFull ? 'mostViews' : 'noViews'][language]}
          </p>
        )}
        <ul>
          {named.map((view, at) => (
            <li key={view.name} className="named-view">
              <Button
                small
                autoFocus={at === 0}
                look="quiet"
                onPress={() => {
                  showView(view);
                  close();
                }}
              >
                {view.name}
              </Button>
              <IconButton
                small
                icon="remove"
                label={removeViewText(view.name, language)}
                onPress={() => removeView(view.name)}
              />
            </li>
          ))}
        </ul>
      </fieldset>
      <form className="view-form" onSubmit={onSubmit}>
        <input
          className="input"
          // Nothing else can be done yet.
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus={named.length === 0}
          aria-label={tableTexts.viewName[language]}
          aria-describedby={named.length === 0 || isFull ? hint : undefined}
          placeholder={tableTexts.viewName[language]}
          maxLength={longestViewName}
          autoComplete="off"
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <Button small type="submit" isDisabled={name.trim() === '' || isFull}>
          {tableTexts[isKnown ? 'replaceView' : 'saveView'][language]}
        </Button>
      </form>
    </>
  );
};

const ColumnChooser = () => {
  const { t } = useTexts();
  const nameOf = useColumnName();
  const columns = useBatchView((view) => view.columns);
  const isLast = columns.filter(({ isShown }) => isShown).length === 1;
  return (
    <DialogTrigger>
      <Button small icon="columns">
        {t('batch.chooseColumns')}
      </Button>
      <MenuPopover label={t('batch.chooseColumns')}>
        <fieldset className="value-filter">
          <legend>{t('batch.chooseColumns')}</legend>
          <ul className="all-columns">
            {columns.map(({ id, isShown }) => (
              <li key={id}>
                <label>
                  <input
                    type="checkbox"
                    checked={isShown}
                    disabled={isShown && isLast}
                    onChange={() => showColumn(id, !isShown)}
                  />
                  <span>{nameOf(id)}</span>
                </label>
              </li>
            ))}
          </ul>
        </fieldset>
        <Button small look="quiet" onPress={resetColumns}>
          {t('batch.resetColumns')}
        </Button>
      </MenuPopover>
    </DialogTrigger>
  );
};
