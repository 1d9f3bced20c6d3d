import { localKeyOf } from '../../shared/contract/local-keys.ts';
import { isTextField } from './keys.ts';

/**
 * Undo and redo within one text field. The history of the browser belongs to the whole page: in a field without a
 * change, Ctrl+Z would undo what was typed in another field.
 */

type Field = HTMLInputElement | HTMLTextAreaElement;
type History = {
  text: string;
  readonly past: string[];
  readonly future: string[];
  /** Typing goes on: further letters belong to the last step. */
  isTyping: boolean;
};

const histories = new WeakMap<Field, History>();

const fieldOf = (target: EventTarget | null): Field | null =>
  isTextField(target) && (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement)
    ? target
    : null;

const historyOf = (field: Field): History => {
  const known = histories.get(field);
  if (known) return known;
  const history: History = { text: field.value, past: [], future: [], isTyping: false };
  histories.set(field, history);
  return history;
};

/** Text that the window has set since belongs to no step. */
const followed = (field: Field): History => {
  const history = historyOf(field);
  if (history.text !== field.value) {
    histories.delete(field);
    return historyOf(field);
  }
  return history;
};

const note = (field: Field, { inputType, data }: InputEvent): void => {
  const history = historyOf(field);
  if (history.text === field.value) return;
  const isLetter = inputType === 'insertText' && data !== ' ';
  if (!(isLetter && history.isTyping)) history.past.push(history.text);
  history.isTyping = isLetter;
  history.text = field.value;
  history.future.length = 0;
};

/** As if the user had typed the text: components follow the event. */
const put = (field: Field, text: string): void => {
  const prototype =
    field instanceof HTMLInputElement ? HTMLInputElement.prototype : HTMLTextAreaElement.prototype;
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, text);
  field.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'historyUndo' }));
};

/** Undoes or redoes the last step of a text field; does nothing if it has none. */
export const undoInField = (target: EventTarget | null, redo: boolean): void => {
  const field = fieldOf(target);
  if (!field) return;
  const history = followed(field);
  const text = (redo ? history.future : history.past).pop();
  if (text === undefined) return;
  (redo ? history.past : history.future).push(history.text);
  history.text = text;
  history.isTyping = false;
  put(field, text);
};

/** Gives each text field of the window a history of its own. */
export const followFields = (): void => {
  addEventListener(
    'focusin',
    ({ target }) => {
      const field = fieldOf(target);
      if (field) followed(field);
    },
    true,
  );
  addEventListener(
    'input',
    (event) => {
      const field = fieldOf(event.target);
      if (field && event instanceof InputEvent && !event.isComposing) note(field, event);
    },
    true,
  );
  addEventListener(
    'compositionend',
    ({ target }) => {
      const field = fieldOf(target);
      if (field) note(field, new InputEvent('input', { inputType: 'insertCompositionText' }));
    },
    true,
  );
  // The context menu and the system's menu undo without a key.
  addEventListener(
    'beforeinput',
    (event) => {
      const { inputType, target } = event;
      if (!fieldOf(target) || (inputType !== 'historyUndo' && inputType !== 'historyRedo')) return;
      event.preventDefault();
      undoInField(target, inputType === 'historyRedo');
    },
    true,
  );
  addEventListener(
    'keydown',
    (event) => {
      const pressed = fieldOf(event.target) ? localKeyOf(event, ['undo', 'redo']) : null;
      if (pressed === null) return;
      event.preventDefault();
      undoInField(event.target, pressed === 'redo');
    },
    true,
  );
};
