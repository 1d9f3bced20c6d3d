import type { Undone } from '../../shared/contract/commands.ts';
import type { PageId } from '../../shared/contract/page.ts';
import { localAuthor, type ReviewEvent } from '../../shared/review/event.ts';
import { editHistory } from '../../shared/review/replay.ts';
import type { Results } from '../store/sqlite/results.ts';

/**
 * The user's last step over all pages. Events of one instant are one step: an action on a batch writes the same instant
 * into each of its pages.
 */
export type Step = {
  /** Pages of the step, and how many of its events each has. */
  readonly pages: ReadonlyMap<PageId, number>;
  readonly event: ReviewEvent;
};

type Events = Pick<Results, 'events' | 'lastEdited' | 'editedAt'>;

/** So many of the newest events are considered; a step further back is too old to be the last. */
const reach = 50_000;

/** The undo events of a page that a redo would answer, oldest first. */
const openUndos = (events: readonly ReviewEvent[]): readonly ReviewEvent[] => {
  const open: ReviewEvent[] = [];
  for (const event of events) {
    if (event.by !== localAuthor) continue;
    if (event.act.kind === 'undo') open.push(event);
    else if (event.act.kind === 'redo') open.pop();
    else open.length = 0;
  }
  return open;
};

const standingOf = (events: readonly ReviewEvent[]): readonly ReviewEvent[] =>
  editHistory(events, localAuthor).standing.filter(({ by }) => by === localAuthor);

type Candidates = (events: readonly ReviewEvent[]) => readonly ReviewEvent[];

/** The newest candidate of all pages. Pages come with their newest event first, so few of them are read. */
const newest = ({ lastEdited, events }: Events, candidates: Candidates): ReviewEvent | null => {
  let best: ReviewEvent | null = null;
  for (const { page, id } of lastEdited(reach)) {
    if (best && id < best.id) return best;
    const candidate = candidates(events(page)).at(-1);
    if (candidate && (!best || candidate.id > best.id)) best = candidate;
  }
  return best;
};

/** Pages whose last candidates are of one instant, and how many of them each has. */
const pagesOf = (events: Events, candidates: Candidates, at: string): ReadonlyMap<PageId, number> => {
  const pages = new Map<PageId, number>();
  for (const page of events.editedAt(at)) {
    const own = candidates(events.events(page));
    const count = own.length - 1 - own.findLastIndex((event) => event.at !== at);
    if (count > 0) pages.set(page, count);
  }
  return pages;
};

/** The step that undo takes back; null for none. */
export const lastStep = (events: Events): Step | null => {
  const event = newest(events, standingOf);
  return event && { pages: pagesOf(events, standingOf, event.at), event };
};

/** The step that redo does again; null for none. A new act ends what could be done again. */
export const lastUndone = (events: Events): Step | null => {
  const undo = newest(events, openUndos);
  const [latest] = events.lastEdited(1);
  const last = latest && events.events(latest.page).at(-1)?.act.kind;
  if (!undo || (last !== 'undo' && last !== 'redo')) return null;
  const pages = pagesOf(events, openUndos, undo.at);
  const [first] = pages.keys();
  const event = first === undefined ? null : editHistory(events.events(first), localAuthor).redo;
  return event && { pages, event };
};

/** What a step was about, for the window to say it. */
export const describeStep = ({ event: { act } }: Step): Pick<Undone, 'act' | 'field' | 'mark'> => {
  switch (act.kind) {
    case 'correct':
    case 'revert':
    case 'keep':
      return { act: act.kind, field: act.field, mark: null };
    case 'accept':
      return { act: 'accept', field: act.fields[0] ?? null, mark: null };
    case 'confirm':
      return { act: 'review', field: null, mark: 'confirmed' };
    case 'set-aside':
      return { act: 'review', field: null, mark: 'aside' };
    case 'reopen':
      return { act: 'review', field: null, mark: 'open' };
    case 'edit-lines':
      return { act: 'lines', field: null, mark: null };
    case 'edit-faces':
      return { act: 'faces', field: null, mark: null };
    case 'tag':
    case 'note':
      return { act: act.kind, field: null, mark: null };
    case 'book':
    case 'verify':
    case 'archive':
    case 'undo':
    case 'redo':
      return { act: 'other', field: null, mark: null };
    default:
      return act satisfies never;
  }
};
