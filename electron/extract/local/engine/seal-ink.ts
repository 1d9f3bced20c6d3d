import { regionsOf, type Region } from '../../../formats/pictures/regions.ts';
import type { RgbPixels } from '../../../formats/pictures/rgb-picture.ts';

/** A pixel is red if its red part is at least this many times its green and its blue part. */
const redder = 1.25;
const paleRed = 1.05;
/** The print of a form is brown: its green part exceeds its blue part by more than this share of its colour. */
const brown = 0.08;
/** Cells along the longer side of a picture, and the share of their pixels that is red in the cells of a seal. */
const [cellsAlong, leastRed] = [200, 0.04];
/** A seal is at least this many cells wide and high; a line of red print is lower. */
const leastSeal = 9;
/** Ink of a seal on paper is about as bright as its median; print under it is darker. */
const onPaper = 0.9;
/** How much brighter than the ink of its seals a paper is. */
const paperGain = 1.15;

const isRed = (data: Uint8Array, at: number): boolean => {
  const [red, green, blue] = [data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0];
  return red >= redder * Math.max(green, blue) && green - blue <= brown * (red - blue);
};

/** A pixel at the edge of a stroke of red ink. */
const isReddish = (data: Uint8Array, at: number): boolean =>
  (data[at] ?? 0) >= paleRed * Math.max(data[at + 1] ?? 0, data[at + 2] ?? 0);

/** The cells with enough red pixels; a cell is `size` pixels wide and high. */
const redCells = ({ data, width, height }: RgbPixels, size: number) => {
  const [across, down] = [Math.ceil(width / size), Math.ceil(height / size)];
  const counts = new Uint32Array(across * down);
  for (let y = 0, at = 0; y < height; y += 1) {
    const row = Math.floor(y / size) * across;
    for (let x = 0; x < width; x += 1, at += 3)
      if (isRed(data, at)) counts[row + Math.floor(x / size)] = (counts[row + Math.floor(x / size)] ?? 0) + 1;
  }
  return { cells: counts.map((count) => (count >= leastRed * size * size ? 1 : 0)), across, down };
};

/** The regions of connected red cells, in cells, that are as large as a seal. */
const sealRegions = (raster: RgbPixels, size: number): readonly Region[] => {
  const { cells, across, down } = redCells(raster, size);
  return regionsOf(cells, across, down).filter(
    ({ left, top, right, bottom }) => Math.min(right - left, bottom - top) >= leastSeal,
  );
};

const medianOf = (counts: Uint32Array): number => {
  const half = counts.reduce((sum, count) => sum + count, 0) / 2;
  let sum = 0;
  return counts.findIndex((count) => (sum += count) >= half);
};

/**
 * Removes the ink of red seals from a picture, in place. The ink becomes as bright as the paper, and print under it
 * becomes grey. Other red print stays.
 */
export const fadeSeals = (raster: RgbPixels): void => {
  const { data, width, height } = raster;
  const size = Math.max(2, Math.round(Math.max(width, height) / cellsAlong));
  for (const { left, top, right, bottom } of sealRegions(raster, size)) {
    const [x0, x1] = [left * size, Math.min(width, right * size)];
    const [y0, y1] = [top * size, Math.min(height, bottom * size)];
    const eachPixel = (visit: (at: number) => void): void => {
      for (let y = y0; y < y1; y += 1)
        for (let at = (y * width + x0) * 3; at < (y * width + x1) * 3; at += 3) visit(at);
    };
    const counts = new Uint32Array(256);
    eachPixel((at) => {
      if (isRed(data, at)) counts[data[at] ?? 0] = (counts[data[at] ?? 0] ?? 0) + 1;
    });
    const ink = medianOf(counts);
    const paper = Math.min(255, Math.round(ink * paperGain));
    eachPixel((at) => {
      const red = data[at] ?? 0;
      if (red >= onPaper * ink && isReddish(data, at)) data.fill(Math.max(paper, red), at, at + 3);
      else if (isRed(data, at)) data.fill(red, at, at + 3);
    });
  }
};
