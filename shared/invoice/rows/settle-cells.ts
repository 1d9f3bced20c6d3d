import {
  byAcross,
  cellKeys,
  leastGapOf,
  medianOf,
  type CellKey,
  type Columns,
  matchColumn,
} from './match-column.ts';
import { middleOf, type PlacedLine } from './page-direction.ts';
import { marginOf, pitchOf } from './pitch.ts';
import type { RowFinding } from './row-finding.ts';

/** Rows of the single-line columns. */
type CellRows = {
  /** Positions across the page, ascending, pixels. */
  readonly positions: readonly number[];
  readonly cells: readonly Readonly<Record<CellKey, PlacedLine | null>>[];
  readonly findings: readonly RowFinding[];
};

type Match = { readonly row: number; readonly line: PlacedLine; readonly distance: number };
type ColumnResult = {
  readonly matched: readonly Match[];
  readonly leftOver: readonly PlacedLine[];
  readonly ambiguousRows: readonly number[];
  /** Offset of the column from the rows: type of another size, or a slightly different direction. */
  readonly offset: number;
};

/**
 * Shares of the pitch: how far a cell may be from its row, and a whole column from the rows. A column with a
 * cell for every row may be farther away, because its count confirms it.
 */
const reachShare = { complete: 0.9, partial: 0.62 };
const offsetShare = 0.45;

type CellSetting = {
  /** Height of the goods table's type, pixels. */
  readonly height: number;
  /** Standard deviation of a single line's position, pixels. */
  readonly noise: number;
  /** Standard deviation of the offset of a column at a place along the page, pixels. */
  readonly driftAt: (along: number) => number;
};

/**
 * Finds the rows of the single-line columns, based on the amounts. Cells without an amount form a row of
 * their own, which is reported as a finding.
 */
export const settleCells = (columns: Columns<PlacedLine>, setting: CellSetting): CellRows => {
  const sorted = sortColumns(columns);
  const anchorKey = anchorOf(columns);
  const findings: RowFinding[] = anchorKey === 'amount' ? [] : [{ reason: 'no-amounts', rows: [] }];
  const anchors = sorted[anchorKey].map(({ across }) => across);
  let positions = refined(anchors, matchAll(sorted, anchors, setting));
  let results = matchAll(sorted, positions, setting);
  const strays = byAcross(cellKeys.flatMap((key) => results[key].leftOver));
  if (strays.length > 0) {
    const rows = withRowsOfOwn(positions, strays, setting.height);
    findings.push({ reason: 'left-over', rows: [] });
    positions = refined(rows, matchAll(sorted, rows, setting));
    results = matchAll(sorted, positions, setting);
  }
  return {
    positions,
    cells: cellsOf(results, positions.length),
    findings: [...findings, ...findingsOf(results, sorted, setting.height)],
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

/** The amounts; if none was read, the column with the most cells. */
const anchorOf = (columns: Columns<PlacedLine>): CellKey => {
  if (columns.amount.length > 0) return 'amount';
  return [...cellKeys].sort((one, other) => columns[other].length - columns[one].length)[0] ?? 'amount';
};

/** Adds a row where cells match no existing row. */
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
    // With fewer cells the offset of a column cannot be distinguished from noise.
    if (matched.length < 3) return first;
    if (Math.abs(offset) < 0.05 * pitch || Math.abs(offset) > offsetShare * pitch) return first;
    return matchOne(lines, rows, { pitch, margin, weight, offset });
  });
};

type Attempt = {
  readonly pitch: number;
  readonly margin: number;
  /** Weight of the assumption that a column is level, in cells. */
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

/**
 * Places rows at the mean of their cells, each column corrected by its offset: four positions are more exact
 * than one.
 */
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

const findingsOf = (results: Results, sorted: Sorted, height: number): readonly RowFinding[] => {
  const findings: RowFinding[] = [];
  const ambiguous = new Set(cellKeys.flatMap((key) => results[key].ambiguousRows));
  if (ambiguous.size > 0) findings.push({ reason: 'ambiguous', rows: [...ambiguous] });
  if (cellKeys.some((key) => results[key].leftOver.length > 0))
    findings.push({ reason: 'left-over', rows: [] });
  const tightest = Math.min(...cellKeys.map((key) => leastGapOf(sorted[key].map(({ across }) => across))));
  if (tightest < 0.25 * height) findings.push({ reason: 'one-place', rows: [] });
  return findings;
};
