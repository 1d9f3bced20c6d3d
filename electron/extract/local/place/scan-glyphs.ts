import { boundsOf, imagePoint, type ImagePoint } from '../../../../shared/geometry.ts';
import { unifyRadicals } from '../../../../shared/invoice/radicals.ts';
import { isWide as isWideCode, type PageGlyph } from '../../document/page-text/glyphs.ts';
import type { Glyph, ReadLine, ReadPicture } from '../read-lines.ts';

/** What a recognizer says about a character of a page. */
export type ScanGlyph = {
  readonly alternatives: Glyph['alternatives'];
  /** The line that it was read in. */
  readonly line: ReadLine;
  /** Top and bottom of its line at this character. */
  readonly top: number;
  readonly bottom: number;
  /** Its left and right edge on the picture: the first and last one of a line reach towards the ends of its box. */
  readonly from: number;
  readonly to: number;
  /** Its middle, as it was read. */
  readonly centre: number;
  /** The gap next to it may hide a character that was not recognized, or it may be a part of one. */
  readonly isGapped: boolean;
};

/** The characters of a picture in the form in which text pages are read, and what is known about each. */
export type ScanPage = {
  readonly glyphs: readonly PageGlyph[];
  readonly read: ReadonlyMap<PageGlyph, ScanGlyph>;
};

/** A detector's box is higher than the type in it: the type's size, and its baseline above the lower edge. */
const sizeOfHeight = 0.72;
const baselineAt = 0.2;

export const isWide = (text: string): boolean => isWideCode(text.codePointAt(0) ?? 0);
const isBlank = (text: string): boolean => text.trim() === '';

/** Signs that recognizers return for those of the form. */
const signs: Readonly<Record<string, string>> = {
  '￥': '¥',
  '％': '%',
  '，': ',',
  '．': '.',
  '。': '.',
  '－': '-',
  '—': '-',
  '＊': '*',
};

export const plainSign = (text: string): string => {
  const folded =
    signs[text] ??
    (/^[！-～]$/u.test(text) && text !== '：' && text !== '（' && text !== '）'
      ? text.normalize('NFKC')
      : text);
  return unifyRadicals(folded);
};

const middleOf = (one: ImagePoint, other: ImagePoint): ImagePoint =>
  imagePoint((one.x + other.x) / 2, (one.y + other.y) / 2);

/** A line with the heights of its edges at both ends. */
type Framed = {
  readonly line: ReadLine;
  readonly left: number;
  readonly right: number;
  readonly height: number;
};

const framed = (line: ReadLine): Framed => {
  const [tl, tr, br, bl] = line.quad;
  const height = (Math.hypot(bl.x - tl.x, bl.y - tl.y) + Math.hypot(br.x - tr.x, br.y - tr.y)) / 2;
  return { line, left: (tl.x + bl.x) / 2, right: (tr.x + br.x) / 2, height };
};

/** Beyond this multiple of its width, a line with several characters runs down. */
const tall = 1.5;

/**
 * A detector joins short words one below the other, such as units or an upright label, to a line that runs down: its
 * characters are lines of their own. Its box is turned, or upright and tall, as its reader left it.
 */
const uprightCharacters = (line: ReadLine): readonly ReadLine[] => {
  const [tl, tr, br, bl] = line.quad;
  const [along, across] = [Math.hypot(tr.x - tl.x, tr.y - tl.y), Math.hypot(bl.x - tl.x, bl.y - tl.y)];
  const isTurned = Math.abs(tr.y - tl.y) >= 2 * Math.abs(tr.x - tl.x) && along >= 1.2 * across;
  const isTall = !isTurned && line.glyphs.length > 1 && across >= tall * along;
  if (!isTurned && !isTall) return [line];
  const [start, end] = isTurned ? [middleOf(tl, bl), middleOf(tr, br)] : [middleOf(tl, tr), middleOf(bl, br)];
  const half = (isTurned ? across : along) / 2;
  // A character alone may be a narrow one, higher than wide.
  const up = isTurned && line.glyphs.length === 1 ? along / 2 : half;
  return line.glyphs.map((glyph) => {
    const [cx, cy] = [start.x + glyph.at * (end.x - start.x), start.y + glyph.at * (end.y - start.y)];
    return {
      quad: [
        imagePoint(cx - half, cy - up),
        imagePoint(cx + half, cy - up),
        imagePoint(cx + half, cy + up),
        imagePoint(cx - half, cy + up),
      ],
      glyphs: [{ alternatives: glyph.alternatives, at: 0.5 }],
      score: line.score,
    };
  });
};

/** Text that runs downwards is a word of the form's edge, or of another page. */
const isUpright = ({ line, height, left, right }: Framed): boolean =>
  right > left && (line.glyphs.length < 2 || right - left > 0.5 * height);

/** A line lower than this share of the others, and read less surely than this, is a speck or a part of a seal. */
const [speckHeight, speckScore] = [0.6, 0.45];
/** A single character lower than this share of a line that it overlaps, by this share of its width, is a part of that line. */
const [partHeight, partOverlap] = [0.7, 0.3];

const isPartOf = (one: Framed, other: Framed): boolean => {
  if (one === other || one.line.glyphs.length > 1 || one.height > partHeight * other.height) return false;
  const [own, whole] = [boundsOf(one.line.quad), boundsOf(other.line.quad)];
  const shared = Math.min(own.x + own.w, whole.x + whole.w) - Math.max(own.x, whole.x);
  const middle = own.y + own.h / 2;
  return shared > partOverlap * own.w && middle > whole.y && middle < whole.y + whole.h;
};

/** Lines without specks, and without parts of characters of others. */
const wholeLines = (lines: readonly Framed[]): readonly Framed[] => {
  const heights = lines.map(({ height }) => height).toSorted((a, b) => a - b);
  const usual = heights[Math.floor(heights.length / 2)] ?? 0;
  return lines.filter(
    (one) =>
      (one.height >= speckHeight * usual || one.line.score >= speckScore) &&
      !lines.some((other) => other.height < 2 * usual && isPartOf(one, other)),
  );
};

type Character = {
  readonly text: string;
  readonly centre: number;
  readonly blanks: number;
  readonly glyph: Glyph;
};

/** A character is read twice if it comes again before there is room for it. */
const isReadTwice = (before: Character, one: Character, height: number): boolean =>
  before.text === one.text && one.centre - before.centre < (isWide(one.text) ? 0.4 : 0.16) * height;

/** Two wide characters have room for another one between them from these multiples of their usual distance: a slash leans. */
const [roomBetween, roomForSlash] = [1.35, 1.1];
/** A character that is read this surely is whole. */
const sure = 0.95;

/** Strokes of a wide character, such as 川, may be read once more as a narrow one that has no room. */
const withoutStrokes = (characters: readonly Character[]): readonly Character[] => {
  const steps = characters.flatMap((one, at) => {
    const next = characters[at + 1];
    return next && isWide(one.text) && isWide(next.text) ? [next.centre - one.centre] : [];
  });
  if (steps.length < 3) return characters;
  const usual = steps.toSorted((a, b) => a - b)[Math.floor(steps.length / 2)] ?? 0;
  return characters.filter((one, at) => {
    const [before, after] = [characters[at - 1], characters[at + 1]];
    if (!before || !after || !/[1Il|/]/u.test(one.text) || !isWide(before.text) || !isWide(after.text))
      return true;
    if ((one.glyph.alternatives[0]?.score ?? 0) >= sure) return true;
    return after.centre - before.centre > (one.text === '/' ? roomForSlash : roomBetween) * usual;
  });
};

const charactersOf = ({ line, left, right, height }: Framed): readonly Character[] => {
  const found: Character[] = [];
  let blanks = 0;
  for (const glyph of line.glyphs) {
    const text = glyph.alternatives[0]?.text ?? '';
    if (isBlank(text)) {
      blanks += 1;
      continue;
    }
    const one = { text: plainSign(text), centre: left + glyph.at * (right - left), blanks, glyph };
    const before = found.at(-1);
    blanks = 0;
    if (before && isReadTwice(before, one, height)) continue;
    found.push(one);
  }
  return withoutStrokes(found);
};

/** Gaps between two characters, in their usual pitches on a line, beyond which one was lost between them. */
const lostBetween = [1.65, 2.6] as const;

/** Characters of a kind with room for another one between them: recognizers lose one of two equal characters. */
const gapsOf = (characters: readonly Character[], kind: RegExp): readonly Character[] => {
  const steps = characters.flatMap((one, at) => {
    const next = characters[at + 1];
    const isPair = next && next.blanks === 0 && kind.test(one.text) && kind.test(next.text);
    return isPair ? [{ one, next, step: next.centre - one.centre }] : [];
  });
  if (steps.length < 5) return [];
  const pitch = steps.map(({ step }) => step).toSorted((a, b) => a - b)[Math.floor(steps.length / 2)] ?? 0;
  const [least, most] = lostBetween;
  return steps
    .filter(({ step }) => step > least * pitch && step < most * pitch)
    .flatMap(({ one, next }) => [one, next]);
};

const gapsIn = (characters: readonly Character[]): ReadonlySet<Character> =>
  new Set([...gapsOf(characters, /\d/u), ...gapsOf(characters, /\p{Script=Han}/u)]);

/** A recognizer places the ends of a line up to this many type sizes inside of the ink. */
const endSlack = 0.4;

/** Adds the characters of a line, each as wide as its kind of character and its neighbours allow. */
const addLine = (
  one: Framed,
  run: number,
  { y, size }: Seat,
  glyphs: PageGlyph[],
  read: Map<PageGlyph, ScanGlyph>,
): void => {
  const { line, left, right } = one;
  const characters = charactersOf(one);
  const gapped = gapsIn(characters);
  const [tl, tr, br, bl] = line.quad;
  for (const [at, character] of characters.entries()) {
    const { text, centre, blanks, glyph } = character;
    const [before, after] = [characters[at - 1], characters[at + 1]];
    const half = (isWide(text) ? 0.5 : 0.28) * size;
    const x0 = Math.max(centre - half, before ? (before.centre + centre) / 2 : left);
    const x1 = Math.min(centre + half, after ? (centre + after.centre) / 2 : right);
    const share = Math.min(1, Math.max(0, (centre - left) / Math.max(1, right - left)));
    const placed: PageGlyph = {
      text,
      x0: Math.min(x0, centre),
      x1: Math.max(x1, centre),
      y,
      size,
      blanks,
      ends: false,
      isForm: false,
      run,
    };
    glyphs.push(placed);
    read.set(placed, {
      alternatives: glyph.alternatives,
      line,
      top: tl.y + share * (tr.y - tl.y),
      bottom: bl.y + share * (br.y - bl.y),
      from: before ? placed.x0 : Math.max(Math.min(left, placed.x0), placed.x0 - endSlack * size),
      to: after ? placed.x1 : Math.min(Math.max(right, placed.x1), placed.x1 + endSlack * size),
      centre,
      isGapped: gapped.has(character),
    });
  }
};

/** Maximum distance between the middles of two lines of one row, in heights. */
const sameRow = 0.3;
/** Signs as high as a part of their row only say less about it. */
const lowSigns = /^[*★☆※.\-—一]+$/u;
const sameRowOfSigns = 0.5;
/** Width of a character that two lines of a row may both contain, in heights. */
const overlap = 1.2;
/** Beyond this distance, in heights, a line next to another says nothing about its row. */
const rowReach = 14;

/** Baseline and type size of a line. */
type Seat = { readonly y: number; readonly size: number };

/**
 * The baseline and size of each line. Boxes fit their ink, so that lines of one row differ by a fraction of their height: a line
 * takes the baseline of the line on its left in the same row. Asterisks and dashes also take its size.
 */
const seatsOf = (lines: readonly Framed[]): ReadonlyMap<Framed, Seat> => {
  const middle = ({ line }: Framed): number => {
    const { y, h } = boundsOf(line.quad);
    return y + h / 2;
  };
  const seats = new Map<Framed, Seat>();
  const sorted = lines.toSorted((a, b) => a.left - b.left);
  const anchors = new Map<Framed, number>();
  const isLow = ({ line }: Framed): boolean =>
    lowSigns.test(line.glyphs.map(({ alternatives }) => alternatives[0]?.text ?? '').join(''));
  for (const one of sorted) {
    const own = middle(one);
    const areSigns = isLow(one);
    let best: Framed | null = null;
    let least = areSigns ? sameRowOfSigns : sameRow;
    for (const other of anchors.keys()) {
      const height = areSigns ? other.height : Math.min(one.height, other.height);
      if (Math.max(one.height, other.height) > 1.6 * height) continue;
      if (other.right > one.left + overlap * height || one.left - other.right > rowReach * height) continue;
      const apart = Math.abs((anchors.get(other) ?? 0) - own) / height;
      if (apart < least) [best, least] = [other, apart];
    }
    const y = (best && seats.get(best)?.y) ?? own + (0.5 - baselineAt) * one.height;
    seats.set(one, { y, size: sizeOfHeight * (areSigns && best ? best.height : one.height) });
    if (!areSigns) anchors.set(one, own);
  }
  return seats;
};

const centreOf = ({ x0, x1 }: PageGlyph): number => (x0 + x1) / 2;

/** Part of a character that another line of its row contains, in type sizes, if it belongs to that line. */
const cutOff = 0.3;

/** Distance of the middle of a wide character from the end of its box, in heights, at which a part of it is missing. */
const atEdge = 0.12;

const isHan = ({ text }: PageGlyph): boolean => /\p{Script=Han}/u.test(text);

type Ends = { readonly first: PageGlyph; readonly last: PageGlyph; readonly before: PageGlyph | null };

/**
 * Which of two characters is only a part, or a copy, of the other: the last one of a line, and the first one of the next
 * line in the row, which overlaps it. Null if both are whole.
 */
const copyAt = (left: Ends, right: Ends, page: ReadonlyMap<PageGlyph, ScanGlyph>): PageGlyph | null => {
  const { last, before } = left;
  const { first } = right;
  const reach = (isWide(first.text) ? 0.8 : 0.45) * first.size;
  if (last.text === first.text && Math.abs(centreOf(first) - centreOf(last)) < reach)
    return before !== null && /[:：]/u.test(before.text) ? last : first;
  const [lastLine, firstLine] = [page.get(last)?.line, page.get(first)?.line];
  if (!lastLine || !firstLine) return null;
  const [leftBox, rightBox] = [framed(lastLine), framed(firstLine)];
  const lastIn = centreOf(last) - rightBox.left;
  const firstIn = leftBox.right - centreOf(first);
  const part = lastIn > firstIn ? last : first;
  const isSure = (page.get(part)?.alternatives[0]?.score ?? 0) >= sure;
  return isSure || Math.max(lastIn, firstIn) < cutOff * first.size ? null : part;
};

/**
 * The character that may be only a part of another, where the boxes of two lines of a row meet: its middle lies at the edge.
 * Null if there is none.
 */
const cutAt = (
  { last }: Ends,
  { first }: Ends,
  page: ReadonlyMap<PageGlyph, ScanGlyph>,
): PageGlyph | null => {
  const [left, right] = [page.get(last), page.get(first)];
  if (!left || !right) return null;
  const [leftBox, rightBox] = [framed(left.line), framed(right.line)];
  if (Math.abs(rightBox.left - leftBox.right) > cutOff * first.size) return null;
  const firstCut = isHan(first) ? (right.centre - rightBox.left) / rightBox.height : Infinity;
  const lastCut = isHan(last) ? (leftBox.right - left.centre) / leftBox.height : Infinity;
  if (Math.min(firstCut, lastCut) > atEdge) return null;
  return firstCut < lastCut ? first : last;
};

/** Two lines of a row may overlap, so that one repeats the last character of the other, or a part of it. */
const withoutOverlaps = (
  glyphs: readonly PageGlyph[],
  page: Map<PageGlyph, ScanGlyph>,
): readonly PageGlyph[] => {
  const dropped = new Set<PageGlyph>();
  const lines = [...Map.groupBy(glyphs, ({ run }) => run).values()].flatMap((own): Ends[] => {
    const [first, last] = [own[0], own.at(-1)];
    return first && last ? [{ first, last, before: own.at(-2) ?? null }] : [];
  });
  for (const row of Map.groupBy(lines, ({ first }) => first.y).values()) {
    const sorted = row.toSorted((a, b) => a.first.x0 - b.first.x0);
    for (const [at, left] of sorted.entries()) {
      const right = sorted[at + 1];
      const copy = right ? copyAt(left, right, page) : null;
      if (copy) dropped.add(copy);
      const cut = right && !copy ? cutAt(left, right, page) : null;
      const read = cut ? page.get(cut) : undefined;
      if (cut && read) page.set(cut, { ...read, isGapped: true });
    }
  }
  return glyphs.filter((glyph) => !dropped.has(glyph));
};

/** The characters of a read picture. Blanks are no characters; signs have their plain forms. */
export const scanPageOf = (picture: ReadPicture): ScanPage => {
  const lines = wholeLines(picture.lines.flatMap(uprightCharacters).map(framed).filter(isUpright));
  const seats = seatsOf(lines);
  const glyphs: PageGlyph[] = [];
  const read = new Map<PageGlyph, ScanGlyph>();
  for (const [run, line] of lines.entries())
    addLine(line, run, seats.get(line) ?? { y: 0, size: 0 }, glyphs, read);
  return { glyphs: withoutOverlaps(glyphs, read), read };
};
