import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  buffersOf,
  flatPointsOf,
  fromArrays,
  toArrays,
} from '../../../../../electron/extract/service/face-arrays.ts';
import type { KeptFaceEdit } from '../../../../../shared/face/edit.ts';
import type { DecodedFaces } from '../../../../../shared/face/model.ts';
import { encodeFaces } from '../../../../../shared/face/pack.ts';
import { reviewFaces } from '../../../../../shared/face/review.ts';
import { decodedFaces } from '../../../../helpers/wire.ts';

/** In the form that another thread receives: the transferred buffers are gone here. */
const sent = (extraction: DecodedFaces) => {
  const arrays = toArrays(extraction);
  return structuredClone(arrays, { transfer: [...buffersOf(arrays)] });
};

test('keeps an extraction bit-identical over the transfer', async () => {
  await fc.assert(
    fc.asyncProperty(decodedFaces, async (extraction) => {
      // Cloned again, as for an export: its points are included like any others.
      expect(structuredClone(await fromArrays(sent(extraction)))).toEqual(extraction);
    }),
  );
});

test('does not round coordinates', async () => {
  const face = { index: 2 ** 40, score: 0.1 + 0.2, attributes: null };
  const box = { x: 1 / 3, y: -0.7, w: 1e9 + 0.5, h: 5e-324 };
  const extraction = { declaredCount: null, faces: [{ ...face, box, points: [{ x: 4 / 3, y: 1e-7 }] }] };
  expect(structuredClone(await fromArrays(sent(extraction as DecodedFaces)))).toEqual(extraction);
});

test('packs faces from flat points like faces from objects', async () => {
  await fc.assert(
    fc.asyncProperty(decodedFaces, async (extraction) => {
      const edits: readonly KeptFaceEdit[] = [
        { kind: 'add', box: { x: 1, y: 2, w: 3, h: 4 } },
        { kind: 'attribute', faces: [{ index: 1, box: null }], name: 'hair', value: 1 },
      ];
      const arrays = sent(extraction);
      expect(encodeFaces(reviewFaces(await fromArrays(arrays), edits), flatPointsOf(arrays))).toEqual(
        encodeFaces(reviewFaces(extraction, edits)),
      );
    }),
  );
});
