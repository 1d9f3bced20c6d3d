import type { ReviewChange, ReviewEvent } from './event.ts';
import { editHistory } from './replay.ts';

const ofValues: ReadonlySet<ReviewChange['kind']> = new Set([
  'correct',
  'edit-lines',
  'revert',
  'keep',
  'accept',
  'join',
  'split',
] satisfies ReviewChange['kind'][]);

/**
 * The authors whose changes of values stand on an invoice since it was last approved: with four eyes, none of them may
 * approve it.
 * @param pages the events of each page of the invoice, oldest first
 */
export const authorsSinceApproval = (pages: readonly (readonly ReviewEvent[])[]): ReadonlySet<string> => {
  // An undone change does not stand, and each page has its own undo.
  const standing = pages
    .flatMap((events) => editHistory(events).standing)
    .toSorted((one, other) => one.id - other.id);
  const approved = standing.findLastIndex(({ change }) => change.kind === 'confirm');
  return new Set(
    standing
      .slice(approved + 1)
      .filter(({ change }) => ofValues.has(change.kind))
      .map(({ by }) => by),
  );
};
