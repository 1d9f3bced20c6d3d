import { gapsOf, lowerQuartile } from './columns.ts';

/** Distance between rows to reckon with (pixels): the closer gaps, within what the type's height allows. */
export const pitchOf = (rows: readonly number[], height: number): number =>
  Math.min(2 * height, Math.max(0.85 * height, lowerQuartile(gapsOf(rows)) ?? Infinity));
