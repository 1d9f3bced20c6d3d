import { readFile } from 'node:fs/promises';
import { isAtBorder, regionsOf, type Region } from './regions.ts';
import { openRgb, type RgbPixels } from './rgb-picture.ts';

/** Grey pixels, one byte each, rows from the top: 0 black, 255 white. */
export type GreyPage = { readonly data: Uint8Array; readonly width: number; readonly height: number };

/** Part of each side that is left out: shadows of the scanner, holes and torn edges. */
const edge = 0.04;
/** Levels below the paper. What shines through from the other side is paler; even faint print is darker. */
const inkContrast = 24;
/** Paper is brighter than this, and its noise less than this deviation, or the picture shows something else. */
const [leastPaper, mostNoise] = [170, 9];
/** Sides of the squares whose paper is measured, in pixels. */
const square = 32;
/** Regions of at most this are dust, in pixels of a smoothed page that is 1,000 pixels long. A printed digit has 30. */
const mostDust = 16;
/** A page with more specks than this is no blank one, whatever they are. */
const mostSpecks = 250;
/** A line across the page that is no wider is a streak of the scanner, in pixels of a page that is 1,000 pixels long. */
const mostStreak = 4;
/** What is at the border and reaches no deeper into the page continues an edge. */
const mostDepth = 0.25;
/** Regions of ink, and their part of the page, that a blank page may have: a staple, a hair, a page number. */
const [mostRegions, mostInk] = [5, 0.002];

const quantileOf = (counts: Uint32Array, total: number, share: number): number => {
  let sum = 0;
  for (const [value, count] of counts.entries()) {
    sum += count;
    if (sum >= total * share) return value;
  }
  return 255;
};

/** Means of 3 × 3 pixels, inside of the edges. Noise of single pixels vanishes, strokes stay. */
const smoothed = ({ data, width, height }: GreyPage): GreyPage => {
  const [left, top] = [Math.max(1, Math.round(width * edge)), Math.max(1, Math.round(height * edge))];
  const [w, h] = [Math.max(0, width - 2 * left), Math.max(0, height - 2 * top)];
  const out = new Uint8Array(w * h);
  for (let y = 0; y < h; y += 1)
    for (let x = 0; x < w; x += 1) {
      const at = (y + top) * width + x + left;
      let sum = 0;
      for (const row of [at - width, at, at + width])
        sum += (data[row - 1] ?? 0) + (data[row] ?? 0) + (data[row + 1] ?? 0);
      out[y * w + x] = sum / 9;
    }
  return { data: out, width: w, height: h };
};

/** The paper's brightness in each square, and the noise: the median difference of neighbours. */
const measurePaper = ({ data, width, height }: GreyPage) => {
  const columns = Math.max(1, Math.ceil(width / square));
  const rows = Math.max(1, Math.ceil(height / square));
  const paper = new Uint8Array(columns * rows);
  for (let row = 0; row < rows; row += 1)
    for (let column = 0; column < columns; column += 1) {
      const counts = new Uint32Array(256);
      let total = 0;
      for (let y = row * square; y < Math.min(height, (row + 1) * square); y += 1)
        for (let x = column * square; x < Math.min(width, (column + 1) * square); x += 1) {
          const value = data[y * width + x] ?? 0;
          counts[value] = (counts[value] ?? 0) + 1;
          total += 1;
        }
      paper[row * columns + column] = quantileOf(counts, total, 0.7);
    }
  return { paper, columns };
};

const noiseOf = ({ data, width }: GreyPage): number => {
  const counts = new Uint32Array(256);
  let total = 0;
  for (let at = width; at < data.length; at += 2) {
    const difference = Math.abs((data[at] ?? 0) - (data[at - 1] ?? 0));
    counts[difference] = (counts[difference] ?? 0) + 1;
    total += 1;
  }
  // The median difference of two normal values is 0.95 times their deviation.
  return quantileOf(counts, total, 0.5) / 0.95;
};

/** How far a region reaches into a page from the nearest border that it touches, as a part of its side. */
const depthOf = ({ left, top, right, bottom }: Region, width: number, height: number): number =>
  Math.min(
    ...(left === 0 ? [right / width] : []),
    ...(right === width ? [1 - left / width] : []),
    ...(top === 0 ? [bottom / height] : []),
    ...(bottom === height ? [1 - top / height] : []),
  );

/** The ink on a page, inside of its edges; null if the picture is too dark, coloured or noisy to be a page. */
const inkOn = (page: GreyPage) => {
  if (Math.min(page.width, page.height) < 100) return null;
  const inner = smoothed(page);
  const { width, height, data } = inner;
  const { paper, columns } = measurePaper(inner);
  const sorted = paper.toSorted();
  const typical = sorted[sorted.length >> 1] ?? 0;
  // Smoothing has divided the noise by three.
  if (typical < leastPaper || noiseOf(page) > mostNoise) return null;
  const ink = new Uint8Array(width * height);
  let dark = 0;
  for (let y = 0, at = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1, at += 1) {
      const value = data[at] ?? 0;
      const below = paper[Math.floor(y / square) * columns + Math.floor(x / square)] ?? 0;
      if (value < typical * 0.6) dark += 1;
      // A dark square is a picture or a bar, not paper.
      if (value < Math.max(below, typical - inkContrast) - inkContrast) ink[at] = 1;
    }
  const scale = Math.max(page.width, page.height) / 1000;
  const unit = scale ** 2;
  const band = edge * Math.min(width, height);
  const isInside = (at: number): boolean => {
    const [x, y] = [at % width, Math.floor(at / width)];
    return Math.min(x, width - 1 - x) > band && Math.min(y, height - 1 - y) > band;
  };
  // Those at the border continue an edge, unless they are large: text that is set closely may be one with it.
  const isEdge = (region: Region): boolean => {
    if (!isAtBorder(region, width, height)) return false;
    const { left, top, right, bottom, size, counted } = region;
    const isThin = Math.min(right - left, bottom - top) <= mostStreak * scale;
    return isThin || 2 * counted <= size || depthOf(region, width, height) <= mostDepth;
  };
  const regions = regionsOf(ink, width, height, isInside).filter((region) => !isEdge(region));
  return { width, height, dark, regions, marks: regions.filter(({ size }) => size > mostDust * unit) };
};

/**
 * Whether a page shows almost no ink after its edges, dust and what shines through are taken off. A dark, coloured or
 * noisy picture is not blank, nor is a faint invoice.
 */
const isBlankWith = (found: ReturnType<typeof inkOn>): boolean => {
  // A large dark part counts even if it touches the border.
  if (!found || found.dark > 0.05 * found.width * found.height) return false;
  const { width, height, regions, marks } = found;
  const inked = marks.reduce((sum, { size }) => sum + size, 0);
  return regions.length <= mostSpecks && marks.length <= mostRegions && inked <= mostInk * width * height;
};

/** How far what a page shows reaches, as parts of its sides; all of it if that can't be told. */
export type InkReach = { readonly across: number; readonly down: number };

/** From its first to its last ink, without dust and edges. */
const reachWith = (found: ReturnType<typeof inkOn>, page: GreyPage): InkReach => {
  if (!found || found.marks.length === 0) return { across: 1, down: 1 };
  const { marks } = found;
  const span = (from: 'left' | 'top', to: 'right' | 'bottom'): number =>
    Math.max(...marks.map((mark) => mark[to])) - Math.min(...marks.map((mark) => mark[from]));
  return { across: span('left', 'right') / page.width, down: span('top', 'bottom') / page.height };
};

/** Whether a page is blank, and how far its ink reaches. */
export type PageInk = { readonly isBlank: boolean; readonly reach: InkReach };

/** @param page about 1,000 pixels long; each pixel is the darkest of its colour channels: colour counts as ink */
export const pageInk = (page: GreyPage): PageInk => {
  const found = inkOn(page);
  return { isBlank: isBlankWith(found), reach: reachWith(found, page) };
};

/** Whether a page is blank: see `pageInk`. */
export const isBlankPage = (page: GreyPage): boolean => pageInk(page).isBlank;

/** The longest side of a page that `isBlankPage` looks at. */
const blankSide = 1000;

/** The page that `isBlankPage` looks at: the means of squares, of each the darkest channel. */
export const darkestChannel = ({ data, width, height }: RgbPixels): GreyPage => {
  const size = Math.max(1, Math.round(Math.max(width, height) / blankSide));
  const [w, h] = [Math.floor(width / size), Math.floor(height / size)];
  const out = new Uint8Array(w * h);
  for (let y = 0; y < h; y += 1)
    for (let x = 0; x < w; x += 1) {
      let [red, green, blue] = [0, 0, 0];
      for (let dy = 0; dy < size; dy += 1)
        for (let dx = 0, at = ((y * size + dy) * width + x * size) * 3; dx < size; dx += 1, at += 3) {
          red += data[at] ?? 0;
          green += data[at + 1] ?? 0;
          blue += data[at + 2] ?? 0;
        }
      out[y * w + x] = Math.min(red, green, blue) / (size * size);
    }
  return { data: out, width: w, height: h };
};

/** A stored picture, and its length. */
type StoredPicture = { readonly path: string; readonly bytes: number };

/** The page of a stored picture; null if it is missing, has another length, or can't be decoded. */
const openGrey = async ({ path, bytes }: StoredPicture): Promise<GreyPage | null> => {
  const read = await readFile(path).catch(() => null);
  if (read?.length !== bytes) return null;
  const opened = await openRgb(read);
  return opened.ok ? darkestChannel(opened.value.raster) : null;
};

/** What ink a stored picture shows; null if it can't be opened. */
export const inkOnPicture = async (picture: StoredPicture): Promise<PageInk | null> => {
  const page = await openGrey(picture);
  return page && pageInk(page);
};
