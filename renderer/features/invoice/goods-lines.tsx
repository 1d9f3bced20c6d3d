import { Fragment, Suspense, useMemo, type ClipboardEvent, type KeyboardEvent } from 'react';
import { isLineKey, placeOf } from '../../../shared/invoice/fields.ts';
import type { LinesEdit } from '../../../shared/invoice/lines-edit.ts';
import type { FieldPath, InvoiceLine } from '../../../shared/invoice/model.ts';
import type { LinesConflict } from '../../../shared/review/merge-extractions.ts';
import { usePlacedActions } from '../../state/registry.ts';
import { useReview } from '../../state/review-store.ts';
import { useTexts } from '../../ui/i18n/use-texts.ts';
import { IconButton } from '../../ui/button.tsx';
import { onDemand } from '../../ui/on-demand.ts';
import { shownColumns, type FieldView } from './field-model.ts';
import { FieldStory } from './field-story.tsx';
import { focusField } from './focus-field.ts';
import { lineChangeOf, linesEditOf, pasteOf, type LineAction } from './lines-keys.ts';
import { pathOfId } from './shapes.ts';
import { ValueCell } from './value-cell.tsx';

// Conflicts are rare.
const LinesConflictBox = onDemand(async () => (await import('./extraction-conflict.tsx')).LinesConflictBox);

type Props = {
  readonly fields: ReadonlyMap<FieldPath, FieldView>;
  readonly lines: readonly InvoiceLine[];
  /** The page of each line of a joined invoice, from 1; empty for an invoice on one page. */
  readonly linePages: readonly number[];
  readonly firstRow: number;
  readonly tabStop: string | null;
  readonly onCorrect: (path: string, value: string | null, was: string | null) => Promise<boolean>;
  /** Saves an edit of the table; false if it was not saved. */
  readonly onEdit: (edit: LinesEdit) => Promise<boolean>;
  readonly conflict: LinesConflict | null;
  /** Keeps the lines unchanged although a new extraction differs. */
  readonly onKeep: () => void;
  /** Restores the extracted lines; null if they are unchanged. */
  readonly onRevert: (() => void) | null;
};

const pathAt = (target: EventTarget) =>
  target instanceof HTMLElement ? (target.dataset['field'] ?? null) : null;

/** The line items as a table, like on paper. */
export const GoodsLines = (props: Props) => {
  const { fields, lines, linePages, firstRow, tabStop, onCorrect, onEdit, conflict, onKeep, onRevert } =
    props;
  const { t } = useTexts();
  const selected = useReview((review) => pathOfId(review.selected));
  const story = selected?.startsWith('lines.') ? fields.get(selected) : undefined;
  const title = t('invoice.groups.lines');
  const at = placeOf(selected ?? '');
  const index = at?.kind === 'line' ? at.index : null;

  const columns = useMemo(
    () =>
      shownColumns(fields)
        .map(({ path }) => path)
        .filter(isLineKey),
    [fields],
  );
  const edit = async (made: LinesEdit, focus: string | null) => {
    if ((await onEdit(made)) && focus !== null) focusField(focus);
  };
  const last = lines.length;
  const add = () => void edit({ kind: 'add', at: index ?? last }, `lines.${index ?? last}.name`);
  const inCell = (action: LineAction) => {
    const change = selected === null ? null : lineChangeOf(action, selected, last, columns);
    return change && (() => void edit(change.edit, change.focus));
  };
  const [merge, remove] = [inCell('mergeLine'), inCell('deleteLine')];
  usePlacedActions({
    addLine: add,
    deleteLine: remove,
    mergeLine: merge,
    moveCellUp: inCell('moveCellUp'),
    moveCellDown: inCell('moveCellDown'),
    moveCellLeft: inCell('moveCellLeft'),
    moveCellRight: inCell('moveCellRight'),
  });
  const onKeyDown = (event: KeyboardEvent) => {
    const path = pathAt(event.target);
    const found = path === null ? null : linesEditOf(event.nativeEvent, path, last, columns);
    if (!found) return;
    event.preventDefault();
    event.stopPropagation();
    void edit(found.edit, found.focus);
  };
  const onPaste = (event: ClipboardEvent) => {
    const path = pathAt(event.target);
    const pasted = path === null ? null : pasteOf(event.clipboardData.getData('text/plain'), path, columns);
    if (!pasted) return;
    event.preventDefault();
    void edit(pasted, path);
  };
  return (
    // Handles the keys of the focused cells inside.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section className="field-group" aria-label={title} onKeyDown={onKeyDown} onPaste={onPaste}>
      <div className="checks-head">
        <h3>{title}</h3>
        <span className="line-tools">
          <IconButton small icon="add" label={t('invoice.addLine')} onPress={add} />
          <IconButton
            small
            icon="up"
            label={t('invoice.mergeLine')}
            isDisabled={merge === null}
            onPress={() => merge?.()}
          />
          <IconButton
            small
            icon="remove"
            label={t('invoice.deleteLine')}
            isDisabled={remove === null}
            onPress={() => remove?.()}
          />
          <IconButton
            small
            icon="back"
            label={t('invoice.linesAsRead')}
            isDisabled={onRevert === null}
            onPress={() => onRevert?.()}
          />
        </span>
      </div>
      {conflict && onRevert && (
        <Suspense>
          <LinesConflictBox conflict={conflict} mine={lines} onKeep={onKeep} onTake={onRevert} />
        </Suspense>
      )}
      {lines.length === 0 && <p className="panel-note muted">{t('invoice.noLines')}</p>}
      {lines.length > 0 && (
        <div role="grid" aria-label={title} className={`goods-lines columns-${columns.length}`}>
          <div role="row" className="goods-line goods-head">
            {columns.map((name) => (
              <span key={name} role="columnheader" className={`goods-${name}`}>
                {t(`invoice.columns.${name}`)}
              </span>
            ))}
          </div>
          {lines.map((_, row) => (
            // A line has no id: its index identifies it, in corrections too.
            // oxlint-disable-next-line react/no-array-index-key
            <Fragment key={row}>
              <PageOfLines pages={linePages} row={row} columns={columns.length} />
              <div role="row" className="goods-line" aria-label={t('invoice.line', { number: row + 1 })}>
                {columns.map((key, column) => {
                  const view = fields.get(`lines.${row}.${key}`);
                  return (
                    view && (
                      <ValueCell
                        key={key}
                        view={view}
                        row={firstRow + row}
                        column={column}
                        isTabStop={tabStop === view.field.path}
                        className={`goods-${key}`}
                        onCorrect={onCorrect}
                      />
                    )
                  );
                })}
              </div>
            </Fragment>
          ))}
          {story && <FieldStory view={story} hasCrop />}
        </div>
      )}
    </section>
  );
};

type PageOfLinesProps = {
  readonly pages: readonly number[];
  readonly row: number;
  readonly columns: number;
};

/** Heads the lines of each page of a joined invoice. */
const PageOfLines = ({ pages, row, columns }: PageOfLinesProps) => {
  const { t } = useTexts();
  const page = pages[row];
  if (page === undefined || page === pages[row - 1]) return null;
  return (
    <div role="row" className="goods-page">
      <span role="gridcell" aria-colspan={columns}>
        {t('invoice.pageOf', { number: page, count: Math.max(...pages) })}
      </span>
    </div>
  );
};
