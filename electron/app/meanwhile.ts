import { isOfLines, linesTable } from '../../shared/invoice/invoice-acts.ts';
import { failed, type Result } from '../../shared/result.ts';
import type { ReviewAct, ReviewEvent } from '../../shared/review/event.ts';
import type { CommandFailure } from '../../shared/contract/commands.ts';
import type { Caller } from './handlers.ts';
import type { MetPages } from '../../shared/contract/review-commands.ts';
import type { PageId } from '../../shared/contract/page.ts';
import { changedMeanwhileTo, changedPagesMeanwhile } from './command-failures.ts';

const topicOfField = (field: string): string => (isOfLines(field) ? linesTable : field);

/** The subject of an act; null for acts that never contradict one another, such as joins. */
const topicOf = (act: ReviewAct): string | null => {
  switch (act.kind) {
    case 'correct':
    case 'revert':
    case 'keep':
      return topicOfField(act.field);
    case 'edit-lines':
      return linesTable;
    case 'edit-faces':
      return 'faces';
    case 'note':
      return 'note';
    case 'confirm':
    case 'set-aside':
    case 'reopen':
      return 'mark';
    case 'accept':
    case 'tag':
    case 'undo':
    case 'redo':
    case 'book':
    case 'verify':
    case 'archive':
    case 'join':
    case 'split':
      return null;
    default:
      return act satisfies never;
  }
};

/** Acts that don't change the data that a user confirms. */
const harmless: ReadonlySet<string> = new Set(['tag', 'note', 'accept', 'book', 'verify', 'archive']);

const haveCommon = (some: readonly string[], others: readonly string[]): boolean =>
  some.some((one) => others.includes(one));

const contradicts = (theirs: ReviewAct, yours: ReviewAct): boolean => {
  if (theirs.kind === 'tag' && yours.kind === 'tag')
    return haveCommon(theirs.add, yours.remove) || haveCommon(theirs.remove, yours.add);
  // Who confirms an invoice has seen its values: not those that another user has just changed.
  if (yours.kind === 'confirm') return theirs.kind !== 'confirm' && !harmless.has(theirs.kind);
  const topic = topicOf(yours);
  return topic !== null && topic === topicOf(theirs);
};

/** An act of another user that the author of a new act has not seen. */
export type Meanwhile = { readonly by: string; readonly theirs: ReviewAct; readonly yours: ReviewAct };

/**
 * The last act of another user after a version that contradicts a new act; null if there is none.
 * @param version the number of events that the author has seen; undefined if that is unknown
 */
export const changedSince = (
  events: readonly ReviewEvent[],
  version: number | undefined,
  by: string,
  yours: ReviewAct,
): Meanwhile | null => {
  if (version === undefined) return null;
  const other = events.findLast(
    (event) => event.version >= version && event.by !== by && contradicts(event.act, yours),
  );
  return other ? { by: other.by, theirs: other.act, yours } : null;
};

/** The failure that shows both acts, and who made the other one. */
export const meanwhileFailure = async (
  { by, theirs, yours }: Meanwhile,
  { nameOf }: Caller,
): Promise<Result<never, CommandFailure>> =>
  failed(changedMeanwhileTo((await nameOf?.(by)) ?? null, theirs, yours));

/** The same for an act on several pages, of which these were left as they are. */
export const metPages = async (
  met: ReadonlyMap<PageId, Meanwhile>,
  { nameOf }: Caller,
): Promise<MetPages> => {
  const [first] = met.values();
  if (!first) return null;
  const name = (await nameOf?.(first.by)) ?? null;
  const { message, remedy } = changedPagesMeanwhile(met.size, name, first.theirs, first.yours);
  return { pages: [...met.keys()], message, remedy };
};
