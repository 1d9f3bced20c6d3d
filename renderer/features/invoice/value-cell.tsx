import { useEffect, useRef, useState, type KeyboardEvent, use, useCallback } from 'react';
import type { PageId } from '../../../shared/contract/page.ts';
import { checkTyped } from '../../../shared/invoice/typed-value.ts';
import { kinds } from '../../../shared/invoice/kind.ts';
import { kindNames } from '../../../shared/texts/names.ts';
import { isComposing } from '../../../shared/contract/local-keys.ts';
import { localKeyOf } from '../../state/keys.ts';
import { savesFirst, walkPlace } from '../../ui/keys.ts';
import { useTexts } from '../../ui/i18n/use-texts.ts';
import { dropDraft, setDraft } from '../../state/draft.ts';
import { type FieldView, shownValue } from './field-model.ts';
import { useFocusTarget } from '../../state/focus.ts';
import { runAction } from '../../state/registry.ts';
import { hover, selectInTable, useReview } from '../../state/review-store.ts';
import { useLeftDraft, useSavingText, useTyped, valuePlace } from '../../state/typed.ts';
import { LeftDraft, SavingText } from '../left-draft.tsx';
import { StatedValues, hoverWords } from './reasons.ts';
import { ShownInvoice } from './typed-checks.tsx';
import { fieldId } from './shapes.ts';
import { cellPlace } from './use-cells.ts';

type Props = {
  readonly view: FieldView;
  /** Names the field of the page for its draft. */
  readonly place: string;
  /** Saves a value (null: emptied); `was` is the value when the typing began. False if it was not saved. */
  readonly onSave: (value: string | null, was: string | null) => Promise<boolean>;
  /** @param isByKey the focus then returns to the cell; otherwise the user has moved it */
  readonly onClose: (isByKey: boolean) => void;
};

/** The window's commands that end the editing. */
const leaving = ['nextFinding', 'previousFinding', 'confirm', 'aside', 'reopen'] as const;

/**
 * The input of a value. Enter and leaving the input save it, Escape does not. While an input method is
 * composing, it handles both keys.
 */
const ValueEditor = ({ view, place, onSave, onClose }: Props) => {
  const { t, language } = useTexts();
  const input = useRef<HTMLTextAreaElement>(null);
  const choice = useRef<HTMLSelectElement>(null);
  const isByPointer = useRef(false);
  const isLong = view.field.kind === 'lines';
  const { path } = view.field;
  const typed = useTyped({
    place,
    saved: view.value ?? '',
    check: (text) => checkTyped(path, text),
    save: async (value, was) => (value ?? '') === was || (await onSave(value, was || null)),
  });

  useEffect(() => {
    input.current?.focus();
    input.current?.select();
    choice.current?.focus();
  }, []);
  useEffect(() => () => dropDraft(path), [path]);

  /** An invalid value stays in the input, with the reason. */
  const keep = (): boolean => {
    const isKept = typed.keep();
    if (isKept) onClose(true);
    return isKept;
  };
  const onBlur = (): void => {
    typed.leave();
    onClose(false);
  };
  const onKeyDown = (event: KeyboardEvent): undefined => {
    // All other keys are typing.
    if (localKeyOf(event.nativeEvent, leaving) !== null) {
      if (keep()) return undefined;
      // The window's own command waits until the value is valid.
      event.preventDefault();
      event.stopPropagation();
      return undefined;
    }
    event.stopPropagation();
    if (isComposing(event.nativeEvent)) return undefined;
    if (localKeyOf(event.nativeEvent, ['escape'])) {
      typed.drop();
      onClose(true);
    }
    if (event.key === 'Enter' && !(isLong && event.shiftKey)) {
      event.preventDefault();
      keep();
    }
    return undefined;
  };

  const label = t('invoice.edit', { field: view.field.label[language] });
  if (view.field.kind === 'kind') {
    return (
      <select
        ref={choice}
        {...savesFirst}
        className="value-editor"
        value={typed.text}
        aria-label={label}
        // A pointer chooses in one step. A closed list changes with each arrow key, while the user is still
        // searching.
        onPointerDown={() => (isByPointer.current = true)}
        onChange={({ target }) => {
          typed.type(target.value);
          if (isByPointer.current) keep();
        }}
        onKeyDown={(event) => {
          isByPointer.current = false;
          onKeyDown(event);
        }}
        onBlur={onBlur}
      >
        {kinds.map((kind) => (
          <option key={kind} value={kind}>
            {kindNames[kind]?.[language]}
          </option>
        ))}
      </select>
    );
  }
  return (
    <>
      <textarea
        ref={input}
        {...savesFirst}
        className="value-editor"
        rows={isLong ? 4 : 1}
        value={typed.text}
        spellCheck={false}
        aria-label={label}
        aria-invalid={typed.reason !== null}
        onChange={(event) => {
          const now = isLong ? event.target.value : event.target.value.replaceAll(/[\r\n]+/g, ' ');
          typed.type(now);
          setDraft({ path, text: now });
        }}
        onKeyDown={onKeyDown}
        onBlur={onBlur}
        onDoubleClick={(event) => event.stopPropagation()}
      />
      {typed.reason !== null && (
        <span className="typed-reason" role="alert">
          {typed.reason[language]}
        </span>
      )}
    </>
  );
};

type ValueCellProps = {
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
export const ValueCell = (props: ValueCellProps) => {
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
  const page = use(ShownInvoice)?.id ?? null;
  const place = valuePlace(page, path);
  // The panel shows one page after the other, and an editor ends with its page.
  const [editing, setEditing] = useState<PageId | null>(null);
  const isEditing = editing !== null && editing === page;
  const left = useLeftDraft(place);
  const saving = useSavingText(place);
  const isSelected = useReview((review) => review.selected === id);
  const isTogether = useReview((review) => review.together.includes(id));
  const isHovered = useReview((review) => review.hovered === id);
  const shown = shownValue(view, language);
  const isStated = use(StatedValues);
  const absent = t(isStated ? 'invoice.notStated' : 'invoice.notRead');
  // Not every line has a quantity or a specification. If one is missing, a check says so.
  const mayBeEmpty = view.field.group === 'lines' && view.complaints.length === 0;
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
    setEditing(page);
  };
  const close = (isByKey: boolean) => {
    setEditing(null);
    if (isByKey) cell.current?.focus();
  };

  return (
    <div
      {...cellPlace(row, column)}
      {...walkPlace}
      data-field={path}
      ref={cellRef}
      role="gridcell"
      tabIndex={isTabStop ? 0 : -1}
      aria-label={
        isEditing
          ? undefined
          : `${label[language]}: ${saving === null ? `${shown ?? absent}${spokenState}` : `${saving} ${t('invoice.saving')}`}`
      }
      title={hint || undefined}
      aria-selected={isSelected}
      className={`value-cell tone-line-${view.state} ${className} ${isHovered ? 'hovered' : ''} ${isTogether ? 'together' : ''}`}
      onFocus={(event) => {
        if (event.target === cell.current && !isSelected) selectInTable(id);
      }}
      onKeyDown={onKeyDown}
      onDoubleClick={() => setEditing(page)}
      onPointerEnter={() => hover(id)}
      onPointerLeave={() => hover(null)}
    >
      {isEditing ? (
        <ValueEditor
          view={view}
          place={place}
          onSave={(value, was) => onCorrect(path, value, was)}
          onClose={close}
        />
      ) : (
        <span className={shown === null && left === null && saving === null ? 'muted' : 'shown-value'}>
          {saving !== null && <SavingText text={saving} />}
          {saving === null && left !== null && (
            <LeftDraft place={place} path={path} text={left} saved={view.value ?? ''} />
          )}
          {saving === null && left === null && (shown ?? (isStated || mayBeEmpty ? '—' : absent))}
        </span>
      )}
    </div>
  );
};
