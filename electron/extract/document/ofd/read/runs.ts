import type { Quad } from '../../../../../shared/geometry.ts';
import { boundsOf, type Box } from '../../../../../shared/geometry.ts';
import { unifyRadicals } from '../../../../../shared/invoice/radicals.ts';
import type { OfdPage, TextItem } from '../page-items.ts';
import { glyphCorners, type GlyphCorner, type Glyph } from '../text-layout.ts';

/** Text on one line of a page without large gaps. */
export type Run = {
  readonly text: string;
  /** Id of the text object. */
  readonly id: string;
  readonly isTemplate: boolean;
  /** From 1. */
  readonly page: number;
  /** Millimetres from the top-left corner of the page. */
  readonly box: Box;
  readonly baseline: number;
  readonly size: number;
  /** The run that includes the label before this value. */
  readonly whole?: Run;
};

/** Glyphs farther apart than this many ems belong to two runs; those of a spaced label (`单 价`) do not. */
const maxGap = 2.2;
const sameBaseline = 0.3;
/** A run this close to the end of another continues it: some producers write each glyph as an object. */
const [touchesFrom, touchesTo] = [-0.2, 0.36];

type Placed = { readonly glyph: Glyph; readonly corners: readonly GlyphCorner[]; readonly box: Box };

const midOf = ({ y, h }: Box): number => y + h / 2;

/** The printed text of a line; the font's blanks are kept, NUL and other control characters are removed. */
const cleanText = (text: string): string =>
  // oxlint-disable-next-line no-control-regex -- they are what is removed
  unifyRadicals(text.replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, ''));

const isUpright = (corners: readonly GlyphCorner[]): boolean => {
  const [topLeft, topRight, , bottomLeft] = corners;
  if (!topLeft || !topRight || !bottomLeft) return false;
  const [width, height] = [topRight.x - topLeft.x, bottomLeft.y - topLeft.y];
  const slant = Math.abs(topRight.y - topLeft.y) + Math.abs(bottomLeft.x - topLeft.x);
  return width > 0 && height > 0 && slant < 0.2 * (width + height);
};

const toRun = (item: TextItem, placed: readonly Placed[], page: number): Run | null => {
  const text = cleanText(placed.map(({ glyph }) => glyph.text).join(''));
  const [first] = placed;
  if (!first || text.trim() === '') return null;
  const inked = placed.filter(({ glyph }) => glyph.text.trim() !== '');
  const box = boundsOf(inked.flatMap(({ corners }) => corners));
  return {
    text,
    id: item.id,
    isTemplate: item.source === 'template',
    page,
    box,
    baseline: first.box.y + first.box.h * 0.86,
    size: first.box.h,
  };
};

/** The lines of a text object, in order. */
const linesOf = (item: TextItem, page: number): readonly Run[] => {
  const runs: Run[] = [];
  let open: Placed[] = [];
  const close = (): void => {
    const run = toRun(item, open, page);
    if (run) runs.push(run);
    open = [];
  };
  for (const glyph of item.layout.glyphs) {
    const corners = glyphCorners(glyph, item.layout, item.toPage);
    if (!isUpright(corners)) continue;
    const box = boundsOf(corners);
    const last = open.at(-1);
    if (last) {
      const em = Math.max(last.box.h, 0.1);
      const gap = (box.x - (last.box.x + last.box.w)) / em;
      const isOnLine = Math.abs(midOf(box) - midOf(last.box)) < sameBaseline * em;
      if (!isOnLine || gap > maxGap || box.x < last.box.x - 0.2 * em) close();
    }
    open.push({ glyph, corners, box });
  }
  close();
  return runs;
};

const isVisible = ({ alpha, isFilled, isStroked }: TextItem): boolean =>
  alpha > 0.02 && (isFilled || isStroked);

/** Text outside the page is not printed. */
const isInside =
  ({ box }: OfdPage) =>
  (run: Run): boolean => {
    const [x, y] = [run.box.x + run.box.w / 2, midOf(run.box)];
    return x >= 0 && y >= 0 && x <= box.w && y <= box.h;
  };

/** The visible text of a page, object by object, without annotations (watermarks, seals) and rotated text. */
export const objectRuns = (page: OfdPage, number: number): readonly Run[] =>
  page.items
    .filter((item) => item.kind === 'text' && item.source !== 'annotation')
    .flatMap((item) => (item.kind === 'text' && isVisible(item) ? linesOf(item, number) : []))
    .filter(isInside(page));

const touches = (one: Run, other: Run): boolean => {
  const em = Math.max(one.size, other.size);
  const gap = (other.box.x - (one.box.x + one.box.w)) / em;
  return (
    one.isTemplate === other.isTemplate &&
    Math.abs(one.baseline - other.baseline) < sameBaseline * em &&
    Math.min(one.size, other.size) > 0.75 * em &&
    gap >= touchesFrom &&
    gap <= touchesTo
  );
};

const joined = (one: Run, other: Run): Run => ({
  ...one,
  text: one.text + other.text,
  box: boundsOf([
    { x: one.box.x, y: Math.min(one.box.y, other.box.y) },
    {
      x: Math.max(one.box.x + one.box.w, other.box.x + other.box.w),
      y: Math.max(one.box.y + one.box.h, other.box.y + other.box.h),
    },
  ]),
});

/** Baselines are grouped into lines in steps of this many millimetres. */
const step = 1;
/** Number of earlier runs on the line that are searched for the one that a run continues. */
const lookBack = 48;

/** Joins runs of a page that continue each other, ordered from top to bottom and left to right. */
export const joinRuns = (runs: readonly Run[]): readonly Run[] => {
  const byLine = new Map<number, Run[]>();
  for (const run of runs.toSorted((one, other) => one.box.x - other.box.x)) {
    const line = Math.floor(run.baseline / step);
    const isJoined = [line, line - 1, line + 1].some((near) => {
      const before = byLine.get(near) ?? [];
      for (let at = before.length - 1; at >= Math.max(0, before.length - lookBack); at -= 1) {
        const one = before[at];
        if (!one || !touches(one, run)) continue;
        before[at] = joined(one, run);
        return true;
      }
      return false;
    });
    if (isJoined) continue;
    const open = byLine.get(line);
    if (open) open.push(run);
    else byLine.set(line, [run]);
  }
  return [...byLine.values()]
    .flat()
    .toSorted((one, other) => one.baseline - other.baseline || one.box.x - other.box.x);
};

/**
 * A gap of at least this many ems is a blank if it is next to a letter or digit; between ideographs it is spacing.
 */
const leastBlank = 0.3;
const isPlain = (character: string | undefined): boolean => character !== undefined && character < '\u2e80';

/** Whether two runs are on one line of the page. */
const isBeside = (one: Run, other: Run): boolean =>
  one.page === other.page &&
  Math.abs(one.baseline - other.baseline) < 2 * sameBaseline * Math.max(one.size, other.size);

/** Ems from the end of a run to the start of another one on its line; null if it is on another line. */
export const gapBetween = (one: Run, other: Run): number | null =>
  isBeside(one, other) ? (other.box.x - (one.box.x + one.box.w)) / Math.max(one.size, other.size, 0.1) : null;

/**
 * The text of words in several runs, such as a name whose words are objects of their own.
 * @param runs in reading order
 * @param between separates lines
 */
export const textOfRuns = (runs: readonly Run[], between = ''): string => {
  let text = '';
  for (const [index, run] of runs.entries()) {
    const before = runs[index - 1];
    const gap = before ? gapBetween(before, run) : null;
    const own = run.text.trim();
    const isWord = isPlain(text.at(-1)) || isPlain(own[0]);
    if (before) text += gap === null ? between : gap >= leastBlank && isWord ? ' ' : '';
    text += own;
  }
  return text;
};

/** The corners of some runs' bounds, for an origin. */
export const quadOfRuns = (runs: readonly Run[]): Quad | null => {
  const [first] = runs;
  if (!first) return null;
  const corners = runs
    .filter(({ page }) => page === first.page)
    .flatMap(({ box }) => [
      { x: box.x, y: box.y },
      { x: box.x + box.w, y: box.y + box.h },
    ]);
  const { x, y, w, h } = boundsOf(corners);
  return [
    { x, y },
    { x: x + w, y },
    { x: x + w, y: y + h },
    { x, y: y + h },
  ];
};
