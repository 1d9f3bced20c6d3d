import type { Box } from '../../shared/geometry.ts';
import type { Cover } from '../../shared/face/edit.ts';

/** The pixels of a picture: RGB, eight bits per channel, rows from the top. */
export type Rgb = { readonly data: Buffer; readonly width: number; readonly height: number };

/** In whole pixels: left and top inclusive, right and bottom exclusive. */
export type PixelRect = {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
};

/** A box rounded outward to whole pixels and clipped to the picture; null if it is outside. */
export const pixelRect = ({ x, y, w, h }: Box, size: Pick<Rgb, 'width' | 'height'>): PixelRect | null => {
  const rect = {
    left: Math.max(0, Math.floor(x)),
    top: Math.max(0, Math.floor(y)),
    right: Math.min(size.width, Math.ceil(x + w)),
    bottom: Math.min(size.height, Math.ceil(y + h)),
  };
  return rect.left < rect.right && rect.top < rect.bottom ? rect : null;
};

const channels = 3;
const coverShade = 0x40;
/** A covered face keeps at most this many averages along each side: too few to identify a person. */
const mostCells = 5;
/** A cell with fewer pixels along its sides would reveal too much. */
const leastCell = 8;

const cellsAlong = (length: number, longer: number): number => {
  const cell = Math.max(leastCell, Math.ceil(longer / mostCells));
  return Math.max(1, Math.floor(length / cell));
};

type Grid = {
  readonly columns: number;
  readonly rows: number;
  /** Average colours, row by row. */
  readonly means: Float64Array;
};

/** Start of the k-th of several equal parts of a side. */
const edge = (from: number, to: number, parts: number, k: number): number =>
  from + Math.round(((to - from) * k) / parts);

const gridOf = ({ data, width }: Rgb, { left, top, right, bottom }: PixelRect): Grid => {
  const longer = Math.max(right - left, bottom - top);
  const columns = cellsAlong(right - left, longer);
  const rows = cellsAlong(bottom - top, longer);
  const means = new Float64Array(columns * rows * channels);
  for (let row = 0; row < rows; row += 1) {
    const [y0, y1] = [edge(top, bottom, rows, row), edge(top, bottom, rows, row + 1)];
    for (let column = 0; column < columns; column += 1) {
      const [x0, x1] = [edge(left, right, columns, column), edge(left, right, columns, column + 1)];
      const cell = (row * columns + column) * channels;
      for (let y = y0; y < y1; y += 1)
        for (let at = (y * width + x0) * channels; at < (y * width + x1) * channels; at += channels)
          for (let channel = 0; channel < channels; channel += 1)
            means[cell + channel]! += data[at + channel]!;
      const count = (x1 - x0) * (y1 - y0);
      for (let channel = 0; channel < channels; channel += 1) means[cell + channel]! /= count;
    }
  }
  return { columns, rows, means };
};

/** The two cells on either side of a position, and its weight towards the second. */
const between = (at: number, from: number, to: number, parts: number) => {
  const place = ((at + 0.5 - from) / (to - from)) * parts - 0.5;
  const first = Math.max(0, Math.min(parts - 1, Math.floor(place)));
  const second = Math.min(parts - 1, first + 1);
  return { first, second, share: Math.max(0, Math.min(1, place - first)) };
};

type Paint = (x: number, y: number, channel: number) => number;

const paintOf = (picture: Rgb, rect: PixelRect, cover: Cover): Paint => {
  if (cover === 'cover') return () => coverShade;
  const { left, top, right, bottom } = rect;
  const { columns, rows, means } = gridOf(picture, rect);
  const mean = (row: number, column: number, channel: number): number =>
    means[(row * columns + column) * channels + channel]!;
  if (cover === 'pixelate') {
    const cellAt = (at: number, from: number, to: number, parts: number): number => {
      let k = Math.min(parts - 1, Math.floor(((at - from) * parts) / (to - from)));
      if (at < edge(from, to, parts, k)) k -= 1;
      else if (k + 1 < parts && at >= edge(from, to, parts, k + 1)) k += 1;
      return k;
    };
    return (x, y, channel) => mean(cellAt(y, top, bottom, rows), cellAt(x, left, right, columns), channel);
  }
  // A true blur can be partly undone. This one only interpolates between the averages, so it contains no
  // other data.
  return (x, y, channel) => {
    const across = between(x, left, right, columns);
    const down = between(y, top, bottom, rows);
    const along = (row: number): number =>
      mean(row, across.first, channel) * (1 - across.share) +
      mean(row, across.second, channel) * across.share;
    return along(down.first) * (1 - down.share) + along(down.second) * down.share;
  };
};

/** Covers a part of a picture in place. The covered content can't be restored from the remaining pixels. */
export const coverRect = (picture: Rgb, rect: PixelRect, cover: Cover): void => {
  const { data, width } = picture;
  const paint = paintOf(picture, rect, cover);
  for (let y = rect.top; y < rect.bottom; y += 1)
    for (let x = rect.left; x < rect.right; x += 1)
      for (let channel = 0; channel < channels; channel += 1)
        data[(y * width + x) * channels + channel] = Math.round(paint(x, y, channel));
};
