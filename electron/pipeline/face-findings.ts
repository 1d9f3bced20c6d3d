import type { ReviewedFaces } from '../../shared/face/review.ts';
import type { Finding } from '../../shared/invoice/finding.ts';
import { findingTexts } from '../../shared/texts/findings.ts';

/** Faces of the service without a box or a score: a picture that hides faces would not hide these. */
const incompleteFaces = ({ faces, notes }: ReviewedFaces): number =>
  faces.filter(
    ({ index, box, score }) => (box === null || score === null) && notes.get(index)?.byHand !== true,
  ).length;

const warning = (id: string, message: Finding['message']): Finding => ({
  id,
  level: 'warn',
  message,
  fields: [],
});

/** What is wrong with the faces that the service returned for a photo. */
export const faceFindings = (faces: ReviewedFaces): readonly Finding[] => {
  const { declaredCount, returnedCount } = faces;
  const { faceCount, facesIncomplete } = findingTexts.response;
  const incomplete = incompleteFaces(faces);
  return [
    // The service reports the number of faces: if fewer arrived, some are missing.
    ...(declaredCount === null || declaredCount === returnedCount
      ? []
      : [warning('face-count', faceCount(declaredCount, returnedCount))]),
    ...(incomplete === 0 ? [] : [warning('face-incomplete', facesIncomplete(incomplete))]),
  ];
};
