import type { Problem } from '../../../shared/contract/commands.ts';

/** So many breaks within so long are put right without a word with the user; a page that goes on breaking is not. */
const mostReloads = 3;
const withinMs = 60_000;

/** What the page says once it stands again. */
export const pageBroke: Problem = {
  id: 'page-broke',
  message: { zh: '窗口意外中断，已重新打开', en: 'The window broke, and was opened again' },
  remedy: {
    zh: '已识别和已更正的内容都保留着；正在输入而尚未确认的文字需要重新输入',
    en: 'What was read and corrected is kept; a text that was just being typed has to be typed again',
  },
};

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
      const news = hasNews ? pageBroke : null;
      hasNews = false;
      return news;
    },
  };
};
