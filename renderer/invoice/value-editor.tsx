import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { useTexts } from '../i18n/use-texts.ts';
import type { FieldView } from './field-model.ts';

type Props = {
  readonly view: FieldView;
  /** The new value (null: emptied), or undefined to leave it as it was. */
  readonly onFinish: (value: string | null | undefined) => void;
};

/**
 * The line in which a value is typed. Enter and leaving it keep what was typed, Escape does not. While an input method
 * composes, both keys belong to it.
 */
export const ValueEditor = ({ view, onFinish }: Props) => {
  const { t, language } = useTexts();
  const input = useRef<HTMLTextAreaElement>(null);
  const isOver = useRef(false);
  const [text, setText] = useState(view.value ?? '');
  const isLong = view.field.kind === 'lines';

  useEffect(() => {
    input.current?.focus();
    input.current?.select();
  }, []);

  const finish = (keep: boolean) => {
    // Giving the focus back blurs the line once more.
    if (isOver.current) return;
    isOver.current = true;
    const typed = text.trim();
    onFinish(keep ? (typed === '' ? null : typed) : undefined);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation();
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape') finish(false);
    if (event.key === 'Enter' && !(isLong && event.shiftKey)) {
      event.preventDefault();
      finish(true);
    }
  };

  return (
    <textarea
      ref={input}
      className="value-editor"
      rows={isLong ? 4 : 1}
      value={text}
      spellCheck={false}
      aria-label={t('invoice.edit', { field: view.field.label[language] })}
      onChange={(event) =>
        setText(isLong ? event.target.value : event.target.value.replaceAll(/[\r\n]+/g, ' '))
      }
      onKeyDown={onKeyDown}
      onBlur={() => finish(true)}
      onDoubleClick={(event) => event.stopPropagation()}
    />
  );
};
