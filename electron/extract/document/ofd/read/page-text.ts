import type { PageText, TextRun } from '../../page-text/glyphs.ts';
import type { OfdPage, TextItem } from '../page-items.ts';
import { ascent, glyphCorners, type Glyph } from '../text-layout.ts';

/** Text on one line of a text object, in millimetres, with the id of the object. */
type OfdTextRun = TextRun & { readonly id: string };

export type OfdPageText = PageText & {
  readonly runs: readonly OfdTextRun[];
  /** Texts that the file has and the page does not show. */
  readonly hidden: readonly OfdTextRun[];
};

/** A glyph with its place on the page: the start of its baseline, its direction, its width and height. */
type Placed = {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly dx: number;
  readonly dy: number;
  readonly width: number;
  readonly size: number;
};

/** Maximum slant of a glyph's sides, as a share of its size. */
const mostSlant = 0.4;

/** Null for a mirrored glyph, or one without size. */
const placeOf = (glyph: Glyph, { layout, toPage }: TextItem): Placed | null => {
  const [topLeft, topRight, , bottomLeft] = glyphCorners(glyph, layout, toPage);
  const width = Math.hypot(topRight.x - topLeft.x, topRight.y - topLeft.y);
  const [downX, downY] = [bottomLeft.x - topLeft.x, bottomLeft.y - topLeft.y];
  const size = Math.hypot(downX, downY);
  if (!(width > 0) || !(size > 0)) return null;
  const [dx, dy] = [(topRight.x - topLeft.x) / width, (topRight.y - topLeft.y) / width];
  const isStraight = Math.abs(dx * downX + dy * downY) < mostSlant * size && dx * downY - dy * downX > 0;
  if (!isStraight) return null;
  return {
    text: glyph.text,
    x: topLeft.x + ascent * downX,
    y: topLeft.y + ascent * downY,
    dx,
    dy,
    width,
    size,
  };
};

/** Distance along the baseline of one glyph to another glyph, and across it. */
const distanceTo = (from: Placed, to: Placed): readonly [along: number, across: number] => {
  const [x, y] = [to.x - from.x, to.y - from.y];
  return [x * from.dx + y * from.dy, y * from.dx - x * from.dy];
};

/** Glyphs farther apart than this many ems belong to two texts; those of a spaced label (`单 价`) do not. */
const widestGap = 2.2;
const sameBaseline = 0.3;

const continues = (glyph: Placed, last: Placed): boolean => {
  const [along, across] = distanceTo(last, glyph);
  const gap = along - last.width;
  return (
    Math.abs(across) < sameBaseline * last.size && gap <= widestGap * last.size && along >= -0.2 * last.size
  );
};

const toRun = (item: TextItem, placed: readonly Placed[]): OfdTextRun | null => {
  const [first, last] = [placed[0], placed.at(-1)];
  const text = placed.map((glyph) => glyph.text).join('');
  if (!first || !last || text.trim() === '') return null;
  const starts = placed.map((glyph) => distanceTo(first, glyph)[0]);
  return {
    text,
    x: first.x,
    y: first.y,
    width: distanceTo(first, last)[0] + last.width,
    size: first.size,
    dx: first.dx,
    dy: first.dy,
    starts,
    isForm: item.source === 'template',
    id: item.id,
  };
};

/** The lines of a text object, in order: those that can be seen, or those that can't. */
const runsOf = (item: TextItem, isWanted: (glyph: Glyph) => boolean): readonly OfdTextRun[] => {
  const runs: OfdTextRun[] = [];
  let open: Placed[] = [];
  const close = (): void => {
    const run = toRun(item, open);
    if (run) runs.push(run);
    open = [];
  };
  for (const glyph of item.layout.glyphs) {
    const placed = placeOf(glyph, item);
    if (!placed) continue;
    if (!isWanted(glyph)) {
      close();
      continue;
    }
    const last = open.at(-1);
    if (last && !continues(placed, last)) close();
    open.push(placed);
  }
  close();
  return runs;
};

/** Text outside the page is not printed. */
const isInside = ({ x, y, dx, dy, width, size }: TextRun, { w, h }: OfdPage['box']): boolean => {
  const up = ascent - 0.5;
  const [middleX, middleY] = [x + (dx * width) / 2 + dy * up * size, y + (dy * width) / 2 - dx * up * size];
  return middleX >= 0 && middleY >= 0 && middleX <= w && middleY <= h;
};

/**
 * The text of a page, object by object, without annotations (watermarks, seals).
 * @param unseen the characters that can't be seen
 */
export const ofdPageText = ({ box, items }: OfdPage, unseen: ReadonlySet<Glyph>): OfdPageText => {
  const textOf = (isWanted: (glyph: Glyph) => boolean): readonly OfdTextRun[] =>
    items
      .flatMap((item) => (item.kind === 'text' && item.source !== 'annotation' ? runsOf(item, isWanted) : []))
      .filter((run) => isInside(run, box));
  return {
    width: box.w,
    height: box.h,
    runs: textOf((glyph) => !unseen.has(glyph)),
    hidden: unseen.size === 0 ? [] : textOf((glyph) => unseen.has(glyph)),
  };
};
