import { expect, it } from 'vitest';
import { faceFindings } from '../../../../electron/pipeline/face-findings.ts';
import { reviewFaces, untouched } from '../../../../shared/face/review.ts';
import { readFaceText } from '../../../../shared/services/read-face-detect.ts';

const findingsOf = (text: object) => {
  const read = readFaceText({ ret: 0, ...text });
  if (!read.ok) throw new Error(read.failure.reason);
  return faceFindings(reviewFaces(read.value, []));
};
const face = { score: '0.9', x: '1', y: '2', w: '30', h: '40' };

it('names faces without a box or a score, and a number of faces that differs', () => {
  expect(findingsOf({ face_num: '1', face_1: face })).toEqual([]);
  const lacking = { face_1: { ...face, w: 'wide' }, face_2: { ...face, score: null }, face_3: face };
  expect(findingsOf({ face_num: 4, ...lacking })).toMatchObject([
    { id: 'face-count', level: 'warn' },
    { id: 'face-incomplete', level: 'warn', message: { en: '2 faces have no box or no score' } },
  ]);
});

it('expects no score of a face that the user drew', () => {
  const drawn = { index: 2, score: null, box: { x: 0, y: 0, w: 9, h: 9 }, points: [], attributes: null };
  const notes = new Map([[2, { ...untouched, byHand: true }]]);
  expect(faceFindings({ declaredCount: 0, returnedCount: 0, faces: [drawn], notes })).toEqual([]);
});
