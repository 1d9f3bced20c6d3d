import type { Problem } from '../../../shared/contract/commands.ts';
import { hostProblems } from '../../../shared/texts/host-problems.ts';

/** So many breaks within so long are put right without a word with the user; a page that goes on breaking is not. */
const mostReloads = 3;
const withinMs = 60_000;

/** What is done about a page whose process ended. */
export type PageRecovery = {
  /** Tells of a break: the page is loaded anew, or the user is asked, since that has not helped. */
  readonly broke: () => 'reload' | 'ask';
  /** The user wants it loaded again all the same. */
  readonly again: () => void;
  /** What the new page is to say; once. */
  readonly takeNews: () => Problem | null;
};

/** @param now milliseconds of a clock that only goes forward */
export const createPageRecovery = (now: () => number): PageRecovery => {
  let breaks: readonly number[] = [];
  let hasNews = false;
  return {
    broke: () => {
      const at = now();
      breaks = [...breaks.filter((before) => at - before < withinMs), at];
      hasNews = true;
      return breaks.length > mostReloads ? 'ask' : 'reload';
    },
    again: () => {
      breaks = [];
    },
    takeNews: () => {
      const news = hasNews ? hostProblems.pageBroke : null;
      hasNews = false;
      return news;
    },
  };
};
