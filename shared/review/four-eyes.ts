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
 * The authors who have changed values of an invoice since another user last approved it: with four eyes, none of them
 * may approve it. A restored change counts from its redo, because the approval before did not cover it; a restored
 * approval only from when it was made, because it covers nothing newer. An undo of what was approved is a change, too.
 * @param pages the events of each page of the invoice, oldest first
 */
export const authorsSinceApproval = (pages: readonly (readonly ReviewEvent[])[]): ReadonlySet<string> => {
  // Each page has its own undo.
  const histories = pages.map((events) => editHistory(events));
  const approvals = histories
    .flatMap(({ standing }) => standing)
    .filter(({ change }) => change.kind === 'confirm');
  const approvedAt = (author: string): number =>
    Math.max(-1, ...approvals.filter(({ by }) => by !== author).map(({ id }) => id));
  const added = histories.flatMap(({ standing, restored }) =>
    standing.filter((event) => (restored.get(event) ?? event).id > approvedAt(event.by)),
  );
  const taken = histories
    .flatMap(({ ended }) => ended)
    .filter(({ event, since, undo }) => {
      const at = approvedAt(event.by);
      return since.id < at && at < undo.id;
    })
    .map(({ event }) => event);
  const changed = [...added, ...taken].filter(({ change }) => ofValues.has(change.kind));
  return new Set(changed.map(({ by }) => by));
};
