import { flushSync } from 'react-dom';
import { selectInTable } from '../../state/review-store.ts';
import { fieldId } from './shapes.ts';

/** Brings the keyboard to a field of the shown invoice; the picture follows. */
export const focusField = (path: string): void => {
  // The page may have come this moment: its cells have to stand before one can have the focus.
  flushSync(() => selectInTable(fieldId(path)));
  document.querySelector<HTMLElement>(`[data-field="${CSS.escape(path)}"]`)?.focus();
};
