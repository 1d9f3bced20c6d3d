import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  faceEditSchema,
  keptFaceEditSchema,
  type FaceEdit,
  type KeptFaceEdit,
} from '../../../../shared/face/edit.ts';
import { attributesOf } from '../../../../shared/face/attributes.ts';
import type { Face } from '../../../../shared/face/model.ts';
import { countingFaces, keepEdit, overlapOf, reviewFaces } from '../../../../shared/face/review.ts';
import { boxes, faceLists } from './arbitraries.ts';

const face = (index: number, over: Partial<Face> = {}): Face => ({
  index,
  score: index / 10,
  box: { x: index * 100, y: 10, w: 50, h: 60 },
  points: [],
  attributes: attributesOf((name) => (name === 'gender' ? 0 : name === 'hair' ? 9 : 1)),
  ...over,
});
const three = [face(1), face(2), face(3)];

/** Edits made one after the other, each saved like in the ledger. */
const after = (faces: readonly Face[], ...edits: readonly FaceEdit[]) => {
  const kept: KeptFaceEdit[] = [];
  for (const edit of edits) {
    const keep = keepEdit(reviewFaces({ declaredCount: null, faces }, kept), edit);
    if (!keep) throw new Error('There is no such face');
    kept.push(keptFaceEditSchema.parse(JSON.parse(JSON.stringify(keep))));
  }
  return { kept, reviewed: reviewFaces({ declaredCount: null, faces }, kept) };
};

const find = (faces: readonly Face[], index: number) => faces.find((one) => one.index === index);

describe('a corrected attribute', () => {
  test("is applied, and the note keeps the service's value", () => {
    const { reviewed } = after(three, { kind: 'attribute', faces: [2, 3], name: 'gender', value: 1 });
    expect(reviewed.faces.map(({ attributes }) => attributes?.gender)).toEqual(['male', 'female', 'female']);
    expect(reviewed.notes.get(2)?.corrected).toEqual({ gender: 0 });
    expect(reviewed.notes.has(1)).toBe(false);
    expect(find(three, 2)?.attributes?.gender).toBe('male');
  });

  test('keeps an undocumented number as the original', () => {
    const { reviewed } = after(three, { kind: 'attribute', faces: [1], name: 'hair', value: 2 });
    expect(reviewed.faces[0]?.attributes?.hair).toBe('long');
    expect(reviewed.notes.get(1)?.corrected).toEqual({ hair: 9 });
  });

  test("is no longer a correction if it equals the service's value", () => {
    const set: FaceEdit = { kind: 'attribute', faces: [1], name: 'gender', value: 1 };
    for (const value of [null, 0]) {
      const { reviewed } = after(three, set, { ...set, value });
      expect(reviewed.faces).toEqual(three);
      expect(reviewed.notes.get(1)?.corrected).toEqual({});
    }
  });

  test('can be set on a face without requested attributes, and stays the only one', () => {
    const { reviewed } = after([face(1, { attributes: null })], {
      kind: 'attribute',
      faces: [1],
      name: 'mask',
      value: 1,
    });
    expect(reviewed.faces[0]?.attributes).toMatchObject({ mask: true, gender: null, hair: null });
    expect(reviewed.notes.get(1)?.corrected).toEqual({ mask: null });
  });
});

describe('excluding, adding and removing', () => {
  test('excludes a face from the count with a reason until it is included again', () => {
    const exclude: FaceEdit = { kind: 'exclude', faces: [1, 3], reason: 'a poster' };
    const { reviewed } = after(three, exclude);
    expect(countingFaces(reviewed, 0).map(({ index }) => index)).toEqual([2]);
    expect(reviewed.notes.get(3)?.excluded).toBe('a poster');
    expect(reviewed.faces).toHaveLength(3);
    const again = after(three, exclude, { kind: 'include', faces: [1] }).reviewed;
    expect(countingFaces(again, 0).map(({ index }) => index)).toEqual([1, 2]);
  });

  test('appends an added face, and only such a face can be removed', () => {
    const add: FaceEdit = { kind: 'add', box: { x: 5, y: 6, w: 7, h: 8 } };
    const { reviewed } = after(three, add, add);
    expect(reviewed.faces.slice(3)).toEqual([
      { index: 4, score: null, box: add.box, points: [], attributes: null },
      { index: 5, score: null, box: add.box, points: [], attributes: null },
    ]);
    expect(reviewed.notes.get(4)?.byHand).toBe(true);
    const left = after(three, add, add, { kind: 'remove', faces: [1, 4] }).reviewed;
    expect(left.faces.map(({ index }) => index)).toEqual([1, 2, 3, 5]);
    // The number of a removed face is not reused.
    const more = after(three, add, { kind: 'remove', faces: [4] }, add).reviewed;
    expect(more.faces.map(({ index }) => index)).toEqual([1, 2, 3, 5]);
  });

  test('refuses an edit of a face that does not exist', () => {
    const reviewed = reviewFaces({ declaredCount: null, faces: three }, []);
    expect(keepEdit(reviewed, { kind: 'include', faces: [1, 9] })).toBeNull();
  });

  test('accepts corrections of an added face', () => {
    const { reviewed } = after(
      three,
      { kind: 'add', box: { x: 5, y: 6, w: 7, h: 8 } },
      { kind: 'attribute', faces: [4], name: 'glasses', value: 1 },
    );
    expect(reviewed.faces[3]?.attributes?.glasses).toBe(true);
    expect(reviewed.notes.get(4)).toEqual({ byHand: true, excluded: null, corrected: { glasses: null } });
  });
});

describe('a later extraction', () => {
  test('keeps edits with their faces if the ordinals differ', () => {
    const { kept } = after(
      three,
      { kind: 'exclude', faces: [3], reason: 'a poster' },
      { kind: 'attribute', faces: [1], name: 'gender', value: 1 },
    );
    const moved = (at: number, index: number): Face => {
      const { box, ...rest } = three[at]!;
      return { ...rest, index, box: box && { ...box, x: box.x + 3, w: box.w - 2 } };
    };
    const extracted = [moved(2, 1), moved(0, 2), moved(1, 3)];
    const { faces, notes } = reviewFaces({ declaredCount: null, faces: extracted }, kept);
    expect(notes.get(1)?.excluded).toBe('a poster');
    expect(find(faces, 2)?.attributes?.gender).toBe('female');
    expect(notes.has(3)).toBe(false);
  });

  test('ignores the edit of a face that it does not contain', () => {
    const { kept } = after(three, { kind: 'exclude', faces: [3], reason: 'a poster' });
    const extracted = [face(1), face(2), face(3, { box: { x: 900, y: 900, w: 50, h: 60 } })];
    expect(reviewFaces({ declaredCount: null, faces: extracted }, kept).notes.size).toBe(0);
  });
});

describe('invariants', () => {
  test('the overlap of two boxes is symmetric, and 1 only for equal boxes', () => {
    fc.assert(
      fc.property(boxes, boxes, (one, other) => {
        const overlap = overlapOf(one, other);
        expect(overlap).toBeGreaterThanOrEqual(0);
        expect(overlap).toBeLessThanOrEqual(1);
        expect(overlapOf(other, one)).toBe(overlap);
        expect(overlapOf(one, one)).toBe(1);
      }),
    );
  });

  test('the threshold never hides a face without a score, and is monotonic', () => {
    fc.assert(
      fc.property(faceLists, fc.double({ min: 0, max: 1, noNaN: true }), (faces, threshold) => {
        const reviewed = reviewFaces({ declaredCount: null, faces }, []);
        const counting = countingFaces(reviewed, threshold);
        expect(counting.filter(({ score }) => score === null)).toEqual(
          faces.filter(({ score }) => score === null),
        );
        expect(counting.every(({ score }) => score === null || score >= threshold)).toBe(true);
        expect(countingFaces(reviewed, threshold / 2).length).toBeGreaterThanOrEqual(counting.length);
        expect(countingFaces(reviewed, 0)).toEqual(faces);
      }),
    );
  });
});

test.each([
  { kind: 'attribute', faces: [1], name: 'gender', value: 2 },
  { kind: 'attribute', faces: [1], name: 'gender', value: 0.5 },
  { kind: 'attribute', faces: [1], name: 'age', value: 1 },
  { kind: 'exclude', faces: [1], reason: ' ' },
  { kind: 'exclude', faces: [], reason: 'x' },
  { kind: 'exclude', faces: [0], reason: 'x' },
  { kind: 'exclude', faces: [1], reason: 'x'.repeat(201) },
  { kind: 'add', box: { x: 0, y: 0, w: 0, h: 5 } },
  { kind: 'add', box: { x: 0, y: 0, w: Infinity, h: 5 } },
  { kind: 'add', box: { x: 0, y: NaN, w: 5, h: 5 } },
  { kind: 'drop', faces: [1] },
])('rejects the edit %j', (edit) => {
  expect(faceEditSchema.safeParse(edit).success).toBe(false);
});
