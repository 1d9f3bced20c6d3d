import { identity, type Transform } from '../../../../shared/geometry.ts';
import type { Clip } from '../page-text/paint-regions.ts';
import type { Colour } from '../page-text/painted.ts';
import { isRecord, listOf, numberOf } from './operator-values.ts';

/** The font of a text, as far as its painting depends on it. */
export type Font = {
  readonly isVertical: boolean;
  readonly isType3: boolean;
  /** Whether its characters bring their own colours, as only those of a Type 3 font can. */
  readonly isColoured: boolean;
  /** From the units of its widths to those of text of size 1. */
  readonly scale: number;
  /** Height of its type in text of size 1. */
  readonly em: number;
};

type WidthOperators = { readonly setCharWidth: number; readonly setCharWidthAndBounds: number };

/** The first operator of each character of a Type 3 font, which states its width, and may state its bounds. */
const statedWidths = (font: Readonly<Record<string, unknown>>) => {
  const characters: unknown = font['charProcOperatorList'];
  return (characters instanceof Map ? [...characters.values()] : []).map((one: unknown) => {
    const { fnArray, argsArray } = isRecord(one) ? one : {};
    const [width, , , bottom, , top] = listOf(listOf(argsArray)[0]).map((value) => numberOf(value));
    return { operator: listOf(fnArray)[0], width: width ?? 0, height: (top ?? 0) - (bottom ?? 0) };
  });
};

/** What the library knows of a font. */
export const fontOf = (found: unknown, OPS: WidthOperators): Font => {
  const font = isRecord(found) ? found : {};
  const [across, , , upward] = listOf(font['fontMatrix']).map((one) => numberOf(one));
  const scale = across ?? 0.001;
  const common = { isVertical: font['vertical'] === true, scale };
  if (font['isType3Font'] !== true) return { ...common, isType3: false, isColoured: false, em: 1 };
  // Its characters have units of their own, and their number in an em is not stated.
  const stated = statedWidths(font);
  const em = stated
    .filter(({ operator }) => operator === OPS.setCharWidth || operator === OPS.setCharWidthAndBounds)
    .reduce(
      (most, { width, height }) =>
        Math.max(most, Math.abs(width * scale), Math.abs(height * (upward ?? scale))),
      0,
    );
  const isColoured = stated.some(({ operator }) => operator === OPS.setCharWidth);
  return { ...common, isType3: true, isColoured, em: em > 0 ? em : 1 };
};

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
