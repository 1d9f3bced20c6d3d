import { boundsOf, compose, identity, invert, mapQuad, type Box, type Transform } from '../geometry.ts';
import { sentToPage } from '../page-geometry.ts';
import type { FaceFrame, FaceTarget, KeptFaceEdit, PlacedFaceEdit } from './edit.ts';

const unit = { width: 1, height: 1 };

/** The map between two pictures of the same page with different rotation and scale; masks move nothing. */
const between = (from: FaceFrame, to: FaceFrame): Transform => {
  if (from.width === to.width && from.height === to.height && from.turn === to.turn) return identity;
  return compose(sentToPage(from, unit, from.turn), invert(sentToPage(to, unit, to.turn)));
};

const mapBox = (map: Transform, { x, y, w, h }: Box): Box =>
  boundsOf(
    mapQuad(map, [
      { x, y },
      { x: x + w, y },
      { x: x + w, y: y + h },
      { x, y: y + h },
    ]),
  );

/**
 * A saved edit in the pixels of the displayed picture. A face of the service without a box is identified by its
 * ordinal, and only in the extraction that the edit was made on: another one may use other ordinals.
 * @param from the frame that the edit was made in; null if unknown. Without it, a face added by hand has no
 * position, and the service's faces are not found again.
 */
export const placeEdit = (
  edit: KeptFaceEdit,
  from: FaceFrame | null,
  to: FaceFrame,
  isSameAnswer: boolean,
): PlacedFaceEdit => {
  const map = from && between(from, to);
  if (map === identity && isSameAnswer) return edit;
  if (edit.kind === 'add') return { ...edit, box: map && mapBoxUnlessSame(map, edit.box) };
  const faces = edit.faces.flatMap((target): readonly FaceTarget[] => {
    if ('byHand' in target) return [target];
    if (target.box === null) return isSameAnswer ? [target] : [];
    return map ? [{ ...target, box: mapBoxUnlessSame(map, target.box) }] : [];
  });
  return { ...edit, faces };
};

/**
 * Without rotation or scaling the box must stay bit-identical, because boxes are compared by their numbers.
 */
const mapBoxUnlessSame = (map: Transform, box: Box): Box => (map === identity ? box : mapBox(map, box));
