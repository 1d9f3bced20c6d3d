import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { kinds } from '../../../shared/invoice/kind.ts';
import { kindNames } from '../../../shared/texts/names.ts';
import type { FieldPath } from '../../../shared/invoice/model.ts';
import { checkTyped } from '../../../shared/invoice/typed-value.ts';
import { useTexts } from '../../ui/i18n/use-texts.ts';
import { isComposing, localKeyOf } from '../../../shared/contract/local-keys.ts';

/** The cell that gets the focus after a value was typed. */
export type After = 'stay' | 'down' | 'next' | 'previous';

type Props = {
  readonly path: FieldPath;
  readonly label: string;
  readonly text: string;
  /** Undefined leaves the value unchanged. */
  readonly onFinish: (value: string | null | undefined, after: After) => void;
};

/** The editor of a value in the table. An invalid value stays in the input, with the reason. */
export const CellEditor = ({ path, label, text: first, onFinish }: Props) => {
  const { language } = useTexts();
  const input = useRef<HTMLInputElement>(null);
  const isOver = useRef(false);
  const [text, setText] = useState(first);
  const [reason, setReason] = useState<string | null>(null);
  useEffect(() => {
    input.current?.focus();
    // After a typed character, the user continues to type after it.
    if (first.length !== 1) input.current?.select();
  }, [first]);

  const end = (value: string | null | undefined, after: After): void => {
    if (isOver.current) return;
    isOver.current = true;
    onFinish(value, after);
  };
  const keep = (after: After): void => {
    const typed = checkTyped(path, text);
    if (typed.ok) end(typed.value, after);
    else setReason(typed.reason[language]);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    event.stopPropagation();
    if (isComposing(event.nativeEvent)) return;
    if (localKeyOf(event.nativeEvent, ['escape'])) end(undefined, 'stay');
    else if (event.key === 'Enter') keep('down');
    else if (event.key === 'Tab') {
      event.preventDefault();
      keep(event.shiftKey ? 'previous' : 'next');
    }
  };
  if (path === 'kind')
    return (
      <select
        // The user asked to edit the cell, so its input gets the focus at once.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        className="sheet-editor"
        aria-label={label}
        value={text}
        onChange={({ currentTarget }) => end(currentTarget.value, 'stay')}
        onKeyDown={onKeyDown}
        onBlur={() => end(undefined, 'stay')}
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
        className="sheet-editor"
        aria-label={label}
        aria-invalid={reason !== null}
        value={text}
        spellCheck={false}
        autoComplete="off"
        onChange={({ currentTarget }) => {
          setText(currentTarget.value);
          setReason(null);
        }}
        onKeyDown={onKeyDown}
        onBlur={() => {
          const typed = checkTyped(path, text);
          end(typed.ok ? typed.value : undefined, 'stay');
        }}
      />
      {reason !== null && (
        <span className="sheet-reason" role="alert">
          {reason}
        </span>
      )}
    </>
  );
};
