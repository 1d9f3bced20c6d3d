import type { SeenText } from './page-text.ts';

/** Pictures that cover this part of a page may be the page itself. */
const leastPictures = 0.5;

/**
 * Whether a page is a scan: pictures cover it, and its visible text is not about an invoice. A scanner may have added
 * a footer.
 */
export const isScan = ({ runs, pictures }: SeenText): boolean =>
  pictures >= leastPictures && !runs.some(({ text }) => /[税票¥￥]|\d{8}/u.test(text));
