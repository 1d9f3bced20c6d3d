import type { Undone } from '../../shared/contract/commands.ts';
import type { PageId } from '../../shared/contract/page.ts';
import { localAuthor, type ReviewEvent } from '../../shared/review/event.ts';
import { editHistory } from '../../shared/review/replay.ts';
import type { ReadStore } from '../store/port.ts';

/**
 * The user's last step over all pages. Events of one instant are one step: an action on a batch writes the same instant
 * into each of its pages.
 */
export type Step = {
  /** Pages of the step, and how many of its events each has. */
  readonly pages: ReadonlyMap<PageId, number>;
  readonly event: ReviewEvent;
};

type Events = Pick<ReadStore, 'eventsOf' | 'lastEdited' | 'editedAt'>;

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

/** Pages whose events are read together. */
const pagesAtOnce = 50;

/** The newest candidate of all pages. Pages come with their newest event first, so few of them are read. */
const newest = async (
  { lastEdited, eventsOf }: Events,
  candidates: Candidates,
): Promise<ReviewEvent | null> => {
  const edited = await lastEdited(reach);
  let best: ReviewEvent | null = null;
  for (let from = 0; from < edited.length; from += pagesAtOnce) {
    const some = edited.slice(from, from + pagesAtOnce);
    const events = await eventsOf(some.map(({ page }) => page));
    for (const { page, id } of some) {
      if (best && id < best.id) return best;
      const candidate = candidates(events.get(page) ?? []).at(-1);
      if (candidate && (!best || candidate.id > best.id)) best = candidate;
    }
  }
  return best;
};

/** Pages whose last candidates are of one instant, and how many of them each has. */
const pagesOf = async (
  { editedAt, eventsOf }: Events,
  candidates: Candidates,
  at: string,
): Promise<ReadonlyMap<PageId, number>> => {
  const pages = new Map<PageId, number>();
  for (const [page, events] of await eventsOf(await editedAt(at))) {
    const own = candidates(events);
    const count = own.length - 1 - own.findLastIndex((event) => event.at !== at);
    if (count > 0) pages.set(page, count);
  }
  return pages;
};

/** The step that undo takes back; null for none. */
export const lastStep = async (reads: Events): Promise<Step | null> => {
  const event = await newest(reads, standingOf);
  return event && { pages: await pagesOf(reads, standingOf, event.at), event };
};

/** The step that redo does again; null for none. A new act ends what could be done again. */
export const lastUndone = async (reads: Events): Promise<Step | null> => {
  const undo = await newest(reads, openUndos);
  const [latest] = await reads.lastEdited(1);
  if (!undo || !latest) return null;
  const last = (await reads.eventsOf([latest.page])).get(latest.page)?.at(-1)?.act.kind;
  if (last !== 'undo' && last !== 'redo') return null;
  const pages = await pagesOf(reads, openUndos, undo.at);
  const [first] = pages.keys();
  if (first === undefined) return null;
  const event = editHistory((await reads.eventsOf([first])).get(first) ?? [], localAuthor).redo;
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
