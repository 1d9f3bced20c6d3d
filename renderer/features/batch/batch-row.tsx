import { memo } from 'react';
import { isMarkedDemo, type PageId, type PageSummary } from '../../../shared/contract/page.ts';
import type { FieldPath } from '../../../shared/invoice/model.ts';
import type { ColumnId } from '../../state/batch-view.ts';
import { useLeftDraft, useSavingText, valuePlace } from '../../state/typed.ts';
import { LeftDraft, SavingText } from '../left-draft.tsx';
import { CellEditor, type EditorEvents } from './cell-editor.tsx';
import { columns, typedValue, type ColumnWords } from './columns.ts';
import { frozenCheck, markColumn, type Frozen } from './places.ts';

/** The cell that is edited, and what was typed over its value; null to change the value itself. */
export type Editing = { readonly page: PageId; readonly column: ColumnId; readonly first: string | null };

/**
 * The editing that a typed character begins. The editor of a row that was scrolled out of sight comes a little later:
 * what is typed until then is one text.
 */
export const editingAfter = (now: Editing | null, begun: Editing): Editing =>
  begun.first !== null && now?.page === begun.page && now.column === begun.column
    ? { ...now, first: `${now.first ?? ''}${begun.first}` }
    : begun;

type Props = {
  readonly page: PageSummary;
  readonly shown: readonly ColumnId[];
  readonly words: ColumnWords;
  /** Passed from the table: a translation hook in every row would cost as much as the row. */
  readonly labelOf: (id: ColumnId) => string;
  /** Accessible label of the selection checkbox. */
  readonly selectLabel: string;
  /** Names demo data, in the first column of words. */
  readonly demoLabel: string;
  readonly isSelected: boolean;
  /** The column of the active cell; -1 if it is in another row. */
  readonly activeColumn: number;
  /** The first and last column of the selected cells in this row; null for none, or for the whole row. */
  readonly span: string | null;
  /** Id of the active cell, for the grid that has the focus. */
  readonly activeId: string;
  readonly editing: Editing | null;
  readonly events: EditorEvents;
  /** Where the frozen columns stay. */
  readonly frozen: Frozen;
};

const toneOf = (id: ColumnId, { state, review, findings }: PageSummary): string => {
  if (id === 'state') {
    if (state === 'failed') return 'tone-error';
    return review === 'confirmed' ? 'tone-ok' : '';
  }
  if (id !== 'findings') return '';
  if (findings.error > 0) return 'tone-error';
  return findings.warn > 0 ? 'tone-warn' : '';
};

/**
 * The column that names the file of a page without values, which would be indistinguishable otherwise; -1 for none.
 */
const nameColumn = (page: PageSummary, shown: readonly ColumnId[]): number =>
  page.state === 'recognized' || page.hasEarlier || shown.includes('file')
    ? -1
    : shown.findIndex((id) => columns[id].align === 'start' && columns[id].path !== null);

type ValueProps = { readonly page: PageSummary; readonly path: FieldPath; readonly text: string };

/** The text of a cell that can be edited; or a typed text that waits there, because it is not valid. */
const Value = ({ page, path, text }: ValueProps) => {
  const place = valuePlace(page.id, path);
  const left = useLeftDraft(place);
  const saving = useSavingText(place);
  if (saving !== null) return <SavingText text={saving} />;
  if (left === null) return text;
  return (
    <LeftDraft place={place} path={path} text={left} saved={typedValue(page, path)}>
      {text}
    </LeftDraft>
  );
};

/**
 * The cells of a page. Memoized: an unchanged row does not render again while others scroll or are selected.
 */
export const BatchCells = memo(
  ({
    page,
    shown,
    words,
    labelOf,
    selectLabel,
    demoLabel,
    isSelected,
    activeColumn,
    span,
    activeId,
    editing,
    events,
    frozen,
  }: Props) => {
    const nameAt = nameColumn(page, shown);
    const markAt = markColumn(shown);
    const [low = 0, high = -1] = span === null ? [] : span.split(' ').map(Number);
    return (
      <>
        <span
          role="gridcell"
          {...frozenCheck(frozen, 'sheet-check')}
          aria-colindex={1}
          aria-label={selectLabel}
        >
          <span className={isSelected ? 'sheet-box on' : 'sheet-box'} />
        </span>
        {shown.map((id, at) => {
          const { text, short, align, path } = columns[id];
          const isActive = at === activeColumn;
          const isEdited = editing?.page === page.id && editing.column === id && path !== null;
          const value = text(page, words) || (at === nameAt ? page.name : '');
          const inCell = short?.(page, words) ?? value;
          const isMarked = at === markAt && isMarkedDemo(page) && !isEdited;
          return (
            <span
              key={id}
              id={isActive ? activeId : undefined}
              role="gridcell"
              aria-colindex={at + 2}
              data-column={id}
              data-mark={isMarked ? demoLabel : undefined}
              // Beside the mark, a long text may be cut.
              title={inCell === value && !isMarked ? undefined : value}
              className={`sheet-cell ${at === nameAt ? 'muted' : ''} ${align === 'end' ? 'at-end' : ''} ${toneOf(id, page)} ${isActive ? 'active' : ''} ${at >= low && at <= high ? 'picked' : ''} ${frozen[at] ? 'frozen' : ''}`}
              style={frozen[at]}
            >
              {isEdited ? (
                <CellEditor
                  page={page.id}
                  path={path}
                  label={labelOf(id)}
                  value={typedValue(page, path)}
                  first={editing.first}
                  {...events}
                />
              ) : path === null ? (
                inCell
              ) : (
                <Value page={page} path={path} text={inCell} />
              )}
            </span>
          );
        })}
      </>
    );
  },
);
