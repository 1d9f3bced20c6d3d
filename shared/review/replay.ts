import { isBooksChange } from '../books/books-state.ts';
import type { ReviewChange, ReviewEvent } from './event.ts';

/** confirmed: reviewed and found correct; aside: postponed because of an open question. */
export const reviewStates = ['open', 'confirmed', 'aside'] as const;
export type ReviewState = (typeof reviewStates)[number];

const stateOfKind: Partial<Record<ReviewChange['kind'], ReviewState>> = {
  confirm: 'confirmed',
  'set-aside': 'aside',
  reopen: 'open',
};
const kindOfState = { aside: 'set-aside', open: 'reopen' } as const;

/**
 * The change that sets a state.
 * @param digest of the data that is confirmed; null if it can't be derived
 */
export const changeForState = (state: ReviewState, digest: string | null): ReviewChange => {
  if (state !== 'confirmed') return { kind: kindOfState[state] };
  return { kind: 'confirm', ...(digest !== null && { digest }) };
};

/** Whether a change sets a state. */
export const setsState = ({ kind }: Pick<ReviewChange, 'kind'>, state: ReviewState): boolean =>
  stateOfKind[kind] === state;

/** Whether a change belongs to the review only and changes no extracted data. */
export const isOnlyReview = (change: ReviewChange): boolean =>
  change.kind in stateOfKind || isBooksChange(change);

type Replayed = Pick<ReviewEvent, 'change' | 'by'>;

type EditHistory<Event extends Replayed = ReviewEvent> = {
  /** The effective events, oldest first. */
  readonly standing: readonly Event[];
  /** The event that undo would revert, and the one that redo would restore. */
  readonly undo: Event | null;
  readonly redo: Event | null;
  /** For each restored event the redo since which it stands; others stand since they were made. */
  readonly restored: ReadonlyMap<Event, Event>;
  /** Each effective event that an undo ended, since when it stood, and that undo. */
  readonly ended: readonly { readonly event: Event; readonly since: Event; readonly undo: Event }[];
};

/**
 * Computes the effective events after all undo and redo changes. Users undo only their own events; a new change
 * clears its author's redo events. What was booked, verified or archived is never undone: a file was written.
 * @param by the author whose undo and redo are returned; default: the author of the last event
 */
export const editHistory = <Event extends Replayed>(
  events: readonly Event[],
  by = events.findLast(({ change }) => !isBooksChange(change))?.by,
): EditHistory<Event> => {
  const standing: Event[] = [];
  const undone = new Map<string, Event[]>();
  const restored = new Map<Event, Event>();
  const ended: { event: Event; since: Event; undo: Event }[] = [];
  const undoneBy = (author: string): Event[] => undone.get(author) ?? [];
  for (const event of events) {
    if (event.change.kind === 'undo') {
      const at = standing.findLastIndex((other) => other.by === event.by && !isBooksChange(other.change));
      const [last] = at === -1 ? [] : standing.splice(at, 1);
      if (!last) continue;
      undone.set(event.by, [...undoneBy(event.by), last]);
      ended.push({ event: last, since: restored.get(last) ?? last, undo: event });
      restored.delete(last);
    } else if (event.change.kind === 'redo') {
      const next = undoneBy(event.by).at(-1);
      undone.set(event.by, undoneBy(event.by).slice(0, -1));
      if (!next) continue;
      standing.push(next);
      restored.set(next, event);
    } else {
      standing.push(event);
      if (!isBooksChange(event.change)) undone.delete(event.by);
    }
  }
  return {
    standing,
    undo: standing.findLast((event) => event.by === by && !isBooksChange(event.change)) ?? null,
    redo: by === undefined ? null : (undoneBy(by).at(-1) ?? null),
    restored,
    ended,
  };
};

/**
 * The state that the user has set. A later edit, another extraction, or other data than what was confirmed opens the
 * page again, as does the first extraction of a page that was set aside without data: an undo, a join or a split can change the data without a later event of its own.
 * @param extractionId the displayed extraction
 * @param digest of the displayed data
 */
export const reviewStateOf = (
  standing: readonly Pick<ReviewEvent, 'change' | 'extractionId'>[],
  extractionId: number | null,
  digest: string | null,
): ReviewState => {
  // A tag, a note, a pair or a voucher does not affect the values.
  const last = standing.findLast(
    ({ change }) =>
      change.kind !== 'tag' && change.kind !== 'note' && change.kind !== 'pair' && !isBooksChange(change),
  );
  const state = last && stateOfKind[last.change.kind];
  if (!state) return 'open';
  const { change } = last;
  if (change.kind === 'confirm' && change.digest !== undefined && change.digest !== digest) return 'open';
  const isOther = last.extractionId !== extractionId && (last.extractionId !== null || state === 'aside');
  return isOther ? 'open' : state;
};

/** The page's tags and note. */
export const labelsOf = (
  standing: readonly Pick<ReviewEvent, 'change'>[],
): { readonly tags: readonly string[]; readonly note: string | null } => {
  const tags = new Set<string>();
  let note: string | null = null;
  for (const { change } of standing) {
    if (change.kind === 'note') note = change.text;
    if (change.kind !== 'tag') continue;
    for (const tag of change.remove) tags.delete(tag);
    for (const tag of change.add) tags.add(tag);
  }
  return { tags: [...tags], note };
};
