import type { Glyph } from '../read-lines.ts';

/** What the recognizer says: for each step along the line, a probability for each class. */
export type Steps = { readonly data: Float32Array; readonly steps: number; readonly classes: number };

/** A character with less than this is no alternative. */
const leastAlternative = 0.002;
const mostAlternatives = 5;

/** Class 0 is the blank between characters. */
const blank = 0;

type Choice = { readonly text: string; readonly score: number };

const bestClass = (data: Float32Array, from: number, classes: number): number => {
  let best = 0;
  let most = data[from] ?? 0;
  for (let at = 1; at < classes; at += 1) {
    const value = data[from + at] ?? 0;
    if (value > most) [best, most] = [at, value];
  }
  return best;
};

/** The likely characters over some steps, each with its highest probability. */
const choicesOver = (
  { data, classes }: Steps,
  first: number,
  last: number,
  keys: readonly string[],
): Choice[] => {
  const scores = new Map<number, number>();
  for (let step = first; step <= last; step += 1)
    for (let at = 1, from = step * classes; at < classes; at += 1) {
      const score = data[from + at] ?? 0;
      if (score >= leastAlternative && score > (scores.get(at) ?? 0)) scores.set(at, score);
    }
  return [...scores]
    .toSorted((one, other) => other[1] - one[1])
    .slice(0, mostAlternatives)
    .map(([at, score]) => ({ text: keys[at - 1] ?? '', score }));
};

/**
 * The characters of a line. Equal classes in a row are one character; a blank separates two equal ones.
 * @param keys the character of each class from 1 on
 * @param share the part of the steps that shows the line; the rest is padding
 */
export const readSteps = (read: Steps, keys: readonly string[], share: number): readonly Glyph[] => {
  const { data, steps, classes } = read;
  const best = Array.from({ length: steps }, (_, step) => bestClass(data, step * classes, classes));
  const glyphs: Glyph[] = [];
  for (let first = 0; first < steps;) {
    const found = best[first] ?? blank;
    let last = first;
    while (last + 1 < steps && best[last + 1] === found) last += 1;
    if (found !== blank) {
      let [sum, weight] = [0, 0];
      for (let step = first; step <= last; step += 1) {
        const score = data[step * classes + found] ?? 0;
        sum += score * (step + 0.5);
        weight += score;
      }
      const at = Math.min(1, Math.max(0, sum / weight / (steps * share)));
      glyphs.push({ alternatives: choicesOver(read, first, last, keys), at });
    }
    first = last + 1;
  }
  return glyphs;
};

/** The mean probability of the characters; 0 for a line without any. */
export const scoreOf = (glyphs: readonly Glyph[]): number =>
  glyphs.length === 0
    ? 0
    : glyphs.reduce((sum, { alternatives }) => sum + (alternatives[0]?.score ?? 0), 0) / glyphs.length;
