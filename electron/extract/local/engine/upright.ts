import type { Quad } from '../../../../shared/geometry.ts';
import { scoreOf } from './ctc.ts';
import type { Frame } from './find-text.ts';
import { affine, chain, inverse, projectQuad } from '../../../../shared/homography.ts';
import type { Models } from './models.ts';
import type { Pyramid } from './raster.ts';
import { readGlyphs, upsideDownScore } from './read-line.ts';
import { cornersOf, type TextBox } from './text-boxes.ts';

/** Boxes that are at least this much longer than wide show a direction. */
const longBox = 2;

/** Whether the lines run up or down: tall boxes are longer together than wide ones. */
export const isOnItsSide = (boxes: readonly TextBox[]): boolean => {
  let [wide, tall] = [0, 0];
  for (const { width, height } of boxes) {
    if (width >= longBox * height) wide += width;
    else if (height >= longBox * width) tall += height;
  }
  return tall > 1.5 * wide;
};

/** A frame after a quarter turn clockwise. */
export const turnFrame = ({ width, height, toPicture }: Frame): Frame => ({
  width: height,
  height: width,
  // A point of the turned frame is (height - y, x) of a point of the frame.
  toPicture: chain(affine(0, 1, 0, -1, 0, height), toPicture),
});

/** A frame after half a turn. */
export const reverseFrame = ({ width, height, toPicture }: Frame): Frame => ({
  width,
  height,
  toPicture: chain(affine(-1, 0, width, 0, -1, height), toPicture),
});

export const reverseBoxes = (boxes: readonly TextBox[], { width, height }: Frame): readonly TextBox[] =>
  boxes.map((box) => ({ ...box, x: width - box.x, y: height - box.y }));

/** A frame turned by an angle around its centre, so that text along the angle becomes level. It contains all of it. */
export const levelFrame = ({ width, height, toPicture }: Frame, angle: number): Frame => {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const [w, h] = [
    Math.ceil(width * Math.abs(cos) + height * Math.abs(sin)),
    Math.ceil(width * Math.abs(sin) + height * Math.abs(cos)),
  ];
  const back = affine(
    cos,
    -sin,
    width / 2 - (cos * w) / 2 + (sin * h) / 2,
    sin,
    cos,
    height / 2 - (sin * w) / 2 - (cos * h) / 2,
  );
  return { width: w, height: h, toPicture: chain(back, toPicture) };
};

/** Moves boxes from one frame to another of the same picture that is only turned against it. */
export const moveBoxes = (boxes: readonly TextBox[], from: Frame, to: Frame): readonly TextBox[] => {
  const map = chain(from.toPicture, inverse(to.toPicture));
  return boxes.map((box) => {
    const [tl, tr, , bl] = projectQuad(map, cornersOf(box));
    const [width, height] = [Math.hypot(tr.x - tl.x, tr.y - tl.y), Math.hypot(bl.x - tl.x, bl.y - tl.y)];
    const [ux, uy] = [(tr.x - tl.x) / width, (tr.y - tl.y) / width];
    return {
      x: (tr.x + bl.x) / 2,
      y: (tr.y + bl.y) / 2,
      ux,
      uy,
      width,
      height,
      score: box.score,
    };
  });
};

type Weighted = { readonly value: number; readonly weight: number };

export const weightedMedian = (values: readonly Weighted[]): number => {
  const sorted = values.toSorted((a, b) => a.value - b.value);
  const half = sorted.reduce((sum, { weight }) => sum + weight, 0) / 2;
  let sum = 0;
  for (const { value, weight } of sorted) {
    sum += weight;
    if (sum >= half) return value;
  }
  return 0;
};

/** The angles of the longer lines in radians, weighted by their lengths. */
const anglesOf = (boxes: readonly TextBox[]): readonly Weighted[] =>
  boxes
    .filter(({ width, height }) => width >= 3 * height)
    .map(({ ux, uy, width }) => ({ value: Math.atan2(uy, ux), weight: width }));

/** The angle of the text in radians, clockwise; 0 without lines. */
export const skewOf = (boxes: readonly TextBox[]): number => weightedMedian(anglesOf(boxes));

/** How much the angles of the lines differ, in radians: their median deviation from the skew. */
export const spreadOf = (boxes: readonly TextBox[]): number => {
  const skew = skewOf(boxes);
  return weightedMedian(
    anglesOf(boxes).map(({ value, weight }) => ({ value: Math.abs(value - skew), weight })),
  );
};

const mostAsked = 12;
const mostRead = 5;

/** Lines that show a direction best: neither short nor long, high print first. */
const telling = (boxes: readonly TextBox[]): readonly TextBox[] =>
  boxes
    .filter(({ width, height }) => width >= 3 * height && width <= 20 * height)
    .toSorted((a, b) => Math.min(b.width, 300) * b.height - Math.min(a.width, 300) * a.height)
    .slice(0, mostAsked);

export const reversed = ([tl, tr, br, bl]: Quad): Quad => [br, bl, tl, tr];

/** Compares the recognizer's scores of a few lines in both directions. */
const readsBetterReversed = async (
  models: Models,
  pyramid: Pyramid,
  quads: readonly Quad[],
): Promise<boolean> => {
  let gain = 0;
  for (const quad of quads.slice(0, mostRead)) {
    const [ahead, back] = [
      await readGlyphs(models, pyramid, [quad]),
      await readGlyphs(models, pyramid, [reversed(quad)]),
    ];
    gain += scoreOf(back) * Math.min(8, back.length) - scoreOf(ahead) * Math.min(8, ahead.length);
  }
  return gain > 0;
};

/**
 * Whether a frame is upside down. A small network votes on some lines; unless it clearly says no, the recognizer
 * reads a few of them both ways.
 */
export const isReversed = async (
  models: Models,
  pyramid: Pyramid,
  frame: Frame,
  boxes: readonly TextBox[],
): Promise<boolean> => {
  const quads = telling(boxes).map((box) => projectQuad(frame.toPicture, cornersOf(box)));
  if (quads.length === 0) return false;
  let votes = 0;
  for (const quad of quads) if ((await upsideDownScore(models, pyramid, quad)) > 0.5) votes += 1;
  if (votes <= quads.length / 4) return false;
  return readsBetterReversed(models, pyramid, quads);
};
