import type { Box, ImagePoint } from '../../shared/geometry.ts';
import type { GridIndex } from './grid-index.ts';
import type { FaceShapes } from './shapes.ts';

/** Where one shape lies, and what the picture shows of it while it is hovered or selected. */
export type ShapePlace = {
  readonly bounds: Box;
  /** Height of one line of its text, in the picture's pixels. */
  readonly lineHeight: number;
  readonly label: string | null;
  /** x, y of its corners, four to a quad, quad after quad. */
  readonly quads: Float32Array;
  /** x, y of its points, one after another. */
  readonly points: Float32Array;
};

type Common = {
  readonly count: number;
  readonly index: GridIndex;
  /** Ids of the shapes at a point or at most `slack` picture pixels beside it, the smallest shape first. */
  readonly pick: (point: ImagePoint, slack: number) => readonly string[];
  readonly placeOf: (id: string) => ShapePlace | null;
};

/** Quads in flat arrays, ready to be drawn, culled and picked. */
export type QuadOverlay = Common & {
  readonly kind: 'quads';
  /** Eight numbers an item: x, y of its corners. */
  readonly quads: Float32Array;
  /** Place of each item's tone in `tones`. */
  readonly toneOf: Uint8Array;
  /** 1 for a text line within a shape, 0 for the shape itself. */
  readonly isLine: Uint8Array;
};

export type FaceOverlay = Common & { readonly kind: 'faces'; readonly faces: FaceShapes };

/** All that is drawn over the picture. */
export type Overlay = QuadOverlay | FaceOverlay;
