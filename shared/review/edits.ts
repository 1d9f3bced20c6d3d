import type { Correction } from '../contract/page.ts';

/**
 * What a user did to a page, as the events that the ledger keeps: never changed, only added. Undo and redo are events
 * themselves, so that both go back without end and come through a restart.
 */

/** Names under which events stand that are no values of a field. No path of an invoice is called so. */
export const undoField = 'undo';
export const redoField = 'redo';
export const reviewField = 'review';
export const linesField = 'lines';
export const faceEditField = 'faces';
/**
 * The value is a path: that field is what was read again, or what the user made of it stands against another reading.
 * `lines` is the table of the goods lines as a whole.
 */
export const revertField = 'revert';
export const keepField = 'keep';

/** An event with the call whose answer was shown when the user made it; null where that is not known. */
export type Edit = Correction & { readonly callId: number | null };

/** confirmed: looked through and found right; aside: left for later, with a question open. */
export const reviewMarks = ['open', 'confirmed', 'aside'] as const;
export type ReviewMark = (typeof reviewMarks)[number];

export type EditHistory<Event extends Correction = Correction> = {
  /** The events that count now, oldest first. */
  readonly standing: readonly Event[];
  /** The event that undo would take back, and the one that redo would bring back. */
  readonly undo: Event | null;
  readonly redo: Event | null;
};

/** Works out what counts after all undoing and redoing. A new edit makes an end of what could be redone. */
export const editHistory = <Event extends Correction>(events: readonly Event[]): EditHistory<Event> => {
  const standing: Event[] = [];
  let undone: Event[] = [];
  for (const event of events) {
    if (event.field === undoField) {
      const last = standing.pop();
      if (last) undone.push(last);
    } else if (event.field === redoField) {
      const next = undone.pop();
      if (next) standing.push(next);
    } else {
      standing.push(event);
      undone = [];
    }
  }
  return { standing, undo: standing.at(-1) ?? null, redo: undone.at(-1) ?? null };
};

const isMark = (value: string | null): value is ReviewMark => reviewMarks.some((mark) => mark === value);

/**
 * How the user marked the page. An edit after the mark opens it again, and so does another reading: what was confirmed is
 * not what is there now.
 * @param callId of the call whose answer is shown
 */
export const reviewMarkOf = (standing: readonly Edit[], callId: number | null): ReviewMark => {
  const last = standing.at(-1);
  if (last?.field !== reviewField || !isMark(last.value)) return 'open';
  return last.callId !== null && last.callId !== callId ? 'open' : last.value;
};
