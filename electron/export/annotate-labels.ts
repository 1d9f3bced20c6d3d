import { boundsOf, type Box, type ImagePoint } from '../../shared/geometry.ts';

type Size = { readonly w: number; readonly h: number };

const overlap = (a: Box, b: Box): number =>
  Math.max(0, Math.min(a.x + a.w, b.x + b.w) - Math.max(a.x, b.x)) *
  Math.max(0, Math.min(a.y + a.h, b.y + b.h) - Math.max(a.y, b.y));

const inside = (box: Box, picture: Size): Box => ({
  ...box,
  x: Math.max(0, Math.min(box.x, picture.w - box.w)),
  y: Math.max(0, Math.min(box.y, picture.h - box.h)),
});

/** Above, below, right and left of the outline: the order in which readers look for a caption. */
const places = (outline: Box, { w, h }: Size): readonly Box[] => [
  { x: outline.x, y: outline.y - h, w, h },
  { x: outline.x, y: outline.y + outline.h, w, h },
  { x: outline.x + outline.w, y: outline.y, w, h },
  { x: outline.x - w, y: outline.y, w, h },
  { x: outline.x + outline.w - w, y: outline.y - h, w, h },
  { x: outline.x + outline.w - w, y: outline.y + outline.h, w, h },
];

/** Above this many labels, finding free places costs too much, and they overlap anyway. */
const mostPlaced = 400;

/**
 * A position for each label: inside the picture, with the least overlap with outlines and earlier labels.
 * Labels without outline points are placed at the picture's edge.
 */
export const placeLabels = (
  labels: readonly { readonly outline: readonly ImagePoint[]; readonly size: Size }[],
  picture: Size,
): readonly Box[] => {
  const outlines = labels.map(({ outline }) => boundsOf(outline));
  const placed: Box[] = [];
  const cost = (box: Box): number =>
    [...outlines, ...placed].reduce((sum, taken) => sum + overlap(box, taken), 0);
  for (const [index, { size }] of labels.entries()) {
    const candidates = places(outlines[index] ?? { x: 0, y: 0, w: 0, h: 0 }, size).map((box) =>
      inside(box, picture),
    );
    placed.push(
      labels.length > mostPlaced ? (candidates[0] ?? { x: 0, y: 0, ...size }) : cheapest(candidates, cost),
    );
  }
  return placed;
};

const cheapest = (candidates: readonly Box[], cost: (box: Box) => number): Box => {
  let best = { box: candidates[0] ?? { x: 0, y: 0, w: 0, h: 0 }, cost: Number.POSITIVE_INFINITY };
  for (const box of candidates) {
    const its = cost(box);
    if (its < best.cost) best = { box, cost: its };
    if (its === 0) break;
  }
  return best.box;
};
