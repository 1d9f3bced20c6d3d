import type { Box, ImagePoint } from '../geometry.ts';

/** A documented attribute value, an undocumented number, or null if none was returned. */
export type AttributeValue<Documented> = Documented | number | null;

export const expressions = ['surprise', 'fear', 'disgust', 'happy', 'sad', 'angry', 'neutral'] as const;
export const genders = ['male', 'female'] as const;
export const hairs = ['bald', 'short', 'long'] as const;

/** The six attributes (face-detect.md, property fields); `glass` of the wire is `glasses` here. */
export type FaceAttributes = {
  readonly beard: AttributeValue<boolean>;
  readonly expression: AttributeValue<(typeof expressions)[number]>;
  readonly gender: AttributeValue<(typeof genders)[number]>;
  readonly glasses: AttributeValue<boolean>;
  readonly hair: AttributeValue<(typeof hairs)[number]>;
  readonly mask: AttributeValue<boolean>;
};

/** A face as the service found it, in pixels of the sent picture with the origin at the top-left corner. */
export type Face = {
  /** Ordinal n of `face_n`, from 1. */
  readonly index: number;
  /** Confidence of the box, 0 to 1; null if the response had none. */
  readonly score: number | null;
  /** Null if the response had no complete box. */
  readonly box: Box | null;
  /** Feature points by ordinal; empty if none were requested or found. */
  readonly points: readonly ImagePoint[];
  /** Ordinal n of each `point_n`, ascending; only present if they are not 1, 2, 3 and so on without a gap. */
  readonly pointNumbers?: readonly number[];
  /** Null if attributes were not requested. */
  readonly attributes: FaceAttributes | null;
};

/** Whether ordinals are 1, 2, 3 and so on: then the order of the points already implies them. */
export const areCounted = (ordinals: ArrayLike<number>): boolean => {
  for (let i = 0; i < ordinals.length; i += 1) if (ordinals[i] !== i + 1) return false;
  return true;
};

/** The contents of a decoded face response. */
export type DecodedFaces = {
  /** `face_num` as returned; it may differ from the number of `face_n` members. */
  readonly declaredCount: number | null;
  readonly faces: readonly Face[];
};
