import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { attributeCount, attributeNames, attributeNumber } from '../../../../shared/face/attributes.ts';
import { decodeFaces, encodeFaces, type FacePack } from '../../../../shared/face/pack.ts';
import type { FaceNote, ReviewedFaces } from '../../../../shared/face/review.ts';
import { faceLists } from './arbitraries.ts';

const notes = fc
  .array(
    fc.tuple(
      fc.integer({ min: 1, max: 40 }),
      fc.record<FaceNote>({
        byHand: fc.boolean(),
        excluded: fc.option(fc.string({ unit: 'binary' }).map((text) => text.toWellFormed())),
        corrected: fc.constantFrom({}, { gender: 1 }, { hair: null, mask: 7 }),
      }),
    ),
    { maxLength: 4 },
  )
  .map((entries) => new Map(entries));

const reviewed = fc.record<ReviewedFaces>({
  declaredCount: fc.option(fc.nat(9999)),
  returnedCount: fc.nat(9999),
  faces: faceLists,
  notes,
});

const nullOf = (number: number | undefined) => (Number.isNaN(number) ? null : number);

const faceOf = (pack: FacePack, i: number) => ({
  index: pack.index[i],
  score: nullOf(pack.scores[i]),
  box: Number.isNaN(pack.boxes[i * 4]) ? null : [...pack.boxes.subarray(i * 4, i * 4 + 4)],
  points: [...pack.points.subarray(pack.pointOffsets[i]! * 2, pack.pointOffsets[i + 1]! * 2)],
  attributes: [...pack.attributes.subarray(i * attributeCount, (i + 1) * attributeCount)],
});

describe('packed faces', () => {
  test('decode to the original faces, including missing values', () => {
    fc.assert(
      fc.property(reviewed, (faces) => {
        const pack = decodeFaces(encodeFaces(faces).buffer);
        expect(pack).toMatchObject({
          count: faces.faces.length,
          declaredCount: faces.declaredCount,
          returnedCount: faces.returnedCount,
          notes: faces.notes,
        });
        expect(faces.faces.map((_, i) => pack && faceOf(pack, i))).toEqual(
          faces.faces.map(({ index, score, box, points, attributes }) => ({
            index,
            score,
            box: box && [box.x, box.y, box.w, box.h],
            points: points.flatMap(({ x, y }) => [x, y]),
            attributes: attributeNames.map((name) => attributeNumber(attributes, name)),
          })),
        );
      }),
    );
  });

  test('are rejected if the bytes are invalid, without reading beyond them', () => {
    fc.assert(
      fc.property(reviewed, fc.nat(), fc.integer({ min: 1, max: 255 }), (faces, at, change) => {
        const bytes = encodeFaces(faces);
        expect(decodeFaces(bytes.buffer.slice(0, at % bytes.length))).toBeNull();
        const where = at % bytes.length;
        bytes[where] = (bytes[where] ?? 0) ^ change;
        const pack = decodeFaces(bytes.buffer);
        if (!pack) return;
        expect(pack.pointOffsets.at(-1)).toBe(pack.points.length / 2);
        expect(pack.index.length).toBe(pack.count);
      }),
    );
    expect(decodeFaces(new ArrayBuffer(0))).toBeNull();
    expect(decodeFaces(new ArrayBuffer(32))).toBeNull();
  });
});
