import type { Box, ImagePoint } from '../../shared/geometry.ts';
import type { GridIndex } from './grid-index.ts';
import type { FaceShapes } from './shapes.ts';

/** The place of one shape, and what the canvas draws while it is hovered or selected. */
export type ShapePlace = {
  readonly bounds: Box;
  /** Height of one text line, in the picture's pixels. */
  readonly lineHeight: number;
  readonly label: string | null;
  /** x, y of the corners, four per quad. */
  readonly quads: Float32Array;
  /** x, y of the points. */
  readonly points: Float32Array;
};

type Common = {
  readonly count: number;
  readonly index: GridIndex;
  /** Ids of the shapes at a point, or at most `slack` picture pixels away, smallest shape first. */
  readonly pick: (point: ImagePoint, slack: number) => readonly string[];
  readonly placeOf: (id: string) => ShapePlace | null;
  /** The boxes of the shapes that a label beside a shape must not cover. */
  readonly linesAround: (place: ShapePlace) => readonly Box[];
};

/** Quads in flat arrays for drawing, culling and picking. */
export type QuadOverlay = Common & {
  readonly kind: 'quads';
  /** Eight numbers per item: x, y of its corners. */
  readonly quads: Float32Array;
  /** Index of each item's tone in `tones`. */
  readonly toneOf: Uint8Array;
  /** 1 for a text line within a shape, 0 for the shape. */
  readonly isLine: Uint8Array;
};

export type FaceOverlay = Common & { readonly kind: 'faces'; readonly faces: FaceShapes };

/** Everything drawn over the picture. */
export type Overlay = QuadOverlay | FaceOverlay;
