import { byAcross, cellKeys, leastGapOf, medianOf, type CellKey, type Columns } from './columns.ts';
import { matchColumn } from './match-column.ts';
import { middleOf, type PlacedLine } from './page-frame.ts';
import { marginOf, pitchOf } from './pitch.ts';
import type { RowDoubt } from './row-doubt.ts';

/** Rows of the single-line columns. */
export type CellRows = {
  /** Positions across the page, ascending, pixels. */
  readonly positions: readonly number[];
  readonly cells: readonly Readonly<Record<CellKey, PlacedLine | null>>[];
  readonly doubts: readonly RowDoubt[];
};

type Match = { readonly row: number; readonly line: PlacedLine; readonly distance: number };
type ColumnResult = {
  readonly matched: readonly Match[];
  readonly leftOver: readonly PlacedLine[];
  readonly ambiguousRows: readonly number[];
  /** How far the column as a whole sits off the rows: type of another size, or a direction slightly off. */
  readonly offset: number;
};

/**
 * Shares of the pitch: how far a cell may stand from its row (farther in a column that has a cell for every row, since
 * its count speaks for it), and how far a column as a whole.
 */
const reachShare = { complete: 0.9, partial: 0.62 };
const offsetShare = 0.45;

export type CellSetting = {
  /** Of the goods table's type, pixels. */
  readonly height: number;
  /** Standard deviation of a single line's position, pixels. */
  readonly noise: number;
  /** How far a column at a place along the page may sit off the rows (standard deviation), pixels. */
  readonly driftAt: (along: number) => number;
};

/**
 * Finds the rows of the single-line columns, anchored on the amounts. Cells that stand in a row without amount make
 * one of their own, and a doubt.
 */
export const settleCells = (columns: Columns<PlacedLine>, setting: CellSetting): CellRows => {
  const sorted = sortColumns(columns);
  const anchorKey = anchorOf(columns);
  const doubts: RowDoubt[] = anchorKey === 'amount' ? [] : [{ reason: 'no-amounts', rows: [] }];
  const anchors = sorted[anchorKey].map(({ across }) => across);
  let positions = refined(anchors, matchAll(sorted, anchors, setting));
  let results = matchAll(sorted, positions, setting);
  const strays = byAcross(cellKeys.flatMap((key) => results[key].leftOver));
  if (strays.length > 0) {
    const rows = withRowsOfOwn(positions, strays, setting.height);
    doubts.push({ reason: 'left-over', rows: [] });
    positions = refined(rows, matchAll(sorted, rows, setting));
    results = matchAll(sorted, positions, setting);
  }
  return {
    positions,
    cells: cellsOf(results, positions.length),
    doubts: [...doubts, ...doubtsOf(results, sorted, setting.height)],
  };
};

type Sorted = Readonly<Record<CellKey, readonly PlacedLine[]>>;
type Results = Readonly<Record<CellKey, ColumnResult>>;

const perCell = <Value>(of: (key: CellKey) => Value): Readonly<Record<CellKey, Value>> => ({
  unitPrice: of('unitPrice'),
  amount: of('amount'),
  taxRate: of('taxRate'),
  tax: of('tax'),
});

const sortColumns = (columns: Columns<PlacedLine>): Sorted => perCell((key) => byAcross(columns[key]));

/** The amounts; where none was read, the fullest of the other columns. */
const anchorOf = (columns: Columns<PlacedLine>): CellKey => {
  if (columns.amount.length > 0) return 'amount';
  return [...cellKeys].sort((one, other) => columns[other].length - columns[one].length)[0] ?? 'amount';
};

/** Adds a row wherever cells stand that no row takes. */
const withRowsOfOwn = (
  positions: readonly number[],
  strays: readonly PlacedLine[],
  height: number,
): readonly number[] => {
  const rows: number[] = [...positions];
  let group: number[] = [];
  for (const { across } of strays) {
    if (across - (group[0] ?? across) > 0.5 * height) {
      rows.push(medianOf(group));
      group = [];
    }
    group.push(across);
  }
  rows.push(medianOf(group));
  return rows.sort((one, other) => one - other);
};

const matchAll = (sorted: Sorted, rows: readonly number[], setting: CellSetting): Results => {
  const pitch = pitchOf(rows, setting.height);
  const margin = marginOf(rows, setting.height, setting.noise);
  return perCell((key) => {
    const lines = sorted[key];
    const weight = (setting.noise / setting.driftAt(medianOf(lines.map(middleOf)))) ** 2;
    const first = matchOne(lines, rows, { pitch, margin, weight, offset: 0 });
    const { offset, matched } = first;
    // On fewer cells a column's own offset can't be told from noise.
    if (matched.length < 3) return first;
    if (Math.abs(offset) < 0.05 * pitch || Math.abs(offset) > offsetShare * pitch) return first;
    return matchOne(lines, rows, { pitch, margin, weight, offset });
  });
};

type Attempt = {
  readonly pitch: number;
  readonly margin: number;
  /** How many cells it takes to outweigh that a column sits level. */
  readonly weight: number;
  readonly offset: number;
};

const matchOne = (
  lines: readonly PlacedLine[],
  rows: readonly number[],
  { pitch, margin, weight, offset }: Attempt,
): ColumnResult => {
  const reach = lines.length === rows.length ? reachShare.complete : reachShare.partial;
  const { rowOf, isAmbiguous } = matchColumn(
    lines.map(({ across }) => across - offset),
    rows,
    { reach: reach * pitch, margin },
  );
  const matched: Match[] = [];
  const leftOver: PlacedLine[] = [];
  const ambiguousRows: number[] = [];
  for (const [index, line] of lines.entries()) {
    const row = rowOf[index] ?? null;
    if (row === null) leftOver.push(line);
    else matched.push({ row, line, distance: line.across - (rows[row] ?? 0) });
    if (isAmbiguous[index]) ambiguousRows.push(row ?? 0);
  }
  let sum = 0;
  for (const { distance } of matched) sum += distance;
  return { matched, leftOver, ambiguousRows, offset: sum / (matched.length + weight) };
};

/** Rows at the mean of their cells, each column freed of its own offset: four readings tell more than one. */
const refined = (rows: readonly number[], results: Results): readonly number[] => {
  const sums = rows.map((row) => ({ total: row, count: 1 }));
  for (const key of cellKeys) {
    if (key === 'amount') continue;
    const { matched, offset } = results[key];
    for (const { row, line } of matched) {
      const sum = sums[row];
      if (!sum) continue;
      sum.total += line.across - offset;
      sum.count += 1;
    }
  }
  return sums.map(({ total, count }) => total / count);
};

const cellsOf = (results: Results, count: number): CellRows['cells'] => {
  const rows = Array.from({ length: count }, (): Record<CellKey, PlacedLine | null> => ({
    unitPrice: null,
    amount: null,
    taxRate: null,
    tax: null,
  }));
  for (const key of cellKeys)
    for (const { row, line } of results[key].matched) {
      const cells = rows[row];
      if (cells) cells[key] = line;
    }
  return rows;
};

const doubtsOf = (results: Results, sorted: Sorted, height: number): readonly RowDoubt[] => {
  const doubts: RowDoubt[] = [];
  const ambiguous = new Set(cellKeys.flatMap((key) => results[key].ambiguousRows));
  if (ambiguous.size > 0) doubts.push({ reason: 'ambiguous', rows: [...ambiguous] });
  if (cellKeys.some((key) => results[key].leftOver.length > 0))
    doubts.push({ reason: 'left-over', rows: [] });
  const tightest = Math.min(...cellKeys.map((key) => leastGapOf(sorted[key].map(({ across }) => across))));
  if (tightest < 0.25 * height) doubts.push({ reason: 'one-place', rows: [] });
  return doubts;
};
