import type { ReadLine } from '../element-blocks.ts';
import {
  byAcross,
  compact,
  lineCount,
  mapColumns,
  medianOf,
  type Columns,
  type RowCells,
  cellKeys,
} from './columns.ts';
import type { PageDirection } from './page-direction.ts';
import { middleOf, placeLine, type PlacedLine } from './page-frame.ts';
import { pitchOf } from './pitch.ts';
import type { RowFinding } from './row-finding.ts';
import { settleCells } from './settle-cells.ts';
import { settleNames } from './settle-names.ts';
import { driftOf, levelled, tiltOfRows, type Tilt } from './tilt.ts';

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
