import { boundsOf } from '../../../../shared/geometry.ts';
import { unifyRadicals } from '../../../../shared/invoice/radicals.ts';
import type { PageGlyph } from '../../document/page-text/glyphs.ts';
import type { Glyph, ReadLine, ReadPicture } from '../read-lines.ts';

/** What a recognizer says about a character of a page. */
export type ScanGlyph = {
  readonly alternatives: Glyph['alternatives'];
  /** The line that it was read in. */
  readonly line: ReadLine;
  /** Top and bottom of its line at this character. */
  readonly top: number;
  readonly bottom: number;
  /** The gap next to it may hide a character that was not recognized. */
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

const isWide = (text: string): boolean => (text.codePointAt(0) ?? 0) >= 0x1100;
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

/**
 * A detector joins short words one below the other, such as units or an upright label, to a line that runs downwards: its
 * characters are lines of their own.
 */
const uprightCharacters = (line: ReadLine): readonly ReadLine[] => {
  const [tl, tr, br, bl] = line.quad;
  const [along, across] = [Math.hypot(tr.x - tl.x, tr.y - tl.y), Math.hypot(bl.x - tl.x, bl.y - tl.y)];
  if (Math.abs(tr.y - tl.y) < 2 * Math.abs(tr.x - tl.x) || along < 1.2 * across) return [line];
  const [x, y] = [(tl.x + bl.x) / 2, (tl.y + bl.y) / 2];
  const [toX, toY] = [(tr.x + br.x) / 2, (tr.y + br.y) / 2];
  const half = across / 2;
  return line.glyphs.map((glyph) => {
    const [cx, cy] = [x + glyph.at * (toX - x), y + glyph.at * (toY - y)];
    return {
      quad: [
        { x: cx - half, y: cy - half },
        { x: cx + half, y: cy - half },
        { x: cx + half, y: cy + half },
        { x: cx - half, y: cy + half },
      ],
      glyphs: [{ alternatives: glyph.alternatives, at: 0.5 }],
      score: line.score,
    };
  });
};

/** Text that runs downwards is a word of the form's edge, or of another page. */
const isUpright = ({ line, height, left, right }: Framed): boolean =>
  right > left && (line.glyphs.length < 2 || right - left > 0.8 * height);

type Character = {
  readonly text: string;
  readonly centre: number;
  readonly blanks: number;
  readonly glyph: Glyph;
};

/** A character is read twice if it comes again before there is room for it. */
const isReadTwice = (before: Character, one: Character, height: number): boolean =>
  before.text === one.text && one.centre - before.centre < (isWide(one.text) ? 0.4 : 0.16) * height;

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
  return found;
};

/** Gaps between two digits, in pitches of the line's digits, beyond which one was lost between them. */
const lostDigit = [1.65, 2.6] as const;

/** Digits with room for another one between them: recognizers lose one of two equal digits. */
const gapsIn = (characters: readonly Character[]): ReadonlySet<Character> => {
  const steps = characters.flatMap((one, at) => {
    const next = characters[at + 1];
    const isPair = next && next.blanks === 0 && /\d/u.test(one.text) && /\d/u.test(next.text);
    return isPair ? [{ one, next, step: next.centre - one.centre }] : [];
  });
  if (steps.length < 5) return new Set();
  const pitch = steps.map(({ step }) => step).toSorted((a, b) => a - b)[Math.floor(steps.length / 2)] ?? 0;
  const [least, most] = lostDigit;
  return new Set(
    steps
      .filter(({ step }) => step > least * pitch && step < most * pitch)
      .flatMap(({ one, next }) => [one, next]),
  );
};

/** Adds the characters of a line, each as wide as its kind of character and its neighbours allow. */
const addLine = (
  one: Framed,
  run: number,
  baseline: number,
  glyphs: PageGlyph[],
  read: Map<PageGlyph, ScanGlyph>,
): void => {
  const { line, left, right, height } = one;
  const size = sizeOfHeight * height;
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
      y: baseline,
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
      isGapped: gapped.has(character),
    });
  }
};

/** Maximum distance between the middles of two lines of one row, in heights. */
const sameRow = 0.3;
/** Beyond this distance, in heights, a line next to another says nothing about its row. */
const rowReach = 14;

/**
 * The baseline of each line. Boxes fit their ink, so that lines of one row differ by a fraction of their height: a line
 * takes the baseline of the line on its left in the same row.
 */
const baselinesOf = (lines: readonly Framed[]): ReadonlyMap<Framed, number> => {
  const middle = ({ line }: Framed): number => {
    const { y, h } = boundsOf(line.quad);
    return y + h / 2;
  };
  const baselines = new Map<Framed, number>();
  const sorted = lines.toSorted((a, b) => a.left - b.left);
  const anchors = new Map<Framed, number>();
  for (const one of sorted) {
    const own = middle(one);
    let best: Framed | null = null;
    let least = sameRow;
    for (const other of anchors.keys()) {
      const height = Math.min(one.height, other.height);
      if (Math.max(one.height, other.height) > 1.6 * height) continue;
      if (other.right > one.left + 0.5 * height || one.left - other.right > rowReach * height) continue;
      const apart = Math.abs((anchors.get(other) ?? 0) - own) / height;
      if (apart < least) [best, least] = [other, apart];
    }
    const y = best ? (baselines.get(best) ?? own) : own + (0.5 - baselineAt) * one.height;
    baselines.set(one, y);
    anchors.set(one, own);
  }
  return baselines;
};

const centreOf = ({ x0, x1 }: PageGlyph): number => (x0 + x1) / 2;

/** Two lines of a row may overlap, so that the last character of one is also the first of the next. */
const withoutOverlaps = (glyphs: readonly PageGlyph[]): readonly PageGlyph[] => {
  const dropped = new Set<PageGlyph>();
  const byRun = [...Map.groupBy(glyphs, ({ run }) => run).values()];
  const starts = Map.groupBy(
    byRun.flatMap((own) => own.slice(0, 1)),
    ({ y }) => y,
  );
  for (const own of byRun) {
    const last = own.at(-1);
    if (!last) continue;
    for (const first of starts.get(last.y) ?? []) {
      const reach = (isWide(first.text) ? 0.8 : 0.45) * first.size;
      const isSame =
        first.run !== last.run &&
        first.text === last.text &&
        Math.abs(centreOf(first) - centreOf(last)) < reach;
      if (isSame && !dropped.has(last)) dropped.add(first);
    }
  }
  return glyphs.filter((glyph) => !dropped.has(glyph));
};

/** The characters of a read picture. Blanks are no characters; signs have their plain forms. */
export const scanPageOf = (picture: ReadPicture): ScanPage => {
  const lines = picture.lines.flatMap(uprightCharacters).map(framed).filter(isUpright);
  const baselines = baselinesOf(lines);
  const glyphs: PageGlyph[] = [];
  const read = new Map<PageGlyph, ScanGlyph>();
  for (const [run, line] of lines.entries()) addLine(line, run, baselines.get(line) ?? 0, glyphs, read);
  return { glyphs: withoutOverlaps(glyphs), read };
};
