import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { attributesOf } from '../../../../../shared/face/attributes.ts';
import type { FacePack } from '../../../../../shared/face/pack.ts';
import { untouched, type FaceNote } from '../../../../../shared/face/review.ts';
import {
  isSmall,
  faceRowsOf,
  shapesOf,
  sortFaceRows,
} from '../../../../../renderer/features/faces/face-rows.ts';
import { everyFace, sortKeys, type FaceFilter } from '../../../../../renderer/state/face-view.ts';
import { countWeak } from '../../../../../renderer/state/panel-view.ts';
import { faceLists } from '../../../shared/face/arbitraries.ts';
import { face, packOf } from './packs.ts';

const indices = (pack: FacePack, rows: Uint32Array) => [...rows].map((i) => pack.index[i]);
const filtered = (pack: FacePack, filter: Partial<FaceFilter>) =>
  indices(pack, faceRowsOf(pack, 0, { ...everyFace, ...filter }));
const gender = (number: number) => attributesOf((name) => (name === 'gender' ? number : NaN));

describe('the table of faces', () => {
  test('omits faces below the threshold, but never a face without a score', () => {
    const pack = packOf([face(1, { score: 0.4 }), face(2, { score: null }), face(3, { score: 0.5 })]);
    expect(indices(pack, faceRowsOf(pack, 0.5, everyFace))).toEqual([2, 3]);
    expect(countWeak(pack, 0.5)).toBe(1);
    expect(countWeak(pack, 0)).toBe(0);
  });

  test('is filtered by an attribute, by undocumented values, and by values not requested', () => {
    const pack = packOf([
      face(1, { attributes: gender(0) }),
      face(2, { attributes: gender(1) }),
      face(3, { attributes: gender(7) }),
      face(4),
    ]);
    expect(filtered(pack, { attributes: { gender: 1 } })).toEqual([2]);
    expect(filtered(pack, { attributes: { gender: 'other' } })).toEqual([3]);
    expect(filtered(pack, { attributes: { gender: 'not-asked' } })).toEqual([4]);
    expect(filtered(pack, { attributes: { gender: 0, hair: 1 } })).toEqual([]);
  });

  test('is filtered by size; a face without a box is never too small', () => {
    const pack = packOf([
      face(1, { box: { x: 0, y: 0, w: 29, h: 90 } }),
      face(2, { box: { x: 0, y: 0, w: 30, h: 30 } }),
      face(3, { box: null }),
    ]);
    expect(filtered(pack, { atLeast: 30 })).toEqual([2, 3]);
    expect([0, 1, 2].map((i) => isSmall(pack, i))).toEqual([true, false, false]);
    expect(filtered(pack, { only: 'marked' })).toEqual([1, 3]);
  });

  test("is filtered by the user's changes", () => {
    const notes = new Map<number, FaceNote>([
      [1, { ...untouched, excluded: 'a poster' }],
      [2, { ...untouched, corrected: { gender: 0 } }],
      [3, { ...untouched, byHand: true }],
      [4, untouched],
    ]);
    const pack = packOf(
      [1, 2, 3, 4, 5].map((index) => face(index)),
      notes,
    );
    expect(filtered(pack, { only: 'excluded' })).toEqual([1]);
    expect(filtered(pack, { only: 'marked' })).toEqual([1, 2, 3]);
    expect([...shapesOf(pack, faceRowsOf(pack, 0, everyFace), String).index]).toEqual([2, 3, 4, 5]);
  });

  test('contains every face once, sorted by any column, with unknown values last', () => {
    fc.assert(
      fc.property(faceLists, fc.constantFrom(...sortKeys), fc.boolean(), (faces, by, isDescending) => {
        const pack = packOf(faces);
        const rows = sortFaceRows(pack, faceRowsOf(pack, 0, everyFace), { by, isDescending });
        expect([...rows].toSorted((a, b) => a - b)).toEqual(faces.map((_, i) => i));
        if (by !== 'score') return;
        const scores = [...rows].map((i) => pack.scores[i]!);
        const known = scores.filter((score) => !Number.isNaN(score));
        expect(scores.slice(0, known.length)).toEqual(known);
        expect(known).toEqual(known.toSorted((a, b) => (isDescending ? b - a : a - b)));
      }),
    );
  });
});

test('makes shapes that contain the boxes and points of their faces', () => {
  fc.assert(
    fc.property(faceLists, (faces) => {
      const pack = packOf(faces);
      const rows = faceRowsOf(pack, 0, everyFace);
      const shapes = shapesOf(pack, rows, (i) => `face ${i}`);
      expect([...shapes.index]).toEqual([...pack.index]);
      expect([...shapes.boxes]).toEqual([...pack.boxes]);
      expect([...shapes.points]).toEqual([...pack.points]);
      expect([...shapes.pointOffsets]).toEqual([...pack.pointOffsets]);
      if (faces.length > 0) expect(shapes.labels?.(0, 1)).toBe('face 0');
    }),
  );
});
