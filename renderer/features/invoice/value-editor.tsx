import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { checkTyped } from '../../../shared/invoice/typed-value.ts';
import { kinds } from '../../../shared/invoice/kind.ts';
import { kindNames } from '../../../shared/texts/kind-names.ts';
import { isComposing, localKeyOf } from '../../../shared/contract/local-keys.ts';
import { savesFirst } from '../../ui/keys.ts';
import { useTexts } from '../../ui/i18n/use-texts.ts';
import { dropDraft, setDraft } from '../../state/draft.ts';
import type { FieldView } from './field-model.ts';

type Props = {
  readonly view: FieldView;
  /** The new value (null: emptied), or undefined to leave it unchanged; and the value when the editing began. */
  readonly onFinish: (value: string | null | undefined, was: string | null) => void;
};

/** The window's commands that end the editing. */
const leaving = ['nextFinding', 'previousFinding', 'confirm', 'aside', 'reopen'] as const;

/**
 * The input of a value. Enter and leaving the input save it, Escape does not. While an input method is
 * composing, it handles both keys.
 */
export const ValueEditor = ({ view, onFinish }: Props) => {
  const { t, language } = useTexts();
  const input = useRef<HTMLTextAreaElement>(null);
  const choice = useRef<HTMLSelectElement>(null);
  const isByPointer = useRef(false);
  const isOver = useRef(false);
  // Another user may change the value while it is edited here.
  const [was] = useState(view.value);
  const [text, setText] = useState(view.value ?? '');
  const isLong = view.field.kind === 'lines';

  useEffect(() => {
    input.current?.focus();
    input.current?.select();
    choice.current?.focus();
  }, []);
  const { path } = view.field;
  useEffect(() => () => dropDraft(path), [path]);

  const finish = (value: string | null | undefined) => {
    // Restoring the focus blurs the input once more.
    if (isOver.current) return;
    isOver.current = true;
    onFinish(value, was);
  };
  const [reason, setReason] = useState<string | null>(null);
  /** An invalid value stays in the input, with the reason. */
  const keep = (): boolean => {
    const typed = checkTyped(view.field.path, text);
    if (typed.ok) finish(typed.value);
    else setReason(typed.reason[language]);
    return typed.ok;
  };
  const typed = () => {
    const checked = checkTyped(view.field.path, text);
    return checked.ok ? checked.value : undefined;
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
    if (localKeyOf(event.nativeEvent, ['escape'])) finish(undefined);
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
        value={text}
        aria-label={label}
        // A pointer chooses in one step. A closed list changes with each arrow key, while the user is still
        // searching.
        onPointerDown={() => (isByPointer.current = true)}
        onChange={({ target }) => {
          setText(target.value);
          if (isByPointer.current) finish(target.value);
        }}
        onKeyDown={(event) => {
          isByPointer.current = false;
          onKeyDown(event);
        }}
        onBlur={() => finish(typed())}
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
        value={text}
        spellCheck={false}
        aria-label={label}
        aria-invalid={reason !== null}
        onChange={(event) => {
          setReason(null);
          const now = isLong ? event.target.value : event.target.value.replaceAll(/[\r\n]+/g, ' ');
          setText(now);
          setDraft({ path, text: now });
        }}
        onKeyDown={onKeyDown}
        onBlur={() => finish(typed())}
        onDoubleClick={(event) => event.stopPropagation()}
      />
      {reason !== null && (
        <span className="typed-reason" role="alert">
          {reason}
        </span>
      )}
    </>
  );
};
