import type { Box, ImagePoint } from '../geometry.ts';

/** An attribute value as documented, a number that the document does not know, or null where none was returned. */
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

/** A face as the service found it. Pixels of the sent picture, origin at its top-left corner. */
export type Face = {
  /** Ordinal n of `face_n`, from 1. */
  readonly index: number;
  /** Confidence of the box, 0 to 1; null where the reply gave none. */
  readonly score: number | null;
  /** Null where the reply gave no whole box. */
  readonly box: Box | null;
  /** Feature points by their ordinal; empty where none were asked for or found. */
  readonly points: readonly ImagePoint[];
  /** Ordinal n of each `point_n`, ascending; there only where they are not 1, 2, 3 and so on without a gap. */
  readonly pointNumbers?: readonly number[];
  /** Null where attributes were not asked for. */
  readonly attributes: FaceAttributes | null;
};

/** Whether ordinals are 1, 2, 3 and so on: then they say nothing that the places of the points don't. */
export const areCounted = (ordinals: ArrayLike<number>): boolean => {
  for (let i = 0; i < ordinals.length; i += 1) if (ordinals[i] !== i + 1) return false;
  return true;
};

/** What a decoded face reply says. */
export type FaceReading = {
  /** `face_num` as returned: it may be at odds with the number of `face_n` members. */
  readonly declaredCount: number | null;
  readonly faces: readonly Face[];
};
