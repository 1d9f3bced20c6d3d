import type { Glyph, ReadLine, ReadPicture } from '../../../electron/extract/local/read-lines.ts';
import { randomFrom, type Random } from '../random.ts';
import { charactersOf, placeText, type PrintedSheet, type PrintedText } from './print.ts';

type Placed = { readonly text: string; readonly x0: number; readonly x1: number };
type Found = { readonly characters: Placed[]; readonly y: number; readonly size: number };

/** Characters that a recognizer takes for one another. */
const confusions = [
  '0O',
  '1Il',
  '8B',
  '5S',
  '2Z',
  '38',
  '叁参',
  '圆园',
  '日曰',
  '已己',
  '未末',
  '士土',
  '人入',
  '账帐',
  '6G',
];

const confusedWith = (random: Random, text: string): string | null => {
  const found = confusions.filter((group) => group.includes(text));
  if (found.length === 0) return null;
  const others = Array.from(random.pick(found)).filter((other) => other !== text);
  return others.length === 0 ? null : random.pick(others);
};

/** How a synthetic reading errs: probabilities for a character, and for a line. */
export type SyntheticNoise = {
  /** The right character is only the second alternative. */
  readonly confused: number;
  /** The right character is first, but hardly. */
  readonly unsure: number;
  /** A long line is broken in two. */
  readonly broken: number;
  /** Offset of a line's quad, in type sizes. */
  readonly jitter: number;
};

export const noNoise: SyntheticNoise = { confused: 0, unsure: 0, broken: 0, jitter: 0 };
export const usualNoise: SyntheticNoise = { confused: 0.004, unsure: 0.01, broken: 0.02, jitter: 0.08 };

const glyphOf = (random: Random, noise: SyntheticNoise, text: string, at: number): Glyph => {
  const other = confusedWith(random, text);
  const sure = {
    alternatives: [{ text, score: 0.995 }, ...(other === null ? [] : [{ text: other, score: 0.002 }])],
    at,
  };
  if (other === null) return sure;
  if (random.chance(noise.confused))
    return {
      alternatives: [
        { text: other, score: 0.62 },
        { text, score: 0.33 },
      ],
      at,
    };
  if (random.chance(noise.unsure))
    return {
      alternatives: [
        { text, score: 0.7 },
        { text: other, score: 0.25 },
      ],
      at,
    };
  return sure;
};

/** Texts of one baseline that are closer than a detector separates. */
const joined = (texts: readonly PrintedText[]): readonly Found[] => {
  const placed = texts
    .map((item) => ({ item, ...placeText(item) }))
    .toSorted((a, b) => a.item.y - b.item.y || a.x - b.x);
  const lines: Found[] = [];
  for (const { item, x, size } of placed) {
    const characters = [...charactersOf(item)];
    const last = lines.findLast(
      (line) =>
        Math.abs(line.y - item.y) < 0.3 * size &&
        Math.abs(line.size - size) < 0.3 * size &&
        x - (line.characters.at(-1)?.x1 ?? 0) < 0.7 * size &&
        x - (line.characters.at(-1)?.x1 ?? 0) > -0.3 * size,
    );
    if (last) last.characters.push(...characters);
    else lines.push({ characters, y: item.y, size });
  }
  return lines;
};

const broken = (random: Random, noise: SyntheticNoise, line: Found): readonly Found[] => {
  const { characters } = line;
  if (characters.length < 6 || !random.chance(noise.broken)) return [line];
  const at = random.whole(2, characters.length - 3);
  return [
    { ...line, characters: characters.slice(0, at) },
    { ...line, characters: characters.slice(at) },
  ];
};

const lineOf = (
  random: Random,
  noise: SyntheticNoise,
  { characters, y, size }: Found,
  scale: number,
): ReadLine => {
  const inked = characters.filter(({ text }) => text.trim() !== '');
  const off = (): number => random.between(-noise.jitter, noise.jitter) * size * scale;
  const left = ((inked[0]?.x0 ?? 0) - 0.1 * size) * scale + off();
  const right = ((inked.at(-1)?.x1 ?? 0) + 0.1 * size) * scale + off();
  const top = (y - 0.98 * size) * scale + off();
  const bottom = (y + 0.26 * size) * scale + off();
  const glyphs = characters
    .filter(({ text }, at) => text.trim() !== '' || (at > 0 && at < characters.length - 1))
    .map(({ text, x0, x1 }) =>
      glyphOf(
        random,
        noise,
        text === '\u3000' ? ' ' : text,
        (((x0 + x1) / 2) * scale - left) / (right - left),
      ),
    );
  return {
    quad: [
      { x: left, y: top },
      { x: right, y: top },
      { x: right, y: bottom },
      { x: left, y: bottom },
    ],
    glyphs,
    score:
      glyphs.reduce((sum, { alternatives }) => sum + (alternatives[0]?.score ?? 0), 0) /
      Math.max(1, glyphs.length),
  };
};

/** What a recognizer would read of a sheet, seals left out: the seam between recognizing and placing, without weights. */
export const syntheticPicture = (
  sheet: PrintedSheet,
  seed: number,
  noise: SyntheticNoise,
  scale = 1.2,
): ReadPicture => {
  const random = randomFrom(seed);
  const texts = sheet.items.filter((item) => item.kind === 'text');
  const lines = joined(texts)
    .flatMap((line) => broken(random, noise, line))
    .map((line) => lineOf(random, noise, line, scale));
  return {
    width: Math.round(sheet.width * scale),
    height: Math.round(sheet.height * scale),
    toPicture: [1, 0, 0, 0, 1, 0, 0, 0, 1],
    lines,
    isBlank: false,
    isCoarse: false,
  };
};

/** A line of text as a recognizer returns it, its characters evenly spaced in a box. */
export const evenLine = (
  text: string,
  {
    x,
    y,
    width,
    height,
  }: { readonly x: number; readonly y: number; readonly width: number; readonly height: number },
  score = 0.99,
): ReadLine => {
  const characters = Array.from(text);
  return {
    quad: [
      { x, y },
      { x: x + width, y },
      { x: x + width, y: y + height },
      { x, y: y + height },
    ],
    glyphs: characters.map((character, at) => ({
      alternatives: [{ text: character, score }],
      at: (at + 0.5) / characters.length,
    })),
    score,
  };
};
