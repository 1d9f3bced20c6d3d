import type { ReviewAct, ReviewEvent } from './event.ts';

/** How a page says that it is joined with others. */
type JoinAct = Extract<ReviewAct, { kind: 'join' }>;

const isOfJoin = ({ kind }: ReviewAct): boolean => kind === 'join' || kind === 'split';

/** The effective join of a page; null if there is none. */
export const joinOf = (standing: readonly Pick<ReviewEvent, 'act'>[]): JoinAct | null => {
  const act = standing.findLast((event) => isOfJoin(event.act))?.act;
  return act?.kind === 'join' ? act : null;
};

/** Whether pages were ever joined or split here: from then on only the user decides. */
export const wasJoined = (events: readonly Pick<ReviewEvent, 'act'>[]): boolean =>
  events.some(({ act }) => isOfJoin(act));

const isSame = (one: JoinAct, other: JoinAct | null): boolean =>
  other !== null && one.to === other.to && one.pages.join() === other.pages.join();

/**
 * The pages of a join that agree on it, in their order; null if fewer than two do, or if the page that
 * represents the invoice does not.
 */
export const agreedPages = (
  join: JoinAct,
  joins: ReadonlyMap<number, JoinAct | null>,
): readonly number[] | null => {
  const agreed = join.pages.filter((page) => isSame(join, joins.get(page) ?? null));
  return agreed.length > 1 && agreed.includes(join.to) ? agreed : null;
};
