import type { PageId } from '../../shared/contract/page.ts';
import { failed, success } from '../../shared/result.ts';
import type { Assessor } from '../pipeline/assessor.ts';
import { joinInto, splitPages, type JoinablePage } from '../pipeline/join-invoice.ts';
import type { PageRunner } from '../pipeline/page-runner.ts';
import type { WriteStore } from '../store/port.ts';
import type { DataFolder } from './data-folder.ts';
import { answering, type Caller, type Handlers } from './handlers.ts';
import { joinedBy, notJoinable, splitBy } from './command-failures.ts';
import { editLines, type LinesEdit } from '../../shared/invoice/lines-edit.ts';
import { lineKeys, linePath, placeOf, valueAt } from '../../shared/invoice/fields.ts';
import { linesTable } from '../../shared/invoice/invoice-changes.ts';
import type { FieldPath } from '../../shared/invoice/model.ts';
import { ownAuthor, type ReviewChange, type ReviewEvent } from '../../shared/review/event.ts';
import type { DerivedInvoice, LineOfPage } from '../pipeline/derived.ts';

type Dependencies = {
  readonly folder: DataFolder;
  readonly runner: Pick<PageRunner, 'tell'>;
  readonly assessor: Pick<Assessor, 'assessIn' | 'joinable'>;
};

/** Pages with all pages that they are joined with. */
const withJoined = async (unit: WriteStore, ids: readonly PageId[]): Promise<readonly PageId[]> => [
  ...new Set((await unit.pages(ids)).flatMap(({ id, joined }) => (joined.length > 0 ? joined : [id]))),
];

/** Who has joined all these pages into one invoice already, if another user has; null otherwise. */
const joinedByOther = async (
  unit: WriteStore,
  ids: readonly PageId[],
  by: string,
): Promise<string | null> => {
  // They stay locked until the end of the unit.
  const events = await unit.eventsOf(ids);
  const rows = await unit.pages(ids);
  const [to = null, ...others] = new Set(rows.map(({ joinedTo }) => joinedTo));
  if (to === null || others.length > 0 || rows.length < 2) return null;
  const join = events.get(to)?.findLast(({ change }) => change.kind === 'join');
  return join && join.by !== by && join.by !== ownAuthor ? join.by : null;
};

/** Who has split these pages, which are not joined any more, if another user has; null otherwise. */
const splitByOther = (events: ReadonlyMap<PageId, readonly ReviewEvent[]>, by: string): string | null => {
  const last = [...events.values()].flatMap(
    (ofPage) => ofPage.findLast(({ change }) => change.kind === 'join' || change.kind === 'split') ?? [],
  );
  const split = last.find((event) => event.change.kind === 'split' && event.by !== by);
  return split && split.by !== ownAuthor ? split.by : null;
};

/** Pages of one invoice are joined and split. Each is one undo step. */
export const joinCommands = ({
  folder: { store },
  runner,
  assessor,
}: Dependencies): Pick<Handlers, 'batch.join' | 'batch.split'> => {
  const assessAll = async (unit: WriteStore, ids: readonly PageId[]): Promise<readonly PageId[]> => {
    const changed = new Set(ids);
    for (const id of ids) for (const other of await assessor.assessIn(unit, id)) changed.add(other);
    return [...changed];
  };

  const join = async (unit: WriteStore, ids: readonly PageId[], caller: Caller) => {
    const pages: JoinablePage[] = [];
    for (const id of await withJoined(unit, ids)) {
      const page = await assessor.joinable(unit, id);
      if (!page) return null;
      pages.push(page);
    }
    const before = pages.map(({ row }) => row.id);
    const joined = await joinInto(unit, pages, caller.by);
    if (joined.length === 0) return null;
    const changed = await assessAll(unit, [...new Set([...before, ...joined])]);
    const [first = 0] = ids;
    const into = (await unit.page(first))?.joinedTo ?? first;
    return { changed, answer: answering(caller, { into }) };
  };

  return {
    'batch.join': async ({ ids }, caller) => {
      const { by, nameOf } = caller;
      const joined = await store.transact(
        async (unit) => (await joinedByOther(unit, ids, by)) ?? join(unit, ids, caller),
      );
      if (typeof joined === 'string') return failed(joinedBy((await nameOf?.(joined)) ?? null));
      if (!joined) return failed(notJoinable);
      await runner.tell(joined.changed);
      return success(joined.answer);
    },
    'batch.split': async ({ ids }, caller) => {
      const { by, nameOf } = caller;
      const ended = await store.transact(async (unit) => {
        // They stay locked until the end of the unit.
        const events = await unit.eventsOf(ids);
        const rows = (await unit.pages(ids)).filter(({ joinedTo }) => joinedTo !== null);
        const split = [...new Set(rows.flatMap(({ joined }) => joined))];
        const other = split.length === 0 ? splitByOther(events, by) : null;
        if (other !== null) return other;
        const touched = split.length === 0 ? [] : await splitPages(unit, split, by);
        return { answer: answering(caller, { pages: split }), changed: await assessAll(unit, touched) };
      });
      if (typeof ended === 'string') return failed(splitBy((await nameOf?.(ended)) ?? null));
      await runner.tell(ended.changed);
      return success(ended.answer);
    },
  };
};

/** The changes on each page that together form a change on a joined invoice. */
type PlacedChanges = ReadonlyMap<PageId, readonly ReviewChange[]>;

type Joined = Pick<DerivedInvoice, 'value' | 'origins' | 'places' | 'pages'>;
type Cell = Extract<LinesEdit, { kind: 'paste' }>['cells'][number];

/** Collects changes by page, in the order in which they must happen. */
const createChanges = () => {
  const changes = new Map<PageId, ReviewChange[]>();
  return {
    changes,
    add: (page: PageId, ...added: readonly ReviewChange[]): void => {
      changes.set(page, [...(changes.get(page) ?? []), ...added]);
    },
  };
};

const editOf = (edit: LinesEdit): ReviewChange => ({ kind: 'edit-lines', edit });

/** The place of a line that comes after the last one. */
const afterLast = ({ places, pages }: Joined, main: PageId, by: number): LineOfPage => {
  const last = places.at(-1);
  if (last) return { page: last.page, index: last.index + 1 + by };
  return { page: pages[0]?.id ?? main, index: by };
};

const indexOf = (path: FieldPath): number => {
  const place = placeOf(path);
  return place?.kind === 'line' ? place.index : -1;
};

/** Types cells; lines after the last are added to the last page. */
const paste = (joined: Joined, main: PageId, cells: readonly Cell[]): PlacedChanges => {
  const { places } = joined;
  const { changes, add } = createChanges();
  const byPage = new Map<PageId, Cell[]>();
  const last = Math.max(-1, ...cells.map(({ field }) => indexOf(field)));
  for (let index = places.length; index <= last; index += 1) {
    const { page, index: at } = afterLast(joined, main, index - places.length);
    add(page, editOf({ kind: 'add', at }));
  }
  for (const { field, value } of cells) {
    const place = placeOf(field);
    if (place?.kind !== 'line') continue;
    const { page, index } = places[place.index] ?? afterLast(joined, main, place.index - places.length);
    byPage.set(page, [...(byPage.get(page) ?? []), { field: linePath(index, place.key), value }]);
  }
  for (const [page, own] of byPage) add(page, editOf({ kind: 'paste', cells: own }));
  return changes;
};

const changedCells = (joined: Joined, edit: LinesEdit, index: number): readonly Cell[] => {
  const after = editLines(joined.value.lines, edit, (_, value) => value)[index];
  return lineKeys.flatMap((key) => {
    const field = linePath(index, key);
    const value = after?.[key] ?? null;
    return value === valueAt(joined.value, field) ? [] : [{ field, value }];
  });
};

const placeEdit = (joined: Joined, main: PageId, edit: LinesEdit): PlacedChanges => {
  const { places, value } = joined;
  switch (edit.kind) {
    case 'add': {
      const { page, index } = places[edit.at] ?? afterLast(joined, main, 0);
      return new Map([[page, [editOf({ kind: 'add', at: index })]]]);
    }
    case 'delete': {
      const place = places[edit.at];
      return place ? new Map([[place.page, [editOf({ kind: 'delete', at: place.index })]]]) : new Map();
    }
    case 'merge': {
      const [above, below] = [places[edit.at - 1], places[edit.at]];
      if (!above || !below) return new Map();
      if (above.page === below.page && above.index + 1 === below.index)
        return new Map([[below.page, [editOf({ kind: 'merge', at: below.index })]]]);
      const { changes, add } = createChanges();
      const cells = changedCells(joined, edit, edit.at - 1);
      if (cells.length > 0) for (const [page, own] of paste(joined, main, cells)) add(page, ...own);
      add(below.page, editOf({ kind: 'delete', at: below.index }));
      return changes;
    }
    case 'move':
      return paste(joined, main, [
        { field: edit.from, value: valueAt(value, edit.to) },
        { field: edit.to, value: valueAt(value, edit.from) },
      ]);
    case 'paste':
      return paste(joined, main, edit.cells);
    default:
      return edit satisfies never;
  }
};

/** Whether an edit moves a value within one page, so that it keeps its position and score. */
const moveOnOnePage = ({ places }: Joined, edit: LinesEdit): PlacedChanges | null => {
  if (edit.kind !== 'move') return null;
  const [from, to] = [placeOf(edit.from), placeOf(edit.to)];
  if (from?.kind !== 'line' || to?.kind !== 'line') return null;
  const [one, other] = [places[from.index], places[to.index]];
  if (!one || one.page !== other?.page) return null;
  const moved = { from: linePath(one.index, from.key), to: linePath(other.index, to.key) };
  return new Map([[one.page, [editOf({ kind: 'move', ...moved })]]]);
};

/** The page of a value outside the lines: the main page, or the page that it was taken from. */
const pageOfField = ({ origins, pages }: Joined, main: PageId, field: FieldPath): PageId =>
  pages[(origins[field]?.part ?? 0) - 1]?.id ?? main;

/**
 * Assigns a change on a joined invoice to its pages. Each page keeps the events of its own lines. So they stay
 * correct when the page is recognized again or split off.
 * @param main the page that represents the invoice
 */
export const placeChange = (joined: Joined, main: PageId, change: ReviewChange): PlacedChanges => {
  if (joined.pages.length === 0) return new Map([[main, [change]]]);
  switch (change.kind) {
    case 'edit-lines':
      return moveOnOnePage(joined, change.edit) ?? placeEdit(joined, main, change.edit);
    case 'correct': {
      const place = placeOf(change.field);
      if (place?.kind !== 'line') return new Map([[main, [change]]]);
      const on = joined.places[place.index];
      const added = on ?? afterLast(joined, main, 0);
      const typed: ReviewChange = { ...change, field: linePath(added.index, place.key) };
      const room: readonly ReviewChange[] = on ? [] : [editOf({ kind: 'add', at: added.index })];
      return new Map([[added.page, [...room, typed]]]);
    }
    case 'revert':
    case 'keep': {
      if (change.field === linesTable) return new Map(joined.pages.map(({ id }) => [id, [change]]));
      const place = placeOf(change.field);
      if (place?.kind !== 'line') return new Map([[pageOfField(joined, main, change.field), [change]]]);
      const on = joined.places[place.index];
      return on ? new Map([[on.page, [{ ...change, field: linePath(on.index, place.key) }]]]) : new Map();
    }
    case 'accept':
    case 'archive':
    case 'print':
    case 'book':
    case 'confirm':
    case 'edit-faces':
    case 'join':
    case 'note':
    case 'pair':
    case 'redo':
    case 'reopen':
    case 'set-aside':
    case 'split':
    case 'tag':
    case 'undo':
    case 'verify':
      return new Map([[main, [change]]]);
    default:
      return change satisfies never;
  }
};
