import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { attributeNames } from '../../../../shared/face/attributes.ts';
import { reviewFaces } from '../../../../shared/face/review.ts';
import { hasAttributes, sumCounts, summarizePhoto } from '../../../../shared/face/summary.ts';
import { faceLists } from './arbitraries.ts';

test('counts each face once per attribute and once in the totals', () => {
  fc.assert(
    fc.property(faceLists, fc.double({ min: 0, max: 1, noNaN: true }), (faces, threshold) => {
      const reviewed = reviewFaces({ declaredCount: null, faces }, []);
      const { counted, hidden, excluded, counts } = summarizePhoto(reviewed, threshold);
      expect(counted + hidden + excluded).toBe(faces.length);
      for (const name of attributeNames) {
        const { documented, other, notAsked } = counts[name];
        expect(documented.reduce((sum, count) => sum + count, other + notAsked)).toBe(counted);
      }
    }),
  );
});

test('sums many photos, and returns zero for none', () => {
  fc.assert(
    fc.property(faceLists, faceLists, (one, other) => {
      const summary = (faces: typeof one) =>
        summarizePhoto(reviewFaces({ declaredCount: null, faces }, []), 0);
      const sums = sumCounts([summary(one), summary(other)]);
      const [a, b] = [summary(one).counts, summary(other).counts];
      expect(sums.expression.documented).toEqual(
        a.expression.documented.map((count, number) => count + b.expression.documented[number]!),
      );
      expect(sums.hair.other).toBe(a.hair.other + b.hair.other);
      expect(sums.mask.notAsked).toBe(a.mask.notAsked + b.mask.notAsked);
    }),
  );
  expect(hasAttributes(sumCounts([]))).toBe(false);
});
