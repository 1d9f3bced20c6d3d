import { chain, scaling, type Homography } from '../../../../shared/homography.ts';
import type { Models } from './models.ts';
import { sampleInto, type Normalization, type Pyramid } from './raster.ts';
import { textBoxes, type TextBox, type TextMap } from './text-boxes.ts';

/** An upright page to be read: its size, and the map from its points to points of the picture. */
export type Frame = { readonly width: number; readonly height: number; readonly toPicture: Homography };

/** Mean and deviation of the pictures that the network was trained with. */
const means = [0.485, 0.456, 0.406] as const;
const deviations = [0.229, 0.224, 0.225] as const;
const normalization: Normalization = {
  gain: [1 / 255 / deviations[0], 1 / 255 / deviations[1], 1 / 255 / deviations[2]],
  offset: [-means[0] / deviations[0], -means[1] / deviations[1], -means[2] / deviations[2]],
};

const longSide = 1600;
/** Pixels of a page of A4 at that long side. A long narrow page gets as many. */
const usualPixels = 1_810_000;
/** Most pixels, if the print is tiny. */
const mostPixels = 5_000_000;
/** Pixels of one run: they determine the memory of the process. */
const tilePixels = 1_200_000;
/** Tiles share this many pixels on each side of their border: text is found by what surrounds it. */
const margin = 48;
const unit = 32;

/** Height of print, in pixels of the map, below which a larger map is worth its time, and what it should become. */
const [tinyPrint, readablePrint] = [13, 18];
const mostEnlarged = 2;

const mostBoxes = 3000;

const roundUp = (value: number): number => Math.max(unit, Math.ceil(value / unit) * unit);

/** Where tiles begin, and how long they are, so that they overlap by the margin. */
const tilesOver = (
  length: number,
  most: number,
): readonly { readonly from: number; readonly size: number }[] => {
  const whole = roundUp(length);
  const longest = Math.max(4 * unit, Math.floor(most / unit) * unit);
  if (whole <= longest) return [{ from: 0, size: whole }];
  const count = Math.ceil((whole - 2 * margin) / (longest - 2 * margin));
  const size = roundUp((whole - 2 * margin) / count + 2 * margin);
  const step = (whole - size) / (count - 1);
  return Array.from({ length: count }, (_, index) => ({ from: Math.round(index * step), size }));
};

/** Reused for each run. Discarded buffers of megabytes stay until the next collection. */
let room = new Float32Array(0);
const roomFor = (length: number): Float32Array => {
  if (room.length < length) room = new Float32Array(length);
  const part = room.subarray(0, length);
  // The padding must be the same in each run.
  part.fill(0);
  return part;
};

/** The map of a frame at a scale. Large ones are made of tiles; between two, each fills its half of the overlap. */
const mapOf = async (models: Models, pyramid: Pyramid, frame: Frame, scale: number): Promise<TextMap> => {
  const [width, height] = [
    Math.max(1, Math.round(frame.width * scale)),
    Math.max(1, Math.round(frame.height * scale)),
  ];
  const toFrame = chain(scaling(frame.width / width, frame.height / height), frame.toPicture);
  const columns = tilesOver(width, Math.max(longSide, Math.sqrt(tilePixels)));
  const rows = tilesOver(height, tilePixels / (columns[0]?.size ?? width));
  const data = new Float32Array(width * height);
  for (const [index, { from: top, size: tileHeight }] of rows.entries()) {
    const above = rows[index - 1];
    const firstRow = above ? Math.round((top + above.from + above.size) / 2) : 0;
    for (const [column, { from: left, size: tileWidth }] of columns.entries()) {
      const before = columns[column - 1];
      const firstColumn = before ? Math.round((left + before.from + before.size) / 2) : 0;
      const [w, h] = [Math.min(tileWidth, width - left), Math.min(tileHeight, height - top)];
      const planes = roomFor(3 * tileWidth * tileHeight);
      const sampling = { toPicture: chain([1, 0, left, 0, 1, top, 0, 0, 1], toFrame), width: w, height: h };
      // Each plane begins where a tile's plane begins, so rows below the page stay zero.
      samplePlanes(planes, tileWidth, tileHeight, pyramid, sampling);
      const tile = await models.detect(planes, tileWidth, tileHeight);
      for (let y = firstRow; y < top + h; y += 1) {
        const from = (y - top) * tileWidth;
        data.set(tile.data.subarray(from + firstColumn - left, from + w), y * width + firstColumn);
      }
    }
  }
  return { data, width, height };
};

const samplePlanes = (
  planes: Float32Array,
  stride: number,
  rows: number,
  pyramid: Pyramid,
  sampling: { readonly toPicture: Homography; readonly width: number; readonly height: number },
): void => {
  if (rows === sampling.height) {
    sampleInto(planes, stride, pyramid, sampling, normalization);
    return;
  }
  const part = new Float32Array(3 * stride * sampling.height);
  sampleInto(part, stride, pyramid, sampling, normalization);
  const plane = stride * sampling.height;
  for (let channel = 0; channel < 3; channel += 1)
    planes.set(part.subarray(channel * plane, (channel + 1) * plane), channel * stride * rows);
};

const medianOf = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

const shortSideOf = ({ width, height }: TextBox): number => Math.min(width, height);

/** Boxes in points of the frame. Its map is scaled the same in both directions, apart from rounding. */
const inFrame = (boxes: readonly TextBox[], frame: Frame, map: TextMap): readonly TextBox[] => {
  const [sx, sy] = [frame.width / map.width, frame.height / map.height];
  return boxes.map((box) => ({
    ...box,
    x: box.x * sx,
    y: box.y * sy,
    width: (box.width * (sx + sy)) / 2,
    height: (box.height * (sx + sy)) / 2,
  }));
};

const usualScale = ({ width, height }: Frame): number =>
  Math.min(1, Math.max(longSide / Math.max(width, height), Math.sqrt(usualPixels / (width * height))));

/** The scale for tiny print; null if the usual one does, or a larger one would be too large. */
const largerScale = (frame: Frame, scale: number, boxes: readonly TextBox[]): number | null => {
  const print = medianOf(boxes.map(shortSideOf));
  if (print === 0 || print >= tinyPrint) return null;
  const most = Math.min(mostEnlarged, Math.sqrt(mostPixels / (frame.width * frame.height)));
  const wanted = Math.min(most, scale * (readablePrint / print));
  return wanted > scale * 1.2 ? wanted : null;
};

/** Rectangles around the lines of text in a frame, in its points, from the top. */
export const findText = async (
  models: Models,
  pyramid: Pyramid,
  frame: Frame,
): Promise<readonly TextBox[]> => {
  const scale = usualScale(frame);
  const map = await mapOf(models, pyramid, frame, scale);
  const boxes = textBoxes(map, mostBoxes);
  const larger = largerScale(frame, scale, boxes);
  if (larger === null) return inFrame(boxes, frame, map);
  const largerMap = await mapOf(models, pyramid, frame, larger);
  return inFrame(textBoxes(largerMap, mostBoxes), frame, largerMap);
};
