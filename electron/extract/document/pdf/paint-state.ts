import { identity, type Transform } from '../../../../shared/geometry.ts';
import type { Clip } from '../page-text/paint-regions.ts';
import type { Colour } from '../page-text/painted.ts';

/** The font of a text, as far as its painting depends on it. */
type Font = { readonly isVertical: boolean; readonly isType3: boolean; readonly scale: number };

/** The graphics state of a page that decides whether its text can be seen. */
export type State = {
  readonly matrix: Transform;
  readonly clip: Clip | null;
  readonly fill: Colour | null;
  readonly stroke: Colour | null;
  readonly fillAlpha: number;
  readonly strokeAlpha: number;
  /** Whether the blend mode or a soft mask lets show what lies beneath. */
  readonly isBlended: boolean;
  readonly isMasked: boolean;
  readonly lineWidth: number;
  readonly mode: number;
  readonly font: Font | null;
  readonly fontSize: number;
  readonly charSpacing: number;
  readonly wordSpacing: number;
  readonly horizontal: number;
  readonly leading: number;
  readonly rise: number;
};

const black: Colour = [0, 0, 0];

export const initialState: State = {
  matrix: identity,
  clip: null,
  fill: black,
  stroke: black,
  fillAlpha: 1,
  strokeAlpha: 1,
  isBlended: false,
  isMasked: false,
  lineWidth: 1,
  mode: 0,
  font: null,
  fontSize: 0,
  charSpacing: 0,
  wordSpacing: 0,
  horizontal: 1,
  leading: 0,
  rise: 0,
};

/** A group or an annotation: what it changes for its content, and what holds again after it. */
export type Frame = {
  readonly saved: State;
  readonly depth: number;
  readonly alpha: number;
  readonly isMask: boolean;
};
