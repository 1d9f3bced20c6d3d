import { flushSync } from 'react-dom';
import { focusOn } from '../../state/focus.ts';
import { selectInTable } from '../../state/review-store.ts';
import { fieldId } from './shapes.ts';

/** Brings the keyboard to a field of the shown invoice; the picture follows. */
export const focusField = (path: string): void => {
  // The page may be new: its cells must exist before one can have the focus.
  flushSync(() => selectInTable(fieldId(path)));
  focusOn(`field:${path}`);
};
