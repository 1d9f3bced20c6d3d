import type { Undone } from '../../shared/contract/batch-commands.ts';
import type { PageId } from '../../shared/contract/page.ts';
import type { ReviewEvent } from '../../shared/review/event.ts';
import { isBooksChange } from '../../shared/books/books-state.ts';
import { editHistory } from '../../shared/review/replay.ts';
import type { ReadStore } from '../store/port.ts';

/**
 * The user's last step over all pages. Events of one instant are one step: an action on a batch writes the
 * same instant into each of its pages.
 */
type UndoStep = {
  /** Pages of the step, with the number of its events on each. */
  readonly pages: ReadonlyMap<PageId, number>;
  readonly event: ReviewEvent;
};

type Events = Pick<ReadStore, 'eventsOf' | 'lastEdited' | 'editedAt'>;

/** Number of newest events to search; a step before them is too old to be the last. */
const reach = 50_000;

type Candidates = (events: readonly ReviewEvent[], by: string) => readonly ReviewEvent[];

/** The undo events of a page that a redo could revert, oldest first. */
const openUndos: Candidates = (events, by) => {
  const open: ReviewEvent[] = [];
  for (const event of events) {
    if (event.by !== by || isBooksChange(event.change)) continue;
    if (event.change.kind === 'undo') open.push(event);
    else if (event.change.kind === 'redo') open.pop();
    else open.length = 0;
  }
  return open;
};

const standingOf: Candidates = (events, by) =>
  editHistory(events, by).standing.filter((event) => event.by === by && !isBooksChange(event.change));

const ownEvents: Candidates = (events, by) =>
  events.filter((event) => event.by === by && !isBooksChange(event.change));

/** Number of pages whose events are loaded together. */
const pagesAtOnce = 50;

/** The newest candidate of all pages. Pages come with their newest event first, so only a few are loaded. */
const newest = async (
  { lastEdited, eventsOf }: Events,
  candidates: Candidates,
  by: string,
): Promise<ReviewEvent | null> => {
  const edited = await lastEdited(reach);
  let best: ReviewEvent | null = null;
  for (let from = 0; from < edited.length; from += pagesAtOnce) {
    const some = edited.slice(from, from + pagesAtOnce);
    const events = await eventsOf(some.map(({ page }) => page));
    for (const { page, id } of some) {
      if (best && id < best.id) return best;
      const candidate = candidates(events.get(page) ?? [], by).at(-1);
      if (candidate && (!best || candidate.id > best.id)) best = candidate;
    }
  }
  return best;
};

/** Pages whose last candidates have one instant, with the number of candidates on each. */
const pagesOf = async (
  { editedAt, eventsOf }: Events,
  candidates: Candidates,
  by: string,
  at: string,
): Promise<ReadonlyMap<PageId, number>> => {
  const pages = new Map<PageId, number>();
  for (const [page, events] of await eventsOf(await editedAt(at))) {
    const own = candidates(events, by);
    const count = own.length - 1 - own.findLastIndex((event) => event.at !== at);
    if (count > 0) pages.set(page, count);
  }
  return pages;
};

/** The step of an author that undo reverts; null if there is none. */
export const lastStep = async (reads: Events, by: string): Promise<UndoStep | null> => {
  const event = await newest(reads, standingOf, by);
  return event && { pages: await pagesOf(reads, standingOf, by, event.at), event };
};

/** The step of an author that redo repeats; null if there is none. The author's next change ends redo. */
export const lastUndone = async (reads: Events, by: string): Promise<UndoStep | null> => {
  const undo = await newest(reads, openUndos, by);
  if (!undo) return null;
  const last = await newest(reads, ownEvents, by);
  if (last?.change.kind !== 'undo' && last?.change.kind !== 'redo') return null;
  const pages = await pagesOf(reads, openUndos, by, undo.at);
  const [first] = pages.keys();
  if (first === undefined) return null;
  const event = editHistory((await reads.eventsOf([first])).get(first) ?? [], by).redo;
  return event && { pages, event };
};

/** A description of a step for the window. */
export const describeUndo = ({ event: { change } }: UndoStep): Pick<Undone, 'change' | 'field' | 'mark'> => {
  switch (change.kind) {
    case 'correct':
    case 'revert':
    case 'keep':
      return { change: change.kind, field: change.field, mark: null };
    case 'accept':
      return { change: 'accept', field: change.fields[0] ?? null, mark: null };
    case 'confirm':
      return { change: 'review', field: null, mark: 'confirmed' };
    case 'set-aside':
      return { change: 'review', field: null, mark: 'aside' };
    case 'reopen':
      return { change: 'review', field: null, mark: 'open' };
    case 'edit-lines':
      return { change: 'lines', field: null, mark: null };
    case 'edit-faces':
      return { change: 'faces', field: null, mark: null };
    case 'tag':
    case 'note':
      return { change: change.kind, field: null, mark: null };
    case 'join':
    case 'split':
    case 'pair':
      return { change: change.kind, field: null, mark: null };
    case 'book':
    case 'verify':
    case 'archive':
    case 'print':
    case 'undo':
    case 'redo':
      return { change: 'other', field: null, mark: null };
    default:
      return change satisfies never;
  }
};
