import { byAcross, cellKeys, medianOf, type Columns } from './columns.ts';
import { matchColumn } from './match-column.ts';
import { middleOf, type PlacedLine } from './page-frame.ts';
import { pitchOf } from './pitch.ts';

/** The direction of the goods rows relative to the page's direction, derived from figures in the same row. */
export type Tilt = {
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
export const tiltOfRows = (columns: Columns<PlacedLine>, height: number, prior: number): Tilt => {
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
export const driftOf = ({ error }: Tilt, lever: number, height: number): number =>
  Math.hypot(error * lever, columnDrop * height);

/** Lines moved to where they would be if the rows were level, around a place along the page. */
export const levelled = (
  lines: readonly PlacedLine[],
  slope: number,
  origin: number,
): readonly PlacedLine[] =>
  lines.map(({ text, score, quad, from, to, across, height }) => ({
    text,
    score,
    quad,
    from,
    to,
    across: across - slope * ((from + to) / 2 - origin),
    height,
  }));
