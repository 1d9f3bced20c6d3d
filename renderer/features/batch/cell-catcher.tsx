import { useEffect, useRef, type RefCallback } from 'react';
import { focusOn } from '../../state/focus.ts';
import { notText } from '../../ui/keys.ts';

type Props = {
  readonly label: string;
  readonly activeId: string | undefined;
  /** Registers the input, which has the focus while the table has it. */
  readonly register: RefCallback<HTMLInputElement>;
  /** Begins to edit the active cell with a text. */
  readonly onText: (text: string) => void;
};

/** The view that the user left took the focus with it. */
const takeLostFocus = (): void => {
  if (document.activeElement === document.body) focusOn('list');
};

/**
 * The input that has the focus of the table: only in an input can an input method compose. What it composes appears
 * over the active cell, and then goes on in the editor of the cell.
 */
export const CellCatcher = ({ label, activeId, register, onText }: Props) => {
  const input = useRef<HTMLInputElement>(null);
  // To the table and back, the keys go on in the list of what is shown.
  useEffect(() => {
    takeLostFocus();
    return takeLostFocus;
  }, []);
  /** Over the active cell, so that the input method opens its list there. */
  const place = (): void => {
    const cell =
      activeId === undefined ? null : document.querySelector<HTMLElement>(`#${CSS.escape(activeId)}`);
    const around = input.current?.offsetParent;
    if (!cell || !input.current || !around) return;
    const [box, outer] = [cell.getBoundingClientRect(), around.getBoundingClientRect()];
    Object.assign(input.current.style, {
      insetBlockStart: `${box.top - outer.top}px`,
      insetInlineStart: `${box.left - outer.left}px`,
      inlineSize: `${box.width}px`,
      blockSize: `${box.height}px`,
    });
  };
  const take = (): void => {
    const text = input.current?.value ?? '';
    if (input.current) input.current.value = '';
    input.current?.classList.remove('composing');
    if (text !== '') onText(text);
  };
  return (
    <input
      ref={(element) => {
        input.current = element;
        const clean = register(element);
        return () => {
          input.current = null;
          if (typeof clean === 'function') clean();
        };
      }}
      {...notText}
      className="cell-catcher"
      aria-label={label}
      aria-activedescendant={activeId}
      autoComplete="off"
      spellCheck={false}
      onFocus={place}
      onKeyDown={place}
      onCompositionStart={() => {
        place();
        input.current?.classList.add('composing');
      }}
      onCompositionEnd={take}
      onInput={({ nativeEvent }) => {
        if (!(nativeEvent instanceof InputEvent && nativeEvent.isComposing)) take();
      }}
    />
  );
};
