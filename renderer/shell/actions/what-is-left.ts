import type { Bilingual } from '../../../shared/language.ts';
import type { PageId } from '../../../shared/contract/page.ts';
import type { PageList } from '../../state/page-list.ts';
import type { OlderPages } from '../../state/store.ts';
import { hasDoubts, isOpen, unlisted } from '../../state/list-view.ts';
import { leftTexts, reviewEndTexts } from '../../../shared/texts/review-end.ts';

/** Pages that wait for something although the list leads to none, by the reason for it. */
export type Left = {
  /** To be looked at, and not shown by the filter or the search. */
  readonly hidden: number;
  /** To be looked at, and too old to be in the list. */
  readonly unlisted: number;
  /** On their way to the service, or waiting for it or for the user's word. */
  readonly underWay: number;
  /** Failed, cancelled or interrupted. */
  readonly unread: number;
  readonly aside: number;
};

/** @param order the pages that the list shows */
export const whatIsLeft = (
  list: PageList,
  older: OlderPages,
  order: readonly PageId[],
  wanted: 'open' | 'doubtful',
): Left => {
  const shown = new Set(order);
  const pages = [...list.byId.values()];
  const count = (is: (page: (typeof pages)[number]) => boolean): number => pages.filter(is).length;
  const isUnderWay = ({ state }: (typeof pages)[number]) => state === 'waiting' || state === 'calling';
  return {
    hidden: count((page) => !shown.has(page.id) && isOpen(page) && (wanted === 'open' || hasDoubts(page))),
    unlisted: unlisted(list, older),
    underWay: count(isUnderWay),
    unread: count((page) => page.state !== 'recognized' && !isUnderWay(page)),
    aside: count((page) => page.state === 'recognized' && page.review === 'aside'),
  };
};

const listed = (left: Left, reasons: readonly (keyof Left)[]): Bilingual | null => {
  const parts = reasons.filter((reason) => left[reason] > 0).map((reason) => leftTexts[reason](left[reason]));
  if (parts.length === 0) return null;
  return { zh: parts.map(({ zh }) => zh).join('，'), en: parts.map(({ en }) => en).join(', ') };
};

/** What to say where no page is left to go on with. */
export const reviewEnd = (left: Left): Bilingual => {
  const open = listed(left, ['hidden', 'unlisted', 'underWay', 'unread', 'aside']);
  if (open === null) return reviewEndTexts.allReviewed;
  return reviewEndTexts.noOther(open);
};

/** What to say where no doubtful field is left to go to. */
export const doubtsEnd = (left: Left): Bilingual => {
  const open = listed(left, ['hidden', 'unlisted', 'underWay']);
  if (open === null) return reviewEndTexts.noDoubt;
  return reviewEndTexts.noDoubtHere(open);
};
