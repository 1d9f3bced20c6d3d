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

type Box = { left: number; top: number; right: number; bottom: number };

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

/** The boxes, in cells, around connected red cells that are as large as a seal. */
const sealBoxes = (raster: RgbPixels, size: number): readonly Box[] => {
  const { cells, across, down } = redCells(raster, size);
  const boxes: Box[] = [];
  const stack: number[] = [];
  for (let start = 0; start < cells.length; start += 1) {
    if (cells[start] !== 1) continue;
    cells[start] = 0;
    stack.push(start);
    const box = { left: across, top: down, right: -1, bottom: -1 };
    for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
      const [x, y] = [at % across, Math.floor(at / across)];
      box.left = Math.min(box.left, x);
      box.right = Math.max(box.right, x);
      box.top = Math.min(box.top, y);
      box.bottom = Math.max(box.bottom, y);
      for (let dy = -1; dy <= 1; dy += 1)
        for (let dx = -1; dx <= 1; dx += 1) {
          const [nx, ny] = [x + dx, y + dy];
          const next = ny * across + nx;
          if (nx < 0 || ny < 0 || nx >= across || ny >= down || cells[next] !== 1) continue;
          cells[next] = 0;
          stack.push(next);
        }
    }
    if (Math.min(box.right - box.left, box.bottom - box.top) + 1 >= leastSeal) boxes.push(box);
  }
  return boxes;
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
  for (const { left, top, right, bottom } of sealBoxes(raster, size)) {
    const [x0, x1] = [left * size, Math.min(width, (right + 1) * size)];
    const [y0, y1] = [top * size, Math.min(height, (bottom + 1) * size)];
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
