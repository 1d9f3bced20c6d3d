import { isBooksAct } from '../books/books-acts.ts';
import type { ReviewAct, ReviewEvent } from './event.ts';

/** confirmed: reviewed and found right; aside: left for later, with a question open. */
export const reviewMarks = ['open', 'confirmed', 'aside'] as const;
export type ReviewMark = (typeof reviewMarks)[number];

const marks: Partial<Record<ReviewAct['kind'], ReviewMark>> = {
  confirm: 'confirmed',
  'set-aside': 'aside',
  reopen: 'open',
};
const actOfMark = { confirmed: 'confirm', aside: 'set-aside', open: 'reopen' } as const;

/** The act that sets a mark. */
export const markAct = (mark: ReviewMark): ReviewAct => ({ kind: actOfMark[mark] });

/** Whether an act only marks the page and changes nothing that was extracted. */
export const isMark = (act: ReviewAct): boolean => act.kind in marks || isBooksAct(act);

type Replayed = Pick<ReviewEvent, 'act' | 'by'>;

export type EditHistory<Event extends Replayed = ReviewEvent> = {
  /** The events that count now, oldest first. */
  readonly standing: readonly Event[];
  /** The event that undo would take back, and the one that redo would restore. */
  readonly undo: Event | null;
  readonly redo: Event | null;
};

/**
 * Works out which events count after all undoing and redoing. Everybody undoes their own events only; a new act of
 * theirs ends what they could redo.
 * @param by whose undo and redo the history tells of; left out: of whoever made the last event
 */
export const editHistory = <Event extends Replayed>(
  events: readonly Event[],
  by = events.at(-1)?.by,
): EditHistory<Event> => {
  const standing: Event[] = [];
  const undone = new Map<string, Event[]>();
  const undoneBy = (author: string): Event[] => undone.get(author) ?? [];
  for (const event of events) {
    if (event.act.kind === 'undo') {
      const at = standing.findLastIndex((other) => other.by === event.by);
      const [last] = at === -1 ? [] : standing.splice(at, 1);
      if (last) undone.set(event.by, [...undoneBy(event.by), last]);
    } else if (event.act.kind === 'redo') {
      const next = undoneBy(event.by).at(-1);
      undone.set(event.by, undoneBy(event.by).slice(0, -1));
      if (next) standing.push(next);
    } else {
      standing.push(event);
      undone.delete(event.by);
    }
  }
  return {
    standing,
    undo: standing.findLast((event) => event.by === by) ?? null,
    redo: by === undefined ? null : (undoneBy(by).at(-1) ?? null),
  };
};

/**
 * How the user marked the page. An edit after the mark opens the page again, and so does another extraction: what was
 * confirmed is not what is there now.
 * @param extractionId the extraction that is shown
 */
export const reviewMarkOf = (
  standing: readonly Pick<ReviewEvent, 'act' | 'extractionId'>[],
  extractionId: number | null,
): ReviewMark => {
  // A tag, a note or a voucher says nothing about the values.
  const last = standing.findLast(({ act }) => act.kind !== 'tag' && act.kind !== 'note' && !isBooksAct(act));
  const mark = last && marks[last.act.kind];
  if (!mark) return 'open';
  return last.extractionId !== null && last.extractionId !== extractionId ? 'open' : mark;
};

/** The tags and the note that the user gave a page. */
export const labelsOf = (
  standing: readonly Pick<ReviewEvent, 'act'>[],
): { readonly tags: readonly string[]; readonly note: string | null } => {
  const tags = new Set<string>();
  let note: string | null = null;
  for (const { act } of standing) {
    if (act.kind === 'note') note = act.text;
    if (act.kind !== 'tag') continue;
    for (const tag of act.remove) tags.delete(tag);
    for (const tag of act.add) tags.add(tag);
  }
  return { tags: [...tags], note };
};
