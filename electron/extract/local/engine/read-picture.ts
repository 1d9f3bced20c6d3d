import type { ImagePoint, Quad } from '../../../../shared/geometry.ts';
import { failed, success, type Result } from '../../../../shared/result.ts';
import type { Failure } from '../../../../shared/services/failure.ts';
import { failureOf } from '../../../../shared/services/failures.ts';
import { darkestChannel, isBlankPage } from '../../../formats/pictures/blank-page.ts';
import type { OpenedPicture } from '../../../formats/pictures/rgb-picture.ts';
import type { ReadLine, ReadPicture } from '../read-lines.ts';
import { findText, type Frame } from './find-text.ts';
import { chain, scaling } from '../../../../shared/homography.ts';
import { withLoneBrackets } from './lone-bracket.ts';
import type { Models } from './models.ts';
import { paperFrame } from './paper.ts';
import { createPyramid, isBilevel, type Pyramid } from './raster.ts';
import { readLine } from './read-line.ts';
import { fadeSeals } from './seal-ink.ts';
import { cornersOf, type TextBox } from './text-boxes.ts';
import {
  isOnItsSide,
  isReversed,
  reversed,
  levelFrame,
  moveBoxes,
  reverseBoxes,
  reverseFrame,
  skewOf,
  spreadOf,
  turnFrame,
} from './upright.ts';

/** A frame and the lines of text found in it. */
type Found = { readonly frame: Frame; readonly boxes: readonly TextBox[] };

/** Skew in radians below which lines count as level. */
const leastSkew = 0.0015;
/** Skew above which text is searched again in the level frame: boxes of tilted lines overlap. */
const tilted = 0.07;
/** Radians by which the lines of an unfolded sheet may differ more than those of the picture itself. */
const spreadAllowed = 0.004;

/** Lines that prove a page not to be blank: at least this many, read at least this surely, each of this many signs. */
const [provingLines, provingScore, provingLength] = [2, 0.85, 2];
/** One line proves it if it is longer than a page number. */
const provingAlone = 6;

/**
 * Text of a scan of 1 bit has lost strokes if half of its lines are lower than this many pixels, which is about 170 dpi
 * on a form, and a tenth of them are read with a lower score than this.
 */
const [coarseHeight, coarseScore] = [27, 0.9];

const quantileOf = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? Infinity;

const hasLostStrokes = (boxes: readonly TextBox[], lines: readonly ReadLine[]): boolean =>
  quantileOf(
    boxes.map(({ height }) => height),
    0.5,
  ) < coarseHeight &&
  quantileOf(
    lines.map(({ score }) => score),
    0.1,
  ) < coarseScore;

const findIn = async (models: Models, pyramid: Pyramid, frame: Frame): Promise<Found> => ({
  frame,
  boxes: await findText(models, pyramid, frame),
});

/**
 * Finds text in the picture and, if there is one, on the sheet without its perspective. The sheet wins unless its lines
 * differ more in their angles: then its border was something else.
 */
const findFlat = async (models: Models, pyramid: Pyramid): Promise<Found> => {
  const { width, height } = pyramid.full;
  const whole: Frame = { width, height, toPicture: scaling(1) };
  const sheet = paperFrame(pyramid.full);
  if (!sheet) return findIn(models, pyramid, whole);
  const unfolded = await findIn(models, pyramid, sheet);
  if (spreadOf(unfolded.boxes) <= spreadAllowed && unfolded.boxes.length > 0) return unfolded;
  const plain = await findIn(models, pyramid, whole);
  const isWorse = spreadOf(unfolded.boxes) > spreadOf(plain.boxes) + spreadAllowed;
  return isWorse || unfolded.boxes.length < plain.boxes.length / 2 ? plain : unfolded;
};

const turnUpright = async (models: Models, pyramid: Pyramid, found: Found): Promise<Found> => {
  const standing = isOnItsSide(found.boxes) ? await findIn(models, pyramid, turnFrame(found.frame)) : found;
  const { frame, boxes } = standing;
  if (!(await isReversed(models, pyramid, frame, boxes))) return standing;
  return { frame: reverseFrame(frame), boxes: reverseBoxes(boxes, frame) };
};

const level = async (models: Models, pyramid: Pyramid, found: Found): Promise<Found> => {
  const skew = skewOf(found.boxes);
  if (Math.abs(skew) < leastSkew) return found;
  const frame = levelFrame(found.frame, skew);
  if (Math.abs(skew) >= tilted) return findIn(models, pyramid, frame);
  return { frame, boxes: moveBoxes(found.boxes, found.frame, frame) };
};

const provesText = (lines: readonly ReadLine[]): boolean => {
  const lengths = lines.filter(({ score }) => score >= provingScore).map(({ glyphs }) => glyphs.length);
  return (
    lengths.some((length) => length >= provingAlone) ||
    lengths.filter((length) => length >= provingLength).length >= provingLines
  );
};

/** A place with text, and what is read there; null if no character is. */
type Place = { readonly quad: Quad; readonly line: ReadLine | null };

/** A second paper the other way round has lines of this shape that are read less surely than this, some of which are tried. */
const [turnedShape, doubtfulScore, mostTried] = [3, 0.8, 12];
/** It is there if this many of them are read this surely the other way round; then the others are tried, too. */
const [leastTurned, surelyTurned] = [4, 0.9];

const textOf = ({ glyphs }: ReadLine): string =>
  glyphs.map(({ alternatives: [first] }) => first?.text ?? '').join('');
const scoreAt = ({ line }: Place): number => line?.score ?? 0;
const isLong = ({ quad: [tl, tr, , bl] }: Place): boolean =>
  Math.hypot(tr.x - tl.x, tr.y - tl.y) >= turnedShape * Math.hypot(bl.x - tl.x, bl.y - tl.y);

/** The places of a second paper on the picture that lies the other way round, with what is read in its direction. */
const findTurned = async (
  places: readonly Place[],
  read: (quad: Quad) => Promise<ReadLine | null>,
): Promise<ReadonlyMap<Place, string>> => {
  const found = new Map<Place, string>();
  const attempt = async (place: Place): Promise<void> => {
    const back = await read(reversed(place.quad));
    if (back && back.score >= doubtfulScore && back.score > scoreAt(place)) found.set(place, textOf(back));
    if (back && back.score >= surelyTurned) sure += 1;
  };
  let sure = 0;
  const doubtful = places.filter((place) => isLong(place) && scoreAt(place) < doubtfulScore);
  if (doubtful.length < leastTurned) return found;
  for (const place of doubtful.slice(0, mostTried)) await attempt(place);
  if (sure < leastTurned) return new Map();
  const tried = new Set(doubtful.slice(0, mostTried));
  for (const place of places) if (!tried.has(place) && scoreAt(place) < surelyTurned) await attempt(place);
  // Between its lines, nothing belongs to the first paper.
  const corners = [...found.keys()].flatMap(({ quad }) => quad);
  const [xs, ys] = [corners.map(({ x }) => x), corners.map(({ y }) => y)];
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  for (const place of places)
    if (
      !found.has(place) &&
      place.quad.every(({ x, y }) => x >= left && x <= right && y >= top && y <= bottom)
    )
      found.set(place, '');
  return found;
};

/**
 * Reads the text of a picture.
 * @param isLate asked before each line: if true, reading ends with the failure `reader-too-slow`
 */
export const readPicture = async (
  models: Models,
  { raster, width, height }: OpenedPicture,
  isLate: () => boolean,
): Promise<Result<ReadPicture, Failure>> => {
  const looksBlank = isBlankPage(darkestChannel(raster));
  const hasOneBit = isBilevel(raster);
  fadeSeals(raster);
  const pyramid = createPyramid(raster);
  const flat = await findFlat(models, pyramid);
  const { frame, boxes } = await level(models, pyramid, await turnUpright(models, pyramid, flat));
  const places: Place[] = [];
  for (const box of boxes) {
    if (isLate()) return failed(failureOf('reader-too-slow'));
    const quad = cornersOf(box);
    places.push({ quad, line: await readLine(models, pyramid, quad, frame.toPicture) });
  }
  const lines = places.flatMap(({ line }) => line ?? []);
  const isBlank = looksBlank && !provesText(lines);
  const readAt = async (quad: Quad): Promise<ReadLine | null> =>
    isLate() ? null : readLine(models, pyramid, quad, frame.toPicture);
  const turned = isBlank ? new Map<Place, string>() : await findTurned(places, readAt);
  const upright = places.filter((place) => !turned.has(place)).flatMap(({ line }) => line ?? []);
  const whole = await withLoneBrackets(upright, readAt);
  const own = scaling(width / raster.width, height / raster.height);
  return success({
    width: frame.width,
    height: frame.height,
    toPicture: chain(frame.toPicture, own),
    lines: isBlank ? [] : whole,
    isBlank,
    isCoarse: hasOneBit && hasLostStrokes(boxes, lines),
    ...(turned.size > 0 ? { turned: [...turned.values()].filter((text) => text !== '') } : {}),
  });
};

/** The share of a line's height that is read around a place: glyphs are a little larger than their font says. */
const around = 0.15;

/** A share of the way from one point to another, as a step in x and y. */
const stepFrom = (from: ImagePoint, to: ImagePoint, share: number): ImagePoint => ({
  x: (from.x - to.x) * share,
  y: (from.y - to.y) * share,
});

/** A place of the picture with a margin around its text. */
const withMargin = ([tl, tr, br, bl]: Quad): Quad => {
  const up = stepFrom(tl, bl, around);
  const across = Math.hypot(tl.x - bl.x, tl.y - bl.y);
  const along = Math.max(1, Math.hypot(tr.x - tl.x, tr.y - tl.y));
  const left = stepFrom(tl, tr, (around * across) / along);
  const at = ({ x, y }: ImagePoint, sideways: 1 | -1, upward: 1 | -1): ImagePoint => ({
    x: x + sideways * left.x + upward * up.x,
    y: y + sideways * left.y + upward * up.y,
  });
  return [at(tl, 1, 1), at(tr, -1, 1), at(br, -1, -1), at(bl, 1, -1)];
};

/**
 * Reads the text at places of the picture without searching for any: a line for each place, in this order, without
 * characters where there are none.
 */
export const readPlaces = async (
  models: Models,
  { raster, width, height }: OpenedPicture,
  places: readonly Quad[],
  isLate: () => boolean,
): Promise<Result<ReadPicture, Failure>> => {
  fadeSeals(raster);
  const pyramid = createPyramid(raster);
  const toRaster = scaling(raster.width / width, raster.height / height);
  const lines: ReadLine[] = [];
  for (const place of places) {
    if (isLate()) return failed(failureOf('reader-too-slow'));
    const line = await readLine(models, pyramid, withMargin(place), toRaster);
    lines.push(line ?? { quad: place, glyphs: [], score: 0 });
  }
  return success({ width, height, toPicture: scaling(1), lines, isBlank: false, isCoarse: false });
};
