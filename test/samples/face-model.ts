/**
 * A drawn person. In the face's own units, the head is about 100 high with its centre at the origin, y
 * downward.
 */
export type Person = {
  /** Centre of the face in pixels. */
  readonly x: number;
  readonly y: number;
  /** Height of the head in pixels. */
  readonly size: number;
  /** Degrees clockwise. */
  readonly tilt: number;
  readonly gender: 'male' | 'female';
  readonly expression: 'surprise' | 'happy' | 'sad' | 'angry' | 'neutral';
  readonly hair: 'bald' | 'short' | 'long';
  readonly glasses: boolean;
  readonly mask: boolean;
  readonly beard: boolean;
  readonly skin: string;
  readonly hairColor: string;
  readonly shirt: string;
  /** Score that the reader returns, 0 to 1. */
  readonly score: number;
  /** Which feature points the reader finds. */
  readonly points: 'none' | 'five' | 'all';
};

/** A picture of people with a background. */
export type Scene = {
  readonly name: string;
  readonly width: number;
  readonly height: number;
  readonly backdrop: 'studio' | 'office' | 'hall';
  /** Heights of the rows of seats, which hide the lower parts of people behind them. */
  readonly benches: readonly number[];
  /** From back to front. */
  readonly people: readonly Person[];
};
