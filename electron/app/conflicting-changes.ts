import { isOfLines, linesTable } from '../../shared/invoice/invoice-changes.ts';
import { failed, type Result } from '../../shared/result.ts';
import type { ReviewChange, ReviewEvent } from '../../shared/review/event.ts';
import type { CommandFailure } from '../../shared/contract/commands.ts';
import type { Caller } from './handlers.ts';
import type { MetPages } from '../../shared/contract/batch-commands.ts';
import type { PageId } from '../../shared/contract/page.ts';
import { changedMeanwhileTo, changedPagesMeanwhile, otherDataOf } from './command-failures.ts';

const topicOfField = (field: string): string => (isOfLines(field) ? linesTable : field);

/** The subject of a change; null for changes that never contradict one another, such as joins. */
const topicOf = (change: ReviewChange): string | null => {
  switch (change.kind) {
    case 'correct':
    case 'revert':
    case 'keep':
      return topicOfField(change.field);
    case 'edit-lines':
      return linesTable;
    case 'edit-faces':
      return 'faces';
    case 'note':
    case 'pair':
    case 'verify':
    case 'print':
      return change.kind;
    case 'confirm':
    case 'set-aside':
    case 'reopen':
      return 'mark';
    case 'accept':
    case 'tag':
    case 'undo':
    case 'redo':
    case 'book':
    case 'archive':
    case 'join':
    case 'split':
      return null;
    default:
      return change satisfies never;
  }
};

/** Changes that don't change the data that a user confirms. */
const harmless: ReadonlySet<string> = new Set([
  'tag',
  'note',
  'pair',
  'accept',
  'book',
  'verify',
  'archive',
  'print',
]);

const marks: ReadonlySet<string> = new Set(['confirm', 'set-aside', 'reopen']);

const haveCommon = (some: readonly string[], others: readonly string[]): boolean =>
  some.some((one) => others.includes(one));

const contradicts = (theirs: ReviewChange, yours: ReviewChange): boolean => {
  if (theirs.kind === 'tag' && yours.kind === 'tag')
    return haveCommon(theirs.add, yours.remove) || haveCommon(theirs.remove, yours.add);
  // A confirmation covers only the values that its author has seen, not those that another user has just
  // changed.
  if (yours.kind === 'confirm') return theirs.kind !== 'confirm' && !harmless.has(theirs.kind);
  const topic = topicOf(yours);
  return topic !== null && topic === topicOf(theirs);
};

/** A change of another user that the author of a new change has not seen. */
export type Meanwhile = { readonly by: string; readonly theirs: ReviewChange; readonly yours: ReviewChange };

/**
 * The last change by another user, after a version, that contradicts a new change; null if there is none.
 * @param version the number of events that the author has seen
 */
export const changedSince = (
  events: readonly ReviewEvent[],
  version: number,
  by: string,
  yours: ReviewChange,
): Meanwhile | null => {
  const other = events.findLast(
    (event) => event.version >= version && event.by !== by && contradicts(event.change, yours),
  );
  return other ? { by: other.by, theirs: other.change, yours } : null;
};

/** The failure that shows both changes, and who made the other one. */
export const meanwhileFailure = async (
  { by, theirs, yours }: Meanwhile,
  { nameOf }: Caller,
): Promise<Result<never, CommandFailure>> =>
  failed(changedMeanwhileTo((await nameOf?.(by)) ?? null, theirs, yours));

/**
 * The same for a change on several pages, of which these were left as they are.
 * @param other pages whose data is not what the author saw
 */
export const metPages = async (
  met: ReadonlyMap<PageId, Meanwhile>,
  other: readonly PageId[],
  { nameOf }: Caller,
): Promise<MetPages> => {
  const [first] = met.values();
  const pages = [...met.keys(), ...other];
  if (pages.length === 0) return null;
  const name = first ? ((await nameOf?.(first.by)) ?? null) : null;
  const { message, remedy } = first
    ? changedPagesMeanwhile(pages.length, name, first.theirs, first.yours)
    : otherDataOf(pages.length);
  return { pages, message, remedy };
};

/**
 * The other user who has confirmed a page whose data an undo or redo of these changes would alter; null if there is
 * none.
 */
export const confirmedOver = (
  standing: readonly ReviewEvent[],
  by: string,
  undone: readonly ReviewChange[],
): string | null => {
  if (undone.every((change) => harmless.has(change.kind) || marks.has(change.kind))) return null;
  const mark = standing.findLast(({ change }) => !harmless.has(change.kind));
  return mark?.change.kind === 'confirm' && mark.by !== by ? mark.by : null;
};
