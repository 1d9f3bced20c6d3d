import type { Quad } from '../../shared/geometry.ts';

/** The state of the value that a shape represents; each has its own colour and line style. */
export const tones = ['trusted', 'uncertain', 'failed', 'corrected', 'confirmed', 'unread', 'face'] as const;
export type Tone = (typeof tones)[number];

/** A region or field over the picture. */
export type QuadShape = {
  readonly id: string;
  /** Corners in the picture's pixels. */
  readonly quad: Quad;
  readonly tone: Tone;
  /** The text lines within it. */
  readonly lines?: readonly Quad[];
  /** The height of its text lines in pixels of the picture, if another shape has those lines. */
  readonly lineHeight?: number;
  /** Shown at the shape while it is hovered or selected. */
  readonly label?: string;
};

/** All faces of a picture in flat arrays, which avoids ten thousand objects. In pixels of the picture. */
export type FaceShapes = {
  readonly count: number;
  /** x, y, w, h of each face; NaN for a face without a box. */
  readonly boxes: Float32Array;
  /** Score of each box from 0 to 1; NaN if the service returned none. */
  readonly scores: Float32Array | Float64Array;
  /** x, y of every point of every face, in the order of the faces. */
  readonly points: Float32Array;
  /**
   * The points of face i run from pointOffsets[i] to pointOffsets[i + 1], exclusive: count + 1 entries,
   * counted in points.
   */
  readonly pointOffsets: Uint32Array;
  /** Ordinal of each face, from 1. Floats, because an ordinal may exceed 32 bits. */
  readonly index: Float64Array;
  /**
   * Label at the box of the i-th face, which is `room` CSS pixels wide on the stage; the default is its
   * ordinal and score.
   */
  readonly labels?: (i: number, room: number) => string;
};

/** The faces with their boxes alone. */
export const withoutPoints = (faces: FaceShapes): FaceShapes => ({
  ...faces,
  points: new Float32Array(0),
  pointOffsets: new Uint32Array(faces.count + 1),
});

/**
 * regions: the quads, or the faces with their points; lines: the quads with their text lines; uncertain: only
 * shapes that need review; boxes: the faces without their points; none: the picture alone.
 */
export type OverlayLayer = 'regions' | 'lines' | 'uncertain' | 'boxes' | 'none';

export const faceId = (ordinal: number): string => `face-${ordinal}`;

/** Width and height of the picture in its pixels, or of the stage in CSS pixels. */
export type ShapeSize = { readonly width: number; readonly height: number };

const layerTones: ReadonlySet<Tone> = new Set(['uncertain', 'failed', 'unread']);

/** Whether the layer "uncertain" includes a tone. */
export const isUncertain = (tone: Tone): boolean => layerTones.has(tone);
