import { isBooksAct } from '../books/books-acts.ts';
import type { ReviewAct, ReviewEvent } from './event.ts';

/** confirmed: reviewed and found right; aside: postponed, with an open question. */
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

/** Whether an act only marks the page and changes no extracted data. */
export const isMark = (act: ReviewAct): boolean => act.kind in marks || isBooksAct(act);

type Replayed = Pick<ReviewEvent, 'act' | 'by'>;

type EditHistory<Event extends Replayed = ReviewEvent> = {
  /** The effective events, oldest first. */
  readonly standing: readonly Event[];
  /** The event that undo would take back, and the one that redo would restore. */
  readonly undo: Event | null;
  readonly redo: Event | null;
};

/**
 * Computes the effective events after all undo and redo acts. Users undo only their own events; a new act
 * clears what its author could redo.
 * @param by the author whose undo and redo are returned; default: the author of the last event
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
 * The user's mark of the page. An edit after the mark, or another extraction, opens the page again, because
 * the confirmed data has changed.
 * @param extractionId the displayed extraction
 */
export const reviewMarkOf = (
  standing: readonly Pick<ReviewEvent, 'act' | 'extractionId'>[],
  extractionId: number | null,
): ReviewMark => {
  // A tag, a note or a voucher does not affect the values.
  const last = standing.findLast(({ act }) => act.kind !== 'tag' && act.kind !== 'note' && !isBooksAct(act));
  const mark = last && marks[last.act.kind];
  if (!mark) return 'open';
  return last.extractionId !== null && last.extractionId !== extractionId ? 'open' : mark;
};

/** The page's tags and note. */
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
