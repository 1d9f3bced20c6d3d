import { useEffect, useLayoutEffect, useRef, type KeyboardEvent } from 'react';
import type { PageId } from '../../../shared/contract/page.ts';
import { kinds } from '../../../shared/invoice/kind.ts';
import { kindNames } from '../../../shared/texts/names.ts';
import type { FieldPath } from '../../../shared/invoice/model.ts';
import { checkTyped } from '../../../shared/invoice/typed-value.ts';
import { useTyped, valuePlace } from '../../state/typed.ts';
import { useTexts } from '../../ui/i18n/use-texts.ts';
import { savesFirst } from '../../ui/keys.ts';
import { isComposing } from '../../../shared/contract/local-keys.ts';
import { localKeyOf } from '../../state/keys.ts';

/** The cell that gets the focus after a value was typed; null if the user has moved the focus. */
export type After = 'stay' | 'down' | 'next' | 'previous' | null;

/** What the editor of a cell reports. */
export type EditorEvents = {
  /** Saves a value (null: emptied); `was` is the value when the typing began. False if it was not saved. */
  readonly onSave: (
    page: PageId,
    path: FieldPath,
    value: string | null,
    was: string | null,
  ) => Promise<boolean>;
  /** Types a text into the selected cells of the column. */
  readonly onFill: (path: FieldPath, text: string) => void;
  readonly onClose: (page: PageId, path: FieldPath, after: After) => void;
};

type Props = EditorEvents & {
  readonly page: PageId;
  readonly path: FieldPath;
  readonly label: string;
  /** The saved value. */
  readonly value: string;
  /** What was typed over the value; null to change the value itself. */
  readonly first: string | null;
};

/**
 * The editor of a value in the table. An invalid value stays in the input, with the reason. The editor ends with its
 * row, saves then, and takes the focus only when the user opens it.
 */
export const CellEditor = ({ page, path, label, value, first, onSave, onFill, onClose }: Props) => {
  const { language } = useTexts();
  const input = useRef<HTMLInputElement>(null);
  const choice = useRef<HTMLSelectElement>(null);
  const isByPointer = useRef(false);
  const typed = useTyped({
    place: valuePlace(page, path),
    saved: value,
    ...(first === null ? {} : { first }),
    check: (text) => checkTyped(path, text),
    save: async (next, was) => (next ?? '') === was || (await onSave(page, path, next, was || null)),
  });
  useEffect(() => {
    (input.current ?? choice.current)?.focus();
    // After a typed character, the user continues to type after it.
    if (first === null) input.current?.select();
  }, [first]);
  const gone = useRef(onClose);
  useLayoutEffect(() => {
    gone.current = onClose;
  });
  useLayoutEffect(
    () => () => {
      // Without the input, the focus would be nowhere.
      const isHere = document.activeElement?.closest('.sheet-editor') !== null;
      gone.current(page, path, isHere ? 'stay' : null);
    },
    [page, path],
  );

  const keep = (after: After): void => {
    if (typed.keep()) onClose(page, path, after);
  };
  const fill = (): void => {
    if (!checkTyped(path, typed.text).ok) {
      typed.keep();
      return;
    }
    const { text } = typed;
    typed.drop();
    onClose(page, path, 'stay');
    onFill(path, text);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (isComposing(event.nativeEvent)) return;
    const isFill = localKeyOf(event.nativeEvent, ['fill']) !== null;
    if (isFill) fill();
    else if (localKeyOf(event.nativeEvent, ['escape'])) {
      typed.drop();
      onClose(page, path, 'stay');
    } else if (event.key === 'Enter') keep('down');
    else if (event.key === 'Tab') keep(event.shiftKey ? 'previous' : 'next');
    else return;
    // The window's commands of these keys do not run, too.
    event.preventDefault();
    event.stopPropagation();
  };
  const onBlur = (): void => {
    typed.leave();
    onClose(page, path, null);
  };
  if (path === 'kind')
    return (
      <select
        ref={choice}
        {...savesFirst}
        className="sheet-editor"
        aria-label={label}
        value={typed.text}
        // A pointer chooses in one step. A closed list changes with each arrow key.
        onPointerDown={() => (isByPointer.current = true)}
        onChange={({ currentTarget }) => {
          typed.type(currentTarget.value);
          if (isByPointer.current) keep('stay');
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
  return (
    <>
      <input
        ref={input}
        {...savesFirst}
        className="sheet-editor"
        aria-label={label}
        aria-invalid={typed.reason !== null}
        value={typed.text}
        spellCheck={false}
        autoComplete="off"
        onChange={({ currentTarget }) => typed.type(currentTarget.value)}
        onKeyDown={onKeyDown}
        onBlur={onBlur}
      />
      {typed.reason !== null && (
        <span className="sheet-reason" role="alert">
          {typed.reason[language]}
        </span>
      )}
    </>
  );
};
