import type { Box } from '../geometry.ts';
import { attributeNumber, withAttribute, type AttributeName } from './attributes.ts';
import type { FaceEdit, FaceTarget, KeptFaceEdit, PlacedFaceEdit } from './edit.ts';
import type { Face, DecodedFaces } from './model.ts';

export type FaceNote = {
  /** Drawn by the user: the service did not find it. */
  readonly byHand: boolean;
  /** Why the face is excluded from the count; null if it is not. */
  readonly excluded: string | null;
  /** The corrected attributes with the service's numbers; null if it returned none. */
  readonly corrected: Readonly<Partial<Record<AttributeName, number | null>>>;
};

/** Faces with the user's edits applied; the notes contain the service's values. */
export type ReviewedFaces = {
  readonly declaredCount: number | null;
  /** How many faces the service returned. */
  readonly returnedCount: number;
  readonly faces: readonly Face[];
  /** By ordinal; unchanged faces have no note. */
  readonly notes: ReadonlyMap<number, FaceNote>;
};

export const untouched: FaceNote = { byHand: false, excluded: null, corrected: {} };

/** Two faces of different extractions are the same if they overlap by at least this share of their union. */
const sameFrom = 0.5;

/** Intersection of two boxes divided by their union, 0 to 1. */
export const overlapOf = (one: Box, other: Box): number => {
  const w = Math.min(one.x + one.w, other.x + other.w) - Math.max(one.x, other.x);
  const h = Math.min(one.y + one.h, other.y + other.h) - Math.max(one.y, other.y);
  if (w <= 0 || h <= 0) return 0;
  return (w * h) / (one.w * one.h + other.w * other.h - w * h);
};

const sameBox = (one: Box | null, other: Box | null): boolean =>
  one === null || other === null
    ? one === other
    : one.x === other.x && one.y === other.y && one.w === other.w && one.h === other.h;

type Found = { readonly face: Face; readonly at: number };

/** Finds the faces that saved edits refer to. */
const finderOf = (decoded: DecodedFaces) => {
  const byIndex = new Map(decoded.faces.map((face, at): [number, Found] => [face.index, { face, at }]));
  const nearest = (box: Box): number | null => {
    let best: { readonly index: number; readonly overlap: number } | null = null;
    for (const face of decoded.faces) {
      const overlap = face.box ? overlapOf(face.box, box) : 0;
      if (overlap >= sameFrom && overlap > (best?.overlap ?? 0)) best = { index: face.index, overlap };
    }
    return best?.index ?? null;
  };
  return (target: FaceTarget, firstByHand: number): number | null => {
    if ('byHand' in target) return firstByHand + target.byHand - 1;
    const there = byIndex.get(target.index);
    if (there && sameBox(there.face.box, target.box)) return target.index;
    return target.box ? nearest(target.box) : null;
  };
};

const firstByHandOf = (faces: readonly Face[]): number =>
  faces.reduce((most, { index }) => Math.max(most, index), 0) + 1;

/**
 * Applies saved edits to an extraction, in the order in which they were made. Faces added by hand get the
 * ordinals after the service's faces. An edit has no effect if its face is not in the extraction.
 */
export const reviewFaces = (decoded: DecodedFaces, edits: readonly PlacedFaceEdit[]): ReviewedFaces => {
  const { declaredCount, faces } = decoded;
  const returnedCount = faces.length;
  if (edits.length === 0) return { declaredCount, returnedCount, faces, notes: new Map() };
  const firstByHand = firstByHandOf(faces);
  const find = finderOf(decoded);
  const original = new Map(faces.map((face) => [face.index, face]));
  const changed = new Map(original);
  const notes = new Map<number, FaceNote>();
  let added = 0;

  const eachOf = (targets: readonly FaceTarget[], change: (face: Face, note: FaceNote) => void): void => {
    for (const target of targets) {
      const index = find(target, firstByHand);
      const face = index === null ? undefined : changed.get(index);
      if (face) change(face, notes.get(face.index) ?? untouched);
    }
  };

  for (const edit of edits) {
    switch (edit.kind) {
      case 'attribute':
        eachOf(edit.faces, (face, note) => {
          const extracted = attributeNumber(original.get(face.index)?.attributes ?? null, edit.name);
          const number = edit.value ?? extracted;
          const { [edit.name]: _, ...others } = note.corrected;
          const attributes = withAttribute(face.attributes, edit.name, number);
          changed.set(face.index, { ...face, attributes });
          const corrected = Object.is(number, extracted)
            ? others
            : { ...others, [edit.name]: Number.isNaN(extracted) ? null : extracted };
          notes.set(face.index, { ...note, corrected });
        });
        break;
      case 'exclude':
        eachOf(edit.faces, ({ index }, note) => notes.set(index, { ...note, excluded: edit.reason }));
        break;
      case 'include':
        eachOf(edit.faces, ({ index }, note) => notes.set(index, { ...note, excluded: null }));
        break;
      case 'add': {
        const index = firstByHand + added;
        added += 1;
        changed.set(index, { index, score: null, box: edit.box, points: [], attributes: null });
        notes.set(index, { ...untouched, byHand: true });
        break;
      }
      case 'remove':
        eachOf(edit.faces, ({ index }, { byHand }) => {
          if (byHand) changed.delete(index);
          if (byHand) notes.delete(index);
        });
        break;
      default:
        edit satisfies never;
    }
  }
  return { declaredCount, returnedCount, faces: [...changed.values()], notes };
};

/** An edit as it is saved; null if one of its faces does not exist. */
export const keepEdit = (reviewed: ReviewedFaces, edit: FaceEdit): KeptFaceEdit | null => {
  if (edit.kind === 'add') return edit;
  const byIndex = new Map(reviewed.faces.map((face) => [face.index, face]));
  const firstByHand = firstByHandOf(reviewed.faces.filter(({ index }) => !reviewed.notes.get(index)?.byHand));
  const faces: FaceTarget[] = [];
  for (const index of edit.faces) {
    const face = byIndex.get(index);
    if (!face) return null;
    const isByHand = reviewed.notes.get(index)?.byHand === true;
    faces.push(isByHand ? { byHand: index - firstByHand + 1 } : { index, box: face.box });
  }
  return { ...edit, faces };
};

/** Whether the score of a face is below the threshold. A face without a score is not weak. */
export const isWeak = (score: number | null, threshold: number): boolean =>
  score !== null && score < threshold;

/** The faces that count: not excluded by the user and not below the threshold. */
export const countingFaces = ({ faces, notes }: ReviewedFaces, threshold: number): readonly Face[] =>
  faces.filter(
    ({ index, score }) => !isWeak(score, threshold) && (notes.get(index)?.excluded ?? null) === null,
  );
