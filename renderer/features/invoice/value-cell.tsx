import { use, useCallback, useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { localKeyOf } from '../../../shared/contract/local-keys.ts';
import { walkPlace } from '../../ui/keys.ts';
import { useFocusTarget } from '../../state/focus.ts';
import { runAction } from '../../state/registry.ts';
import { hover, selectInTable, useReview } from '../../state/review-store.ts';
import { useTexts } from '../../ui/i18n/use-texts.ts';
import { StatedValues } from './stated-values.ts';
import { ValueEditor } from './value-editor.tsx';
import { shownValue, type FieldView } from './field-model.ts';
import { hoverWords } from './reasons.ts';
import { fieldId } from './shapes.ts';
import { cellPlace } from './use-cells.ts';

type Props = {
  readonly view: FieldView;
  readonly row: number;
  readonly column: number;
  readonly isTabStop: boolean;
  readonly className?: string;
  /** Whether a sign next to the cell shows state and score; otherwise the cell's tooltip does. */
  readonly hasSign?: boolean;
  /** Saves a correction; false if it was not saved. */
  readonly onCorrect: (path: string, value: string | null, was: string | null) => Promise<boolean>;
};

/** A value that can be selected and edited in place: Enter, F2 or a double click starts, Escape cancels. */
export const ValueCell = (props: Props) => {
  const { view, row, column, isTabStop, className = '', hasSign = false, onCorrect } = props;
  const { t, language } = useTexts();
  const { path, label } = view.field;
  const id = fieldId(path);
  const cell = useRef<HTMLDivElement>(null);
  const fieldRef = useFocusTarget(`field:${path}`);
  const panelRef = useFocusTarget('panel');
  const cellRef = useCallback(
    (element: HTMLDivElement | null) => {
      cell.current = element;
      const ends = [fieldRef(element), isTabStop ? panelRef(element) : null];
      return () => {
        for (const end of ends) end?.();
      };
    },
    [fieldRef, panelRef, isTabStop],
  );
  const [isEditing, setEditing] = useState(false);
  const isSelected = useReview((review) => review.selected === id);
  const isTogether = useReview((review) => review.together.includes(id));
  const isHovered = useReview((review) => review.hovered === id);
  const shown = shownValue(view, language);
  const isStated = use(StatedValues);
  const absent = t(isStated ? 'invoice.notStated' : 'invoice.notRead');
  const needsWord = view.state !== 'trusted' && view.state !== 'unread';
  const spokenState = needsWord ? ` (${t(`invoice.states.${view.state}`)})` : '';

  const hint = hasSign
    ? view.complaints.map((check) => check.message[language]).join('\n')
    : hoverWords(view, t, language);

  useEffect(() => {
    if (isSelected) cell.current?.scrollIntoView({ block: 'nearest' });
  }, [isSelected]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target !== cell.current) return;
    const pressed = localKeyOf(event.nativeEvent, ['accept', 'edit']);
    if (pressed !== null) event.preventDefault();
    if (pressed === 'accept') void runAction('accept');
    if (pressed !== 'edit') return;
    event.stopPropagation();
    setEditing(true);
  };
  const finish = (value: string | null | undefined, was: string | null) => {
    setEditing(false);
    cell.current?.focus();
    if (value !== undefined && value !== was) void onCorrect(path, value, was);
  };

  return (
    <div
      {...cellPlace(row, column)}
      {...walkPlace}
      data-field={path}
      ref={cellRef}
      role="gridcell"
      tabIndex={isTabStop ? 0 : -1}
      aria-label={isEditing ? undefined : `${label[language]}: ${shown ?? absent}${spokenState}`}
      title={hint || undefined}
      aria-selected={isSelected}
      className={`value-cell tone-line-${view.state} ${className} ${isHovered ? 'hovered' : ''} ${isTogether ? 'together' : ''}`}
      onFocus={(event) => {
        if (event.target === cell.current && !isSelected) selectInTable(id);
      }}
      onKeyDown={onKeyDown}
      onDoubleClick={() => setEditing(true)}
      onPointerEnter={() => hover(id)}
      onPointerLeave={() => hover(null)}
    >
      {isEditing ? (
        <ValueEditor view={view} onFinish={finish} />
      ) : (
        <span className={shown === null ? 'muted' : 'shown-value'}>{shown ?? (isStated ? '—' : absent)}</span>
      )}
    </div>
  );
};
