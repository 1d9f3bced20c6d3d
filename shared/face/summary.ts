import { z } from 'zod';
import { attributeNames, attributeNumber, valueCount, type AttributeName } from './attributes.ts';
import type { Face } from './model.ts';
import { countingFaces, isWeak, type ReviewedFaces } from './review.ts';

/**
 * Count of each documented number of an attribute among the faces of a photo; other numbers under `other`.
 */
const attributeCountsSchema = z.record(
  z.enum(attributeNames),
  z.object({ documented: z.array(z.int()).readonly(), other: z.int(), notAsked: z.int() }),
);
export type AttributeCounts = z.infer<typeof attributeCountsSchema>;

/** The faces of one photo. */
export const faceCountsSchema = z.object({
  /** Faces that count, faces below the threshold, and faces that the user excluded. */
  counted: z.int(),
  hidden: z.int(),
  excluded: z.int(),
  counts: attributeCountsSchema,
});
type FaceCounts = z.infer<typeof faceCountsSchema>;

type Counts = AttributeCounts[AttributeName];

const noCounts = (name: AttributeName): Counts => ({
  documented: Array.from({ length: valueCount(name) }, () => 0),
  other: 0,
  notAsked: 0,
});

/** One record with a value for each attribute. */
const forEach = (count: (name: AttributeName) => Counts): AttributeCounts => ({
  gender: count('gender'),
  expression: count('expression'),
  glasses: count('glasses'),
  mask: count('mask'),
  beard: count('beard'),
  hair: count('hair'),
});

const countAttribute = (faces: readonly Face[], name: AttributeName): Counts => {
  const documented = Array.from({ length: valueCount(name) }, () => 0);
  let [other, notAsked] = [0, 0];
  for (const { attributes } of faces) {
    const number = attributeNumber(attributes, name);
    if (Number.isNaN(number)) notAsked += 1;
    else if (documented[number] === undefined) other += 1;
    else documented[number] += 1;
  }
  return { documented, other, notAsked };
};

/** Counts the faces of a photo, and the attributes of those that count. */
export const summarizePhoto = (reviewed: ReviewedFaces, threshold: number): FaceCounts => {
  const counting = countingFaces(reviewed, threshold);
  const hidden = reviewed.faces.filter(({ score }) => isWeak(score, threshold)).length;
  return {
    counted: counting.length,
    hidden,
    excluded: reviewed.faces.length - counting.length - hidden,
    counts: forEach((name) => countAttribute(counting, name)),
  };
};

/** Sums the attribute counts of many photos. */
export const sumCounts = (photos: readonly Pick<FaceCounts, 'counts'>[]): AttributeCounts =>
  forEach((name) =>
    photos.reduce<Counts>((sum, { counts }) => {
      const { documented, other, notAsked } = counts[name];
      return {
        documented: sum.documented.map((count, number) => count + (documented[number] ?? 0)),
        other: sum.other + other,
        notAsked: sum.notAsked + notAsked,
      };
    }, noCounts(name)),
  );

export const hasAttributes = (counts: AttributeCounts): boolean =>
  attributeNames.some((name) => counts[name].documented.some((count) => count > 0) || counts[name].other > 0);
