import type { ReadLine, ReadPicture } from '../../../electron/extract/local/read-lines.ts';

/** One picture of two invoices. The second is below the first, or to its right. */
export const togetherOnPage = (first: ReadPicture, second: ReadPicture, isBeside: boolean): ReadPicture => {
  const [right, down] = isBeside ? [first.width, 0] : [0, first.height];
  const moved = ({ x, y }: ReadLine['quad'][0]) => ({ x: x + right, y: y + down });
  const lines = second.lines.map(({ quad: [tl, tr, br, bl], glyphs, score }): ReadLine => ({
    quad: [moved(tl), moved(tr), moved(br), moved(bl)],
    glyphs,
    score,
  }));
  return {
    ...first,
    width: isBeside ? first.width + second.width : Math.max(first.width, second.width),
    height: isBeside ? Math.max(first.height, second.height) : first.height + second.height,
    lines: [...first.lines, ...lines],
  };
};
