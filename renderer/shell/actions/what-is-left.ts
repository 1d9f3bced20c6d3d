import type { Bilingual } from '../../../shared/language.ts';
import type { PageId } from '../../../shared/contract/page.ts';
import type { PageList } from '../../state/page-list.ts';
import type { OlderPages } from '../../state/store.ts';
import { hasFindings, isOpen, unlisted } from '../../state/list-view.ts';
import { leftTexts, reviewEndTexts } from '../../../shared/texts/review.ts';

/** Pages that still need something but can't be reached from the list, by reason. */
export type Left = {
  /** Unreviewed, but hidden by the filter or the search. */
  readonly hidden: number;
  /** Unreviewed, but too old to be in the list. */
  readonly unlisted: number;
  /** In progress at the service, or waiting for it or for the user. */
  readonly underWay: number;
  /** Failed, cancelled or interrupted, and not set aside. */
  readonly unread: number;
  readonly aside: number;
};

/** @param order the pages shown in the list */
export const whatIsLeft = (
  list: PageList,
  older: OlderPages,
  order: readonly PageId[],
  wanted: 'open' | 'findings',
): Left => {
  const shown = new Set(order);
  const pages = [...list.byId.values()];
  const count = (is: (page: (typeof pages)[number]) => boolean): number => pages.filter(is).length;
  const isUnderWay = ({ state }: (typeof pages)[number]) => state === 'waiting' || state === 'calling';
  return {
    hidden: count((page) => !shown.has(page.id) && isOpen(page) && (wanted === 'open' || hasFindings(page))),
    unlisted: unlisted(list, older),
    underWay: count(isUnderWay),
    unread: count((page) => page.state !== 'recognized' && page.review !== 'aside' && !isUnderWay(page)),
    aside: count((page) => page.review === 'aside' && !isUnderWay(page)),
  };
};

const listed = (left: Left, reasons: readonly (keyof Left)[]): Bilingual | null => {
  const parts = reasons.filter((reason) => left[reason] > 0).map((reason) => leftTexts[reason](left[reason]));
  if (parts.length === 0) return null;
  return { zh: parts.map(({ zh }) => zh).join('，'), en: parts.map(({ en }) => en).join(', ') };
};

/** The notice if no page is left to review. */
export const reviewEnd = (left: Left): Bilingual => {
  const open = listed(left, ['hidden', 'unlisted', 'underWay', 'unread', 'aside']);
  if (open === null) return reviewEndTexts.allReviewed;
  return reviewEndTexts.noOther(open);
};

/** The notice if no field with a finding is left. */
export const findingsEnd = (left: Left): Bilingual => {
  const open = listed(left, ['hidden', 'unlisted', 'underWay']);
  if (open === null) return reviewEndTexts.noFinding;
  return reviewEndTexts.noFindingHere(open);
};
