import { gapsOf, leastGapOf, lowerQuartile } from './match-column.ts';

const within = (gap: number, least: number, most: number): number => Math.min(most, Math.max(least, gap));

/** Expected distance between rows (pixels): the smaller gaps, within the limits set by the type's height. */
export const pitchOf = (rows: readonly number[], height: number): number =>
  within(lowerQuartile(gapsOf(rows)) ?? Infinity, 0.85 * height, 2 * height);

/** Distance between the lines of a name (pixels); the distance of the rows if there is only one line. */
export const namePitchOf = (lines: readonly number[], rows: readonly number[], height: number): number => {
  const close = lowerQuartile(gapsOf(lines));
  return close === null ? pitchOf(rows, height) : within(close, 0.85 * height, 2.5 * height);
};

/**
 * A difference in cost (square pixels) below this is not significant: a quarter of the squared row distance,
 * or more if noise alone makes it likely.
 *
 *
 * @param places rows or lines that could be confused, ascending, pixels
 * @param noise standard deviation of a single line's position, pixels
 */
export const marginOf = (places: readonly number[], height: number, noise: number): number => {
  const tightest = within(leastGapOf(places), 0.85 * height, 2 * height);
  return Math.max(0.24 * tightest ** 2, 10 * noise ** 2);
};
