import type { CommandFailure } from '../../../shared/contract/commands.ts';
import { hostFailures } from '../../../shared/texts/host-failures.ts';

/**
 * This many crashes within the time limit cause a reload without a question; after more, Vouch asks the user.
 */
const mostReloads = 3;
const withinMs = 60_000;

/** The reaction to a page whose process ended. */
export type PageRecovery = {
  /** Reports a crash: reload the page, or ask the user, because reloading has not helped. */
  readonly broke: () => 'reload' | 'ask';
  /** The user wants another reload. */
  readonly again: () => void;
  /** What the new page must report; once. */
  readonly takeNews: () => CommandFailure | null;
};

/** @param now milliseconds of a monotonic clock */
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
      const news = hasNews ? hostFailures.pageCrashed : null;
      hasNews = false;
      return news;
    },
  };
};
