import {
  byAcross,
  cellKeys,
  medianOf,
  type Columns,
  compact,
  lineCount,
  mapColumns,
  type RowCells,
  matchColumn,
} from './match-column.ts';
import { middleOf, type PlacedLine, placeLine, type PageDirection } from './page-direction.ts';
import { pitchOf } from './pitch.ts';
import type { ReadLine } from '../element-blocks.ts';
import type { RowFinding } from './row-finding.ts';
import { settleCells } from './settle-cells.ts';
import { settleNames } from './settle-names.ts';

/** The direction of the goods rows relative to the page's direction, derived from figures in the same row. */
type Tilt = {
  /** Pixels down per pixel along. */
  readonly slope: number;
  /** Standard error of the slope. */
  readonly error: number;
  /** Standard deviation of a single line's position, pixels. */
  readonly noise: number;
};

type Pair = { readonly lever: number; readonly drop: number };

/**
 * Shares of the type's height: the minimum noise to assume, and the possible offset of a column from the
 * rows.
 */
const leastNoise = 0.08;
const columnDrop = 0.06;

/**
 * The slope of the goods rows. The error of the page's direction matters over the width of the table; amounts
 * and the figures next to them give a better estimate.
 *
 *
 * @param prior standard error of the page's direction, radians
 */
const tiltOfRows = (columns: Columns<PlacedLine>, height: number, prior: number): Tilt => {
  const amounts = byAcross(columns.amount);
  const pitch = pitchOf(
    amounts.map(({ across }) => across),
    height,
  );
  const others = cellKeys.filter((key) => key !== 'amount').map((key) => byAcross(columns[key]));
  const ordered = others.map((lines) => pairsByOrder(lines, amounts, height));
  const sure = ordered.filter((pairs) => pairs.length > 0);
  // Columns with a figure for every amount need no initial slope; the others are then matched along it.
  const first = slopeOf(sure, height, prior);
  const guessed = others
    .filter((_, index) => ordered[index]?.length === 0)
    .map((lines) => pairsByPlace(lines, amounts, pitch, first.slope))
    .filter((pairs) => pairs.length > 0);
  return guessed.length > 0 ? slopeOf([...sure, ...guessed], height, prior) : first;
};

const slopeOf = (byColumn: readonly (readonly Pair[])[], height: number, prior: number): Tilt => {
  const noise = noiseOf(byColumn, height);
  let [precision, weighted] = [1 / prior ** 2, 0];
  for (const pairs of byColumn) {
    const lever = mean(pairs.map((pair) => pair.lever));
    const drop = mean(pairs.map((pair) => pair.drop));
    const variance = (2 * noise ** 2) / pairs.length + (columnDrop * height) ** 2;
    precision += lever ** 2 / variance;
    weighted += (lever * drop) / variance;
  }
  return { slope: weighted / precision, error: 1 / Math.sqrt(precision), noise };
};

const pairUp = (line: PlacedLine, amount: PlacedLine | undefined): readonly Pair[] =>
  amount ? [{ lever: middleOf(line) - middleOf(amount), drop: line.across - amount.across }] : [];

const pairsByOrder = (
  lines: readonly PlacedLine[],
  amounts: readonly PlacedLine[],
  height: number,
): readonly Pair[] => {
  if (lines.length !== amounts.length) return [];
  const pairs = lines.flatMap((line, index) => pairUp(line, amounts[index]));
  // Counts may agree by chance, if a cell is missing in one column and an amount in the other.
  const middle = medianOf(pairs.map(({ drop }) => drop));
  return pairs.every(({ drop }) => Math.abs(drop - middle) < 0.5 * height) ? pairs : [];
};

const pairsByPlace = (
  lines: readonly PlacedLine[],
  amounts: readonly PlacedLine[],
  pitch: number,
  slope: number,
): readonly Pair[] => {
  const origin = medianOf(amounts.map(middleOf));
  const { rowOf, isAmbiguous } = matchColumn(
    levelled(lines, slope, origin).map(({ across }) => across),
    levelled(amounts, slope, origin).map(({ across }) => across),
    { reach: 0.6 * pitch, margin: 0.24 * pitch ** 2 },
  );
  return lines.flatMap((line, index) => {
    const row = rowOf[index] ?? null;
    return row === null || isAmbiguous[index] ? [] : pairUp(line, amounts[row]);
  });
};

/** Pooled over the columns, each around its own mean. With few figures the usual value dominates. */
const noiseOf = (byColumn: readonly (readonly Pair[])[], height: number): number => {
  const usual = { count: 4, variance: (0.1 * height) ** 2 };
  let [squares, count] = [usual.count * usual.variance, usual.count];
  for (const pairs of byColumn) {
    const middle = mean(pairs.map(({ drop }) => drop));
    // Two lines make a drop, so half of its variance belongs to each.
    for (const { drop } of pairs) squares += (drop - middle) ** 2 / 2;
    count += pairs.length - 1;
  }
  return Math.max(leastNoise * height, Math.sqrt(squares / count));
};

const mean = (values: readonly number[]): number => {
  let sum = 0;
  for (const value of values) sum += value;
  return values.length === 0 ? 0 : sum / values.length;
};

/** Standard deviation (pixels) of the offset of a whole column that is `lever` pixels from the amounts. */
const driftOf = ({ error }: Tilt, lever: number, height: number): number =>
  Math.hypot(error * lever, columnDrop * height);

/** Lines moved to where they would be if the rows were level, around a place along the page. */
const levelled = (lines: readonly PlacedLine[], slope: number, origin: number): readonly PlacedLine[] =>
  lines.map(({ text, score, quad, from, to, across, height }) => ({
    text,
    score,
    quad,
    from,
    to,
    across: across - slope * ((from + to) / 2 - origin),
    height,
  }));

/** Pairs cells by index, the best possible result without positions. Remaining names go to the last row. */
const pairByOrder = (columns: Columns<ReadLine>): readonly RowCells[] => {
  const count = columns.amount.length || Math.max(0, ...cellKeys.map((key) => columns[key].length));
  const rows =
    count === 0 ? columns.name.length : Math.max(count, ...cellKeys.map((key) => columns[key].length));
  return Array.from({ length: rows }, (_, index) => ({
    name: index === rows - 1 ? columns.name.slice(index) : columns.name.slice(index, index + 1),
    unitPrice: columns.unitPrice[index] ?? null,
    amount: columns.amount[index] ?? null,
    taxRate: columns.taxRate[index] ?? null,
    tax: columns.tax[index] ?? null,
  }));
};

/** Whether there is nothing to settle: one amount, and no column with more than one line. */
const isSingleRow = (columns: Columns<ReadLine>): boolean =>
  columns.amount.length === 1 && Object.values(columns).every((lines) => lines.length <= 1);

export type SettledRows = { readonly rows: readonly RowCells[]; readonly findings: readonly RowFinding[] };

/** The search for rows is quadratic in the lines of a column; no page has nearly this many. */
const mostLines = 400;

/**
 * Finds the goods rows by the positions of the lines, in the page's direction. Rows that positions do not
 * settle are returned as a best effort, with findings that give the reason.
 */
export const settleRows = (
  columns: Columns<ReadLine>,
  frame: PageDirection | null,
  amountsAreComplete: boolean,
): SettledRows => {
  if (lineCount(columns) === 0) return { rows: [], findings: [] };
  if (Object.values(columns).some(({ length }) => length > mostLines))
    return { rows: pairByOrder(columns), findings: [{ reason: 'too-many', rows: [] }] };
  const placed = frame && mapColumns(columns, (lines) => placeAll(lines, frame));
  if (!placed || lineCount(placed) < lineCount(columns)) return settleUnplaced(columns);
  return settlePlaced(placed, frame, amountsAreComplete);
};

/** The lines that have a position, top to bottom. */
const placeAll = (lines: readonly ReadLine[], frame: PageDirection): readonly PlacedLine[] => {
  const placed: PlacedLine[] = [];
  for (const line of lines) {
    const place = placeLine(line, frame);
    if (place) placed.push(place);
  }
  return byAcross(placed);
};

const settleUnplaced = (columns: Columns<ReadLine>): SettledRows => ({
  rows: pairByOrder(columns),
  findings: isSingleRow(columns) ? [] : [{ reason: 'no-positions', rows: [] }],
});

const settlePlaced = (
  placed: Columns<PlacedLine>,
  frame: PageDirection,
  amountsAreComplete: boolean,
): SettledRows => {
  const height = medianOf(Object.values(placed).flatMap((lines) => lines.map((line) => line.height)));
  const tilt = tiltOfRows(placed, height, frame.error);
  const origin = alongOf(placed.amount);
  const columns = mapColumns(placed, (lines) => levelled(lines, tilt.slope, origin));
  const { positions, cells, findings } = settleCells(columns, {
    height,
    noise: tilt.noise,
    driftAt: (along) => driftOf(tilt, along - origin, height),
  });
  if (positions.length === 0) {
    const rows = pairByOrder({ ...columns, name: byAcross(columns.name) });
    return { rows, findings: rows.length > 1 ? findings : [] };
  }
  const labels = strayLabels(columns.name, positions, height);
  const names = settleNames(
    columns.name.filter((line) => !labels.has(line)),
    positions,
    {
      height,
      noise: tilt.noise,
      drift: driftOf(tilt, alongOf(columns.name) - origin, height),
      amountsAreComplete,
    },
  );
  return {
    rows: cells.map(({ unitPrice, amount, taxRate, tax }, index) => ({
      name: names.names[index] ?? [],
      unitPrice,
      amount,
      taxRate,
      tax,
    })),
    findings: [...findings, ...names.findings, ...directionFindings(frame, tilt)],
  };
};

/** Above this slope the rows contradict the direction of their own boxes. */
const oddSlope = (1 * Math.PI) / 180;

const directionFindings = (frame: PageDirection, { slope }: Tilt): readonly RowFinding[] => {
  const isOdd = Math.abs(slope) > (frame.isStraight ? oddSlope : Math.max(oddSlope, 4 * frame.error));
  return isOdd || !frame.isSteady ? [{ reason: 'no-direction', rows: [] }] : [];
};

/** Position of a column along the page. */
const alongOf = (lines: readonly PlacedLine[]): number => medianOf(lines.map(middleOf));

/** `合计` and similar labels, printed at the foot of the name column and level with no row. */
const strayLabels = (
  names: readonly PlacedLine[],
  positions: readonly number[],
  height: number,
): ReadonlySet<PlacedLine> => {
  const reach = 0.5 * pitchOf(positions, height);
  const isStray = ({ text, across }: PlacedLine): boolean =>
    isSumLabel(text) && positions.every((position) => Math.abs(position - across) > reach);
  return new Set(names.filter(isStray));
};

/** Whether a name is the label of a sum over other rows. */
export const isSumLabel = (name: string): boolean =>
  /^[((]?(小计|合计|总计|价税合计|本页小计)[))]?$/.test(compact(name));
