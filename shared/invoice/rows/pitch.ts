import { gapsOf, leastGapOf, lowerQuartile } from './columns.ts';

const within = (gap: number, least: number, most: number): number => Math.min(most, Math.max(least, gap));

/** Distance between rows to reckon with (pixels): the closer gaps, within what the type's height allows. */
export const pitchOf = (rows: readonly number[], height: number): number =>
  within(lowerQuartile(gapsOf(rows)) ?? Infinity, 0.85 * height, 2 * height);

/** From one line of a name to the next (pixels); where there is one line only, the rows' own distance. */
export const namePitchOf = (lines: readonly number[], rows: readonly number[], height: number): number => {
  const close = lowerQuartile(gapsOf(lines));
  return close === null ? pitchOf(rows, height) : within(close, 0.85 * height, 2.5 * height);
};

/**
 * Costs (square pixels) closer together than this can't be told apart: a quarter of a row's distance squared, or what
 * noise alone makes likely.
 *
 * @param places rows or lines that could be taken for each other, ascending, pixels
 * @param noise standard deviation of a single line's position, pixels
 */
export const marginOf = (places: readonly number[], height: number, noise: number): number => {
  const tightest = within(leastGapOf(places), 0.85 * height, 2 * height);
  return Math.max(0.24 * tightest ** 2, 10 * noise ** 2);
};
