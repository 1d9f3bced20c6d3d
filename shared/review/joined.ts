import type { ReviewChange, ReviewEvent } from './event.ts';

/** The record on a page of the pages that it is joined with. */
type JoinChange = Extract<ReviewChange, { kind: 'join' }>;

const isOfJoin = ({ kind }: ReviewChange): boolean => kind === 'join' || kind === 'split';

/** The effective join of a page; null if there is none. */
export const joinOf = (standing: readonly Pick<ReviewEvent, 'change'>[]): JoinChange | null => {
  const change = standing.findLast((event) => isOfJoin(event.change))?.change;
  return change?.kind === 'join' ? change : null;
};

/** Whether pages were ever joined or split here: from then on only the user decides. */
export const wasJoined = (events: readonly Pick<ReviewEvent, 'change'>[]): boolean =>
  events.some(({ change }) => isOfJoin(change));

const isSame = (one: JoinChange, other: JoinChange | null): boolean =>
  other !== null && one.to === other.to && one.pages.join() === other.pages.join();

/**
 * The pages of a join that agree on it, in their order; null if fewer than two pages agree, or if the page that
 * represents the invoice does not.
 */
export const agreedPages = (
  join: JoinChange,
  joins: ReadonlyMap<number, JoinChange | null>,
): readonly number[] | null => {
  const agreed = join.pages.filter((page) => isSame(join, joins.get(page) ?? null));
  return agreed.length > 1 && agreed.includes(join.to) ? agreed : null;
};
