import type { ImagePoint as Point } from '../../../shared/geometry.ts';

/** One recognized character: what it may be, most likely first; scores are probabilities, 0 to 1. */
export interface Glyph {
  readonly alternatives: readonly { readonly text: string; readonly score: number }[];
  /** Centre along the line, 0 (start) to 1 (end). */
  readonly at: number;
}

/** A line of text. The quad starts at the top left of the text and goes clockwise, in pixels of the frame. */
export interface ReadLine {
  readonly quad: readonly [Point, Point, Point, Point];
  readonly glyphs: readonly Glyph[];
  readonly score: number;
}

/** A picture whose text was read, in an upright frame without skew or perspective. */
export interface ReadPicture {
  readonly width: number;
  readonly height: number;
  /** Row-major 3 × 3, maps a point of the frame to a point of the original picture. */
  readonly toPicture: readonly number[];
  readonly lines: readonly ReadLine[];
  readonly isBlank: boolean;
  /** Black and white only, with small characters: strokes are missing, and scores say nothing about it. */
  readonly isCoarse: boolean;
  /** The texts that are upside down in the frame, where there is a second paper the other way round. They are in no line. */
  readonly turned?: readonly string[];
}
