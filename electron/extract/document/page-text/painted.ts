import type { Box, Transform } from '../../../../shared/geometry.ts';
import type { Clip, Region } from './paint-regions.ts';

/** Paint with less opacity shows what lies beneath. */
export const leastOpaque = 0.9;

export type Colour = readonly [red: number, green: number, blue: number];

/** The colour that two paints share; null if they differ, or if one has no single colour. */
export const sameColour = (one: Colour | null, other: Colour | null): Colour | null =>
  one && other && one.every((part, index) => part === other[index]) ? one : null;

/** Colour and opacity (0 to 255) at a point of the page. */
export type PictureColour = readonly [red: number, green: number, blue: number, alpha: number];

/** The colours of a picture by points of the page; null for a picture that is not painted. */
export type ColoursAt = ((x: number, y: number) => PictureColour) | null;

/** A picture that the page paints: by its name, or the pixels themselves. */
export type PaintedPicture = {
  readonly source: string | object;
  /** From the unit square to the page. */
  readonly matrix: Transform;
  /** Whether it only tells where the colour of the paint is. */
  readonly isStencil: boolean;
};

/** Something that may hide text painted before it, or that text painted after it stands on. */
export type Paint = {
  /** Place in the order of painting. */
  readonly order: number;
  readonly region: Region;
  readonly clip: Clip | null;
  /** Null if it has no single colour, or that of its picture. */
  readonly colour: Colour | null;
  readonly picture: PaintedPicture | null;
  readonly isAnnotation: boolean;
};

/** The state that the characters of one text operator share. */
export type TextStyle = {
  /** 0 to 7, as in the format: 3 and 7 paint nothing. */
  readonly mode: number;
  /** Of what the mode paints, groups included; 0 to 1. */
  readonly alpha: number;
  /** Null if it has no single colour. */
  readonly colour: Colour | null;
  readonly clip: Clip | null;
  /** Whether it is in a layer that is switched off, or in a mask. */
  readonly isLeftOut: boolean;
  readonly isAnnotation: boolean;
  /** Height of the type on the page, in points. */
  readonly size: number;
  readonly isVertical: boolean;
};

/** A character that the page paints, in the units of the page. `up` tells which way is up. */
export type PaintedGlyph = {
  readonly text: string;
  readonly order: number;
  readonly x: number;
  readonly y: number;
  /** From its origin to its end along the baseline. */
  readonly along: readonly [number, number];
  /** From its origin up by one em. */
  readonly up: readonly [number, number];
  readonly style: TextStyle;
};

/** A character that no rule knows to be hidden, in the units of the page, y downwards. */
export type ShownGlyph = {
  readonly text: string;
  /** Its middle, by which it belongs to a text. */
  readonly middle: { readonly x: number; readonly y: number };
  /** Where it is drawn: from its start to its end, with its ascent and descent. */
  readonly box: Box;
};

export type PaintList = {
  readonly glyphs: readonly PaintedGlyph[];
  readonly paints: readonly Paint[];
  /** All pictures, stencils included: a scan in black and white may be one. */
  readonly pictures: readonly Pick<Paint, 'region' | 'clip'>[];
  /** False if the page paints more than an invoice does, so that the end is missing. */
  readonly isWhole: boolean;
};
