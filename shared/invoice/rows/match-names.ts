/** Which row each line of the name column belongs to. */
export type NameMatch = {
  /** For each line, top to bottom, the index of its row; -1 for a line above the first row. */
  readonly rowOf: readonly number[];
  /** For each line, whether it is the first of its row's name. */
  readonly isFirst: readonly boolean[];
  /** For each line, whether another row would fit nearly as well. */
  readonly isAmbiguous: readonly boolean[];
  /** Square pixels: the cost of the whole match. */
  readonly cost: number;
};

type NameLine = {
  /** Centre across the page, pixels. */
  readonly across: number;
  /**
   * Whether the text looks like the beginning of a name; null if the invoice's names don't show beginnings.
   */
  readonly looksFirst: boolean | null;
};

type NameLimits = {
  /** Pixels from one line of a name to the next. */
  readonly pitch: number;
  /** Standard deviation of a single line's position, pixels. */
  readonly noise: number;
  /** A difference in cost (square pixels) below this is not significant. */
  readonly margin: number;
};

/**
 * Assigns each line of the wrapped names to its row. An amount is printed level with the first line of its
 * name. So a line level with a row begins that row's name, and the lines below continue it down to the next
 * row. The sum of squared distances of the first lines over the column is minimal.
 *
 * @param lines ascending
 * @param rows positions of the rows, ascending, pixels; at least one
 */
export const matchNames = (
  lines: readonly NameLine[],
  rows: readonly number[],
  limits: NameLimits,
): NameMatch => matchPlain(lines, rows, limits) ?? matchByCost(lines, rows, limits);

/**
 * Shares of the pitch: a line nearer to a row clearly begins it; a line this far from both rows continues a
 * name.
 */
const near = 0.25;
const clear = 0.75;

/**
 * The match if every line clearly begins a row or clearly continues a name; otherwise null. Avoids most
 * searches.
 */
const matchPlain = (
  lines: readonly NameLine[],
  rows: readonly number[],
  { pitch, margin }: NameLimits,
): NameMatch | null => {
  if (margin > (clear ** 2 - near ** 2) * pitch ** 2) return null;
  const rowOf: number[] = [];
  const isFirst: boolean[] = [];
  let [row, cost] = [-1, 0];
  for (const { across, looksFirst } of lines) {
    const [above, below] = [across - (rows[row] ?? Infinity), (rows[row + 1] ?? Infinity) - across];
    const begins = Math.abs(below) <= near * pitch;
    const continues = above >= clear * pitch && below >= clear * pitch;
    if (begins === continues || (looksFirst !== null && looksFirst !== begins)) return null;
    if (begins) [row, cost] = [row + 1, cost + below * below];
    rowOf.push(row);
    isFirst.push(begins);
  }
  return row === rows.length - 1 ? { rowOf, isFirst, isAmbiguous: lines.map(() => false), cost } : null;
};

const matchByCost = (lines: readonly NameLine[], rows: readonly number[], limits: NameLimits): NameMatch => {
  const costs = costsOf(lines, rows, limits);
  const [n, k] = [lines.length, rows.length];
  const before = forward(n, k, costs);
  const after = backward(n, k, costs);
  const total = (line: number, row: number, first: boolean): number =>
    at(before, line, row, first) + at(after, line, row, first);
  const rowOf: number[] = [];
  const isFirst: boolean[] = [];
  const isAmbiguous: boolean[] = [];
  let least = 0;
  for (let i = 0; i < n; i += 1) {
    let [best, row, first, rival] = [Infinity, -1, false, Infinity];
    for (let r = -1; r < k; r += 1) {
      const [asFirst, asNext] = [total(i, r, true), total(i, r, false)];
      const cost = Math.min(asFirst, asNext);
      if (cost < best) [rival, best, row, first] = [best, cost, r, asFirst <= asNext];
      else if (cost < rival) rival = cost;
    }
    rowOf.push(row);
    isFirst.push(first);
    isAmbiguous.push(rival - best < limits.margin);
    least = best;
  }
  return { rowOf, isFirst, isAmbiguous, cost: least };
};

type Costs = {
  readonly first: (line: number, row: number) => number;
  readonly next: (line: number, row: number) => number;
  readonly above: number;
  readonly unnamed: number;
};

const costsOf = (
  lines: readonly NameLine[],
  rows: readonly number[],
  { pitch, noise }: NameLimits,
): Costs => {
  const evidence = 0.3 * pitch * pitch;
  return {
    first: (line, row) => {
      const { across = 0, looksFirst = null } = lines[line] ?? {};
      return (across - (rows[row] ?? 0)) ** 2 + (looksFirst === false ? evidence : 0);
    },
    // A continuation line keeps clear of the row above and of the row below.
    next: (line, row) => {
      const { across = 0, looksFirst = null } = lines[line] ?? {};
      const above = Math.max(0, (rows[row] ?? 0) + pitch / 2 - across);
      const below = Math.max(0, across - (rows[row + 1] ?? Infinity) + pitch / 2);
      return above ** 2 + below ** 2 + (looksFirst === true ? evidence : 0);
    },
    above: (0.8 * pitch) ** 2,
    // A line farther from the row than noise explains does not begin the row's name: the row has no name.
    unnamed: Math.min(pitch, Math.max(0.55 * pitch, 5 * noise)) ** 2,
  };
};

/**
 * Lowest cost of all lines up to and including this one, in its state. Row -1 holds the lines above the first
 * row.
 */
const forward = (n: number, k: number, { first, next, above, unnamed }: Costs): Table => {
  const table = tableOf(n, k);
  for (let i = 0; i < n; i += 1) {
    put(table, i, -1, false, (i === 0 ? 0 : at(table, i - 1, -1, false)) + above);
    // Lowest cost of ending the previous lines in any row above r, with the rows between left unnamed.
    let ended = i === 0 ? 0 : at(table, i - 1, -1, false);
    for (let r = 0; r < k; r += 1) {
      put(table, i, r, true, ended + first(i, r));
      const inRow = i === 0 ? Infinity : Math.min(at(table, i - 1, r, true), at(table, i - 1, r, false));
      put(table, i, r, false, inRow + next(i, r));
      ended = Math.min(ended + unnamed, inRow);
    }
  }
  return table;
};

/** Lowest cost of all lines after this one, in its state. */
const backward = (n: number, k: number, { first, next, above, unnamed }: Costs): Table => {
  const table = tableOf(n, k);
  for (let i = n - 1; i >= 0; i -= 1) {
    if (i === n - 1) {
      for (let r = -1; r < k; r += 1) {
        put(table, i, r, true, (k - 1 - r) * unnamed);
        put(table, i, r, false, (k - 1 - r) * unnamed);
      }
      continue;
    }
    // Lowest cost of beginning the next line's row below r.
    let begun = Infinity;
    for (let r = k - 1; r >= -1; r -= 1) {
      const continues =
        r === -1 ? above + at(table, i + 1, -1, false) : next(i + 1, r) + at(table, i + 1, r, false);
      const least = Math.min(begun, continues);
      put(table, i, r, true, least);
      put(table, i, r, false, least);
      if (r >= 0) begun = Math.min(begun + unnamed, first(i + 1, r) + at(table, i + 1, r, true));
    }
  }
  return table;
};

type Table = { readonly width: number; readonly values: Float64Array };

const tableOf = (n: number, k: number): Table => ({
  width: (k + 1) * 2,
  values: new Float64Array(n * (k + 1) * 2).fill(Infinity),
});
const indexOf = ({ width }: Table, line: number, row: number, first: boolean): number =>
  line * width + (row + 1) * 2 + (first ? 1 : 0);
const at = (table: Table, line: number, row: number, first: boolean): number =>
  table.values[indexOf(table, line, row, first)] ?? Infinity;
const put = (table: Table, line: number, row: number, first: boolean, value: number): void => {
  table.values[indexOf(table, line, row, first)] = value;
};
