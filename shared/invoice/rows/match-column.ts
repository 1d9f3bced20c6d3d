import { fold } from '../characters.ts';
import type { BlocksByElement, ReadLine } from '../element-blocks.ts';
import { lineFields, serviceLineKeys, type ServiceLineKey } from '../fields.ts';
import type { PlacedLine } from './page-direction.ts';

/** The columns that have one line per row; the name column has one or more. */
export type CellKey = Exclude<ServiceLineKey, 'name'>;
export const cellKeys = serviceLineKeys.filter((key): key is CellKey => key !== 'name');

export type Columns<Line extends ReadLine> = Readonly<Record<ServiceLineKey, readonly Line[]>>;

/** The cells of a line item before they are parsed; null if not read. */
export type RowCells = {
  readonly name: readonly ReadLine[];
  readonly unitPrice: ReadLine | null;
  readonly amount: ReadLine | null;
  readonly taxRate: ReadLine | null;
  readonly tax: ReadLine | null;
};

/** Printed heads of the columns, which some extractions include. */
const heads = new Set([
  '货物或应税劳务、服务名称',
  '货物或应税劳务名称',
  '项目名称',
  '规格型号',
  '单位',
  '数量',
  '单价',
  '金额',
  '税率',
  '税率/征收率',
  '征收率',
  '税额',
]);

export const compact = (text: string): string => fold(text).replace(/\s+/g, '');

/** The goods columns with all their lines, from every region and block of each element. */
export const columnsOf = (blocks: BlocksByElement): Columns<ReadLine> => {
  const column = (key: ServiceLineKey): readonly ReadLine[] =>
    (blocks.get(lineFields[key].element) ?? [])
      .flatMap(({ lines }) => lines)
      .filter(({ text }) => !heads.has(compact(text)));
  return {
    name: column('name'),
    unitPrice: column('unitPrice'),
    amount: column('amount'),
    taxRate: column('taxRate'),
    tax: column('tax'),
  };
};

/** Maps the lines of every column. */
export const mapColumns = <From extends ReadLine, To extends ReadLine>(
  columns: Columns<From>,
  map: (lines: readonly From[]) => readonly To[],
): Columns<To> => ({
  name: map(columns.name),
  unitPrice: map(columns.unitPrice),
  amount: map(columns.amount),
  taxRate: map(columns.taxRate),
  tax: map(columns.tax),
});

export const lineCount = (columns: Columns<ReadLine>): number =>
  serviceLineKeys.reduce((count, key) => count + columns[key].length, 0);

/** Sorts from top to bottom. Lines that are already sorted, as most are, are returned unchanged. */
export const byAcross = (lines: readonly PlacedLine[]): readonly PlacedLine[] =>
  lines.every(({ across }, index) => index === 0 || (lines[index - 1]?.across ?? across) <= across)
    ? lines
    : [...lines].sort((one, other) => one.across - other.across);

export const medianOf = (values: readonly number[]): number => {
  const sorted = Float64Array.from(values).sort();
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1
    ? (sorted[middle] ?? 0)
    : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
};

/** Distances between neighbours of an ascending list. */
export const gapsOf = (ascending: readonly number[]): readonly number[] =>
  ascending.slice(1).map((value, index) => value - (ascending[index] ?? 0));

/** The smallest distance between neighbours of an ascending list; infinite if there are none. */
export const leastGapOf = (ascending: readonly number[]): number => {
  let least = Infinity;
  for (let index = 1; index < ascending.length; index += 1)
    least = Math.min(least, (ascending[index] ?? 0) - (ascending[index - 1] ?? 0));
  return least;
};

/** The lower quartile of the values; null if there are none. */
export const lowerQuartile = (values: readonly number[]): number | null =>
  Float64Array.from(values).sort()[Math.floor((values.length - 1) / 4)] ?? null;

/** An order-preserving match of a column's cells with rows. */
type ColumnMatch = {
  /** For each cell, top to bottom, the index of its row; null if no row is near enough. */
  readonly rowOf: readonly (number | null)[];
  /** For each cell, whether another row would fit nearly as well. */
  readonly isAmbiguous: readonly boolean[];
};

type MatchLimits = {
  /** Pixels beyond which a cell belongs to no row. */
  readonly reach: number;
  /** A difference in cost (square pixels) below this is not significant. */
  readonly margin: number;
};

/**
 * Matches cells with rows so that the sum of squared distances over the column is minimal. The order is kept,
 * each row takes at most one cell, and rows may stay empty.
 *
 *
 * @param cells centres of the column's cells, ascending, pixels
 * @param rows positions of the rows, ascending, pixels
 */
export const matchColumn = (
  cells: readonly number[],
  rows: readonly number[],
  limits: MatchLimits,
): ColumnMatch => matchPlain(cells, rows, limits) ?? matchByCost(cells, rows, limits);

/**
 * The match if every cell has its own row, clearly nearer than any other row; otherwise null. Most columns are
 * like this and need no search.
 */
const matchPlain = (
  cells: readonly number[],
  rows: readonly number[],
  { reach, margin }: MatchLimits,
): ColumnMatch | null => {
  const rowOf: number[] = [];
  let row = 0;
  for (const cell of cells) {
    while (row < rows.length && isNearer(cell, rows[row + 1], rows[row])) row += 1;
    const place = rows[row];
    if (place === undefined) return null;
    const distance = Math.abs(cell - place);
    const gap = Math.min(place - (rows[row - 1] ?? -Infinity), (rows[row + 1] ?? Infinity) - place);
    if (reach * reach - distance * distance < margin || gap * (gap - 2 * distance) < margin) return null;
    rowOf.push(row);
    row += 1;
  }
  return { rowOf, isAmbiguous: cells.map(() => false) };
};

const isNearer = (cell: number, one: number | undefined, other: number | undefined): boolean =>
  one !== undefined && other !== undefined && Math.abs(cell - one) < Math.abs(cell - other);

const matchByCost = (
  cells: readonly number[],
  rows: readonly number[],
  { reach, margin }: MatchLimits,
): ColumnMatch => {
  const [n, k] = [cells.length, rows.length];
  const leftOver = reach * reach;
  const distance = (cell: number, row: number): number => ((cells[cell] ?? 0) - (rows[row] ?? 0)) ** 2;
  // before[i][j]: lowest cost of the first i cells on the first j rows; after[i][j]: of the cells from i on
  // the rows from j.
  const before = table(n + 1, k + 1);
  const after = table(n + 1, k + 1);
  for (let i = 0; i <= n; i += 1) {
    for (let j = 0; j <= k; j += 1) {
      if (i === 0) continue;
      const alone = at(before, i - 1, j) + leftOver;
      const skipped = j > 0 ? at(before, i, j - 1) : Infinity;
      const matched = j > 0 ? at(before, i - 1, j - 1) + distance(i - 1, j - 1) : Infinity;
      put(before, i, j, Math.min(alone, skipped, matched));
    }
  }
  for (let i = n - 1; i >= 0; i -= 1) {
    for (let j = k; j >= 0; j -= 1) {
      const alone = at(after, i + 1, j) + leftOver;
      const skipped = j < k ? at(after, i, j + 1) : Infinity;
      const matched = j < k ? at(after, i + 1, j + 1) + distance(i, j) : Infinity;
      put(after, i, j, Math.min(alone, skipped, matched));
    }
  }
  const rowOf: (number | null)[] = [];
  const isAmbiguous: boolean[] = [];
  for (let i = 0; i < n; i += 1) {
    // The cost of the whole column with this cell on each row.
    const costs = rows.map((_, j) => at(before, i, j) + distance(i, j) + at(after, i + 1, j + 1));
    let best = 0;
    for (const [j, cost] of costs.entries()) if (cost < (costs[best] ?? Infinity)) best = j;
    const least = costs[best] ?? Infinity;
    const alone = leastAlone(before, after, i, k) + leftOver;
    rowOf.push(least <= alone ? best : null);
    const rival = Math.min(...costs.map((cost, j) => (j === best ? alone : cost)));
    isAmbiguous.push(Math.abs(rival - least) < margin);
  }
  return { rowOf, isAmbiguous };
};

const leastAlone = (before: Table, after: Table, cell: number, rows: number): number => {
  let least = Infinity;
  for (let j = 0; j <= rows; j += 1) least = Math.min(least, at(before, cell, j) + at(after, cell + 1, j));
  return least;
};

type Table = { readonly width: number; readonly values: Float64Array };

const table = (height: number, width: number): Table => ({
  width,
  values: new Float64Array(height * width),
});
const at = ({ width, values }: Table, i: number, j: number): number => values[i * width + j] ?? Infinity;
const put = ({ width, values }: Table, i: number, j: number, value: number): void => {
  values[i * width + j] = value;
};
