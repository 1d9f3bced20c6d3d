import type { PageGlyph } from './glyphs.ts';

/** A label with its characters one below the other, next to the area that it names. */
export type Stack = {
  readonly area: Area;
  readonly x0: number;
  readonly x1: number;
  /** Baselines of the first and the last character. */
  readonly top: number;
  readonly bottom: number;
  readonly size: number;
};

type Area = 'buyer' | 'seller' | 'cipher' | 'remark';

const words: readonly (readonly [Area, string])[] = [
  ['buyer', '购买方信息'],
  ['buyer', '购买方'],
  ['buyer', '购货单位'],
  ['seller', '销售方信息'],
  ['seller', '销售方'],
  ['seller', '销货单位'],
  ['cipher', '密码区'],
  ['remark', '备注'],
];

/** Maximum distance from one character to the next one below, in type sizes. */
const furthest = 4;

const inFirst = new Set(words.map(([, word]) => word.charAt(0)));
const inAny = new Set(words.flatMap(([, word]) => Array.from(word)));

const followStack = (
  start: PageGlyph,
  word: string,
  candidates: ReadonlyMap<string, readonly PageGlyph[]>,
): readonly PageGlyph[] | null => {
  const found = [start];
  let last = start;
  for (const character of Array.from(word).slice(1)) {
    let next: PageGlyph | null = null;
    for (const glyph of candidates.get(character) ?? []) {
      if (glyph.y <= last.y + 0.3 * last.size) continue;
      if (glyph.y - last.y > furthest * last.size) continue;
      if (Math.abs(glyph.x0 - start.x0) > 0.6 * start.size) continue;
      if (!next || glyph.y < next.y) next = glyph;
    }
    if (!next) return null;
    found.push(next);
    last = next;
  }
  return found;
};

/** The least distance to another text on the line, in type sizes: an upright label stands alone in its column. */
const alone = 0.8;

const standsAlone = (glyph: PageGlyph, glyphs: readonly PageGlyph[]): boolean =>
  !glyphs.some(
    (other) =>
      other !== glyph &&
      Math.abs(other.y - glyph.y) < 0.5 * glyph.size &&
      Math.abs(other.x0 - glyph.x0) >= 0.6 * glyph.size &&
      other.x0 < glyph.x1 + alone * glyph.size &&
      other.x1 > glyph.x0 - alone * glyph.size,
  );

/**
 * A label with a character that stands too high or too low, so that they are out of order: all characters of a word,
 * each alone in one column.
 */
const disorderedStack = (
  start: PageGlyph,
  word: string,
  candidates: ReadonlyMap<string, readonly PageGlyph[]>,
): readonly PageGlyph[] | null => {
  const reach = word.length * furthest * start.size;
  const found: PageGlyph[] = [];
  for (const character of Array.from(word)) {
    const near = (candidates.get(character) ?? []).filter(
      (glyph) =>
        Math.abs(glyph.x0 - start.x0) < 0.6 * start.size &&
        Math.abs(glyph.size - start.size) < 0.1 * start.size,
    );
    const [first] = near.toSorted((a, b) => Math.abs(a.y - start.y) - Math.abs(b.y - start.y));
    if (!first || Math.abs(first.y - start.y) > reach || found.includes(first)) return null;
    found.push(first);
  }
  const sorted = found.toSorted((a, b) => a.y - b.y);
  const isClose = sorted.every(
    (glyph, index) => glyph.y - (sorted[index - 1]?.y ?? glyph.y) < furthest * glyph.size,
  );
  return isClose ? sorted : null;
};

/** More characters of labels than an invoice has in its labels and values: no label out of order is looked for. */
const mostLoose = 400;

/** Finds the upright labels, and returns the remaining characters. */
export const takeStacks = (
  glyphs: readonly PageGlyph[],
): { readonly stacks: readonly Stack[]; readonly rest: readonly PageGlyph[] } => {
  const ofLabels = glyphs.filter(({ text }) => inAny.has(text));
  const candidates = Map.groupBy(ofLabels, ({ text }) => text);
  const lone = ofLabels.length > mostLoose ? [] : ofLabels.filter((glyph) => standsAlone(glyph, glyphs));
  const loose = Map.groupBy(lone, ({ text }) => text);
  const taken = new Set<PageGlyph>();
  const stacks: Stack[] = [];
  for (const start of glyphs) {
    if (!inFirst.has(start.text) || taken.has(start)) continue;
    for (const [area, word] of words) {
      if (!word.startsWith(start.text)) continue;
      const isLone = loose.get(start.text)?.includes(start) === true;
      const found =
        followStack(start, word, candidates) ?? (isLone ? disorderedStack(start, word, loose) : null);
      if (!found) continue;
      for (const glyph of found) taken.add(glyph);
      const [top, bottom] = [found[0]?.y ?? start.y, found.at(-1)?.y ?? start.y];
      stacks.push({ area, x0: start.x0, x1: start.x1, top, bottom, size: start.size });
      break;
    }
  }
  return { stacks, rest: glyphs.filter((glyph) => !taken.has(glyph)) };
};
