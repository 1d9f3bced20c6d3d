import { z } from 'zod';
import { attributeCount, attributeNames } from './attributes.ts';
import { setFaceAt } from './flat-face.ts';
import type { FaceNote, ReviewedFaces } from './review.ts';

/**
 * The faces of a photo in flat arrays, the format in which the window receives and holds them. This avoids
 * half a million objects for ten thousand faces with points. Pixels of the sent picture.
 */
export type FacePack = {
  readonly count: number;
  readonly declaredCount: number | null;
  readonly returnedCount: number;
  /** Ordinal of each face, from 1. Ordinals may exceed 32 bits. */
  readonly index: Float64Array;
  /** NaN if the response had none. */
  readonly scores: Float64Array;
  /** x, y, w, h of each face; NaN for a face without a box. */
  readonly boxes: Float32Array;
  /** Numbers of the attributes of each face in the order of `attributeNames`; NaN if none was returned. */
  readonly attributes: Float64Array;
  /**
   * Points of face i run from pointOffsets[i] up to pointOffsets[i + 1]: count + 1 entries, counted in
   * points.
   */
  readonly pointOffsets: Uint32Array;
  readonly points: Float32Array;
  /** The user's changes of faces, by ordinal. */
  readonly notes: ReadonlyMap<number, FaceNote>;
};

/** `FACE` in byte order, and the version of the layout. */
const magic = 0x45434146;
const version = 2;
const headerWords = 8;

const number = z.number().nullable();
const tailSchema = z.object({
  declaredCount: z.int().nullable(),
  returnedCount: z.int().min(0),
  notes: z.array(
    z.tuple([
      z.int(),
      z.object({
        byHand: z.boolean(),
        excluded: z.string().nullable(),
        corrected: z.partialRecord(z.enum(attributeNames), number),
      }),
    ]),
  ),
});

type Sizes = { readonly count: number; readonly points: number; readonly tail: number };

/** Start of each array in bytes. Arrays with eight-byte elements come first, so that all are aligned. */
const layoutOf = ({ count, points, tail }: Sizes) => {
  const scores = headerWords * 4;
  const attributes = scores + count * 8;
  const index = attributes + count * attributeCount * 8;
  const boxes = index + count * 8;
  const pointsAt = boxes + count * 16;
  const pointOffsets = pointsAt + points * 8;
  const tailAt = pointOffsets + (count + 1) * 4;
  return {
    scores,
    attributes,
    index,
    boxes,
    points: pointsAt,
    pointOffsets,
    tail: tailAt,
    end: tailAt + tail,
  };
};

const arraysIn = (buffer: ArrayBuffer, sizes: Sizes) => {
  const at = layoutOf(sizes);
  const { count, points } = sizes;
  return {
    scores: new Float64Array(buffer, at.scores, count),
    attributes: new Float64Array(buffer, at.attributes, count * attributeCount),
    index: new Float64Array(buffer, at.index, count),
    boxes: new Float32Array(buffer, at.boxes, count * 4),
    points: new Float32Array(buffer, at.points, points * 2),
    pointOffsets: new Uint32Array(buffer, at.pointOffsets, count + 1),
    tail: new Uint8Array(buffer, at.tail, sizes.tail),
  };
};

/** The same JSON with every non-ASCII character escaped: one byte per character on every platform. */
const toAscii = (json: string): string =>
  json.replace(/[^ -~]/gu, (character) =>
    Array.from(
      { length: character.length },
      (_, k) => `\\u${character.charCodeAt(k).toString(16).padStart(4, '0')}`,
    ).join(''),
  );

const charactersAtOnce = 8192;

const fromAscii = (bytes: Uint8Array): string => {
  let text = '';
  for (let at = 0; at < bytes.length; at += charactersAtOnce)
    text += String.fromCharCode(...bytes.subarray(at, at + charactersAtOnce));
  return text;
};

/**
 * The points of a face of the service by ordinal, x before y; null for a face that the service did not find.
 */
export type FlatPoints = (index: number) => Float64Array | null;

/**
 * Packs faces into one buffer: a header, the arrays, and a JSON tail with all data that is not one number per face.
 * @param flat the service's points, if they are already in flat arrays; no edit changes them, so no objects are
 * needed
 */
export const encodeFaces = (
  { declaredCount, returnedCount, faces, notes }: ReviewedFaces,
  flat: FlatPoints = () => null,
): Uint8Array<ArrayBuffer> => {
  const tail = toAscii(JSON.stringify({ declaredCount, returnedCount, notes: [...notes] }));
  const points = faces.reduce((sum, face) => {
    const run = flat(face.index);
    return sum + (run ? run.length / 2 : face.points.length);
  }, 0);
  const sizes = { count: faces.length, points, tail: tail.length };
  const buffer = new ArrayBuffer(layoutOf(sizes).end);
  new Uint32Array(buffer, 0, headerWords).set([magic, version, sizes.count, sizes.points, sizes.tail]);
  const arrays = arraysIn(buffer, sizes);
  for (let k = 0; k < tail.length; k += 1) arrays.tail[k] = tail.charCodeAt(k);
  let at = 0;
  let i = 0;
  for (const face of faces) {
    setFaceAt(arrays, i, face);
    const run = flat(face.index);
    if (run) {
      arrays.points.set(run, at * 2);
      at += run.length / 2;
    } else {
      for (const { x, y } of face.points) {
        arrays.points[at * 2] = x;
        arrays.points[at * 2 + 1] = y;
        at += 1;
      }
    }
    i += 1;
    arrays.pointOffsets[i] = at;
  }
  return new Uint8Array(buffer);
};

/** Offsets that rise from 0 to the number of points, so that drawing never reads beyond an array. */
const areOffsets = (offsets: Uint32Array, points: number): boolean => {
  if (offsets[0] !== 0 || offsets.at(-1) !== points) return false;
  for (let i = 1; i < offsets.length; i += 1) if (offsets[i]! < offsets[i - 1]!) return false;
  return true;
};

const sizesOf = (buffer: ArrayBuffer): Sizes | null => {
  if (buffer.byteLength < headerWords * 4) return null;
  const [is, of, count = 0, points = 0, tail = 0] = new Uint32Array(buffer, 0, headerWords);
  const sizes = { count, points, tail };
  return is === magic && of === version && layoutOf(sizes).end === buffer.byteLength ? sizes : null;
};

const parseTail = (bytes: Uint8Array): z.infer<typeof tailSchema> | null => {
  try {
    const parsed = tailSchema.safeParse(JSON.parse(fromAscii(bytes)));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
};

/** Decodes packed faces; the arrays are views of the buffer. Null if the bytes are not packed faces. */
export const decodeFaces = (buffer: ArrayBuffer): FacePack | null => {
  const sizes = sizesOf(buffer);
  if (!sizes) return null;
  const { tail, ...arrays } = arraysIn(buffer, sizes);
  const read = areOffsets(arrays.pointOffsets, sizes.points) ? parseTail(tail) : null;
  if (!read) return null;
  const { declaredCount, returnedCount, notes } = read;
  return { count: sizes.count, declaredCount, returnedCount, ...arrays, notes: new Map(notes) };
};
