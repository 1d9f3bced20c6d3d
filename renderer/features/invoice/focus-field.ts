import { flushSync } from 'react-dom';
import { focusOn } from '../../state/focus.ts';
import { selectInTable } from '../../state/review-store.ts';
import { fieldId } from './shapes.ts';

/** Focuses a field of the shown invoice; the picture reveals it. */
export const focusField = (path: string): void => {
  // The page may be new: its cells must be rendered before one can take the focus.
  flushSync(() => selectInTable(fieldId(path)));
  focusOn(`field:${path}`);
};
