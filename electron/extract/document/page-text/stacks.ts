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

/** Characters of labels outside of any label that are looked at: an invoice has a few in its values. */
const mostLoose = 400;

/** The share of a label's characters that must stand in one column. */
const enough = 0.6;

/**
 * An upright label of which a character stands too high or too low, so that they are out of order: the characters of
 * one word in one column, each once. Left over, they would join the values beside them.
 */
const looseStack = (
  start: PageGlyph,
  word: string,
  candidates: ReadonlyMap<string, readonly PageGlyph[]>,
): readonly PageGlyph[] | null => {
  const characters = Array.from(word);
  const reach = characters.length * start.size;
  const found = characters.flatMap((character) => {
    const near = (candidates.get(character) ?? []).filter(
      (glyph) =>
        Math.abs(glyph.x0 - start.x0) <= 0.6 * start.size && Math.abs(glyph.y - start.y) <= 1.5 * reach,
    );
    return near.toSorted((one, other) => Math.abs(one.y - start.y) - Math.abs(other.y - start.y)).slice(0, 1);
  });
  const rows = new Set(found.map(({ y }) => y));
  return rows.size === found.length && found.length >= Math.max(3, enough * characters.length) ? found : null;
};

/** Whether a character is one more of an upright label, of which a shorter form was found: of 购买方信息, 购买方. */
const isOfStack = ({ text, x0, y }: PageGlyph, stack: Stack): boolean =>
  words.some(([area, word]) => area === stack.area && word.includes(text)) &&
  Math.abs(x0 - stack.x0) <= 0.6 * stack.size &&
  y > stack.top - furthest * stack.size &&
  y < stack.bottom + furthest * stack.size;

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
  const left = glyphs.filter((glyph) => inAny.has(glyph.text) && !taken.has(glyph));
  const open = Map.groupBy(left, ({ text }) => text);
  for (const start of left.slice(0, mostLoose)) {
    if (taken.has(start)) continue;
    for (const [area, word] of words) {
      const found = word.includes(start.text) ? looseStack(start, word, open) : null;
      if (!found || found.some((glyph) => taken.has(glyph))) continue;
      for (const glyph of found) taken.add(glyph);
      const ys = found.map(({ y }) => y);
      const [top, bottom] = [Math.min(...ys), Math.max(...ys)];
      stacks.push({ area, x0: start.x0, x1: start.x1, top, bottom, size: start.size });
      break;
    }
  }
  const isStray = (glyph: PageGlyph): boolean =>
    inAny.has(glyph.text) && stacks.some((stack) => isOfStack(glyph, stack));
  return { stacks, rest: glyphs.filter((glyph) => !taken.has(glyph) && !isStray(glyph)) };
};
