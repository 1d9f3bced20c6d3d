import type { Box } from '../../shared/geometry.ts';

/** Finds items by the grid cells that their bounds touch. */
export type GridIndex = {
  readonly count: number;
  /**
   * The items whose bounds intersect a box, in ascending order, each once. The next query reuses the array.
   */
  readonly within: (box: Box) => Uint32Array;
};

const mostCells = 128;
const perCell = 4;

const clampCell = (value: number, most: number): number => (value < 0 ? 0 : value > most ? most : value);

type Grid = {
  readonly left: number;
  readonly top: number;
  readonly cellWidth: number;
  readonly cellHeight: number;
  readonly columns: number;
  readonly rows: number;
};

const extentOf = (bounds: Float32Array): readonly [number, number, number, number] => {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let i = 0; i < bounds.length; i += 4) {
    // A comparison with NaN is false, so an item without bounds has no effect here.
    if (bounds[i]! < left) left = bounds[i]!;
    if (bounds[i + 1]! < top) top = bounds[i + 1]!;
    if (bounds[i + 2]! > right) right = bounds[i + 2]!;
    if (bounds[i + 3]! > bottom) bottom = bounds[i + 3]!;
  }
  return left <= right && top <= bottom ? [left, top, right, bottom] : [0, 0, 1, 1];
};

const gridFor = (bounds: Float32Array, count: number): Grid => {
  const [left, top, right, bottom] = extentOf(bounds);
  const [width, height] = [Math.max(right - left, 1), Math.max(bottom - top, 1)];
  const cell = Math.max(Math.sqrt((width * height * perCell) / Math.max(count, 1)), 1e-3);
  const columns = clampCell(Math.ceil(width / cell), mostCells) || 1;
  const rows = clampCell(Math.ceil(height / cell), mostCells) || 1;
  return { left, top, cellWidth: width / columns, cellHeight: height / rows, columns, rows };
};

const column = (grid: Grid, x: number): number =>
  clampCell(Math.floor((x - grid.left) / grid.cellWidth), grid.columns - 1);
const row = (grid: Grid, y: number): number =>
  clampCell(Math.floor((y - grid.top) / grid.cellHeight), grid.rows - 1);

const eachCell = (
  grid: Grid,
  left: number,
  top: number,
  right: number,
  bottom: number,
  visit: (cell: number) => void,
): void => {
  const c0 = column(grid, left);
  const c1 = column(grid, right);
  const r1 = row(grid, bottom);
  for (let r = row(grid, top); r <= r1; r += 1) for (let c = c0; c <= c1; c += 1) visit(r * grid.columns + c);
};

type Cells = { readonly starts: Uint32Array; readonly items: Uint32Array };

/** Sorts the items into their cells by counting, with one flat array for all cells. */
const fillCells = (grid: Grid, bounds: Float32Array, count: number): Cells => {
  const starts = new Uint32Array(grid.columns * grid.rows + 1);
  const each = (visit: (cell: number, item: number) => void): void => {
    for (let i = 0; i < count; i += 1) {
      const left = bounds[i * 4]!;
      const top = bounds[i * 4 + 1]!;
      const right = bounds[i * 4 + 2]!;
      const bottom = bounds[i * 4 + 3]!;
      if (left <= right && top <= bottom) eachCell(grid, left, top, right, bottom, (cell) => visit(cell, i));
    }
  };
  each((cell) => {
    starts[cell + 1]! += 1;
  });
  for (let cell = 1; cell < starts.length; cell += 1) starts[cell]! += starts[cell - 1]!;
  const next = starts.slice();
  const items = new Uint32Array(starts.at(-1) ?? 0);
  each((cell, item) => {
    items[next[cell]!] = item;
    next[cell]! += 1;
  });
  return { starts, items };
};

/**
 * Builds the index.
 * @param bounds left, top, right, bottom of each item; an item with NaN is never found
 */
export const createGridIndex = (bounds: Float32Array): GridIndex => {
  const count = Math.floor(bounds.length / 4);
  const grid = gridFor(bounds, count);
  const { starts, items } = fillCells(grid, bounds, count);
  const found = new Uint32Array(count);
  const askedAt = new Uint32Array(count);
  let question = 0;

  const within = ({ x, y, w, h }: Box): Uint32Array => {
    question += 1;
    let length = 0;
    const [right, bottom] = [x + w, y + h];
    eachCell(grid, x, y, right, bottom, (cell) => {
      for (let at = starts[cell]!; at < starts[cell + 1]!; at += 1) {
        const i = items[at]!;
        if (askedAt[i] === question) continue;
        askedAt[i] = question;
        const at4 = i * 4;
        const meets =
          bounds[at4]! <= right &&
          bounds[at4 + 2]! >= x &&
          bounds[at4 + 1]! <= bottom &&
          bounds[at4 + 3]! >= y;
        if (meets) {
          found[length] = i;
          length += 1;
        }
      }
    });
    return found.subarray(0, length).sort();
  };
  return { count, within };
};
