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
      if (glyph.y <= last.y + 0.5 * last.size) continue;
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

/** Finds the upright labels, and returns the remaining characters. */
export const takeStacks = (
  glyphs: readonly PageGlyph[],
): { readonly stacks: readonly Stack[]; readonly rest: readonly PageGlyph[] } => {
  const candidates = Map.groupBy(
    glyphs.filter(({ text }) => inAny.has(text)),
    ({ text }) => text,
  );
  const taken = new Set<PageGlyph>();
  const stacks: Stack[] = [];
  for (const start of glyphs) {
    if (!inFirst.has(start.text) || taken.has(start)) continue;
    for (const [area, word] of words) {
      if (!word.startsWith(start.text)) continue;
      const found = followStack(start, word, candidates);
      if (!found) continue;
      for (const glyph of found) taken.add(glyph);
      const bottom = found.at(-1)?.y ?? start.y;
      stacks.push({ area, x0: start.x0, x1: start.x1, top: start.y, bottom, size: start.size });
      break;
    }
  }
  return { stacks, rest: glyphs.filter((glyph) => !taken.has(glyph)) };
};
