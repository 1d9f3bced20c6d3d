import { byAcross, gapsOf, medianOf } from './columns.ts';
import { matchNames, type NameLine, type NameMatch } from './match-names.ts';
import type { PlacedLine } from './page-frame.ts';
import type { RowDoubt } from './row-doubt.ts';
import { pitchOf } from './settle-cells.ts';

export type NameRows = {
  /** For each row its name's lines in reading order. */
  readonly names: readonly (readonly PlacedLine[])[];
  readonly doubts: readonly RowDoubt[];
};

/** A line of print, which the detector may have cut in pieces side by side. */
type PrintLine = { readonly pieces: readonly PlacedLine[]; readonly across: number };

const marginShare = 0.24;
const offsetShare = 0.45;

/** Gives the lines of the name column to rows at known positions (ascending, pixels; at least one). */
export const settleNames = (
  lines: readonly PlacedLine[],
  rows: readonly number[],
  { height, amountsAreComplete }: { readonly height: number; readonly amountsAreComplete: boolean },
): NameRows => {
  const printed = printLines(lines, height);
  const pitch = namePitch(printed, rows, height);
  const looksFirst = beginnings(printed, rows.length);
  const limits = { pitch, margin: marginShare * pitch * pitch };
  const match = (offset: number): NameMatch =>
    matchNames(
      printed.map(({ across }, index): NameLine => ({
        across: across - offset,
        looksFirst: looksFirst?.[index] ?? null,
      })),
      rows,
      limits,
    );
  const tried = match(0);
  const offset = offsetOf(printed, rows, tried, pitch);
  const settled = offset === 0 ? tried : match(offset);
  const names: PlacedLine[][] = rows.map(() => []);
  for (const [index, { pieces }] of printed.entries())
    names[Math.max(0, settled.rowOf[index] ?? 0)]?.push(...pieces);
  return { names, doubts: doubtsOf(printed, settled, amountsAreComplete ? null : height) };
};

/** Puts pieces that stand side by side on one line of print together, left to right. */
const printLines = (lines: readonly PlacedLine[], height: number): readonly PrintLine[] => {
  const printed: { pieces: PlacedLine[]; across: number }[] = [];
  for (const line of byAcross(lines)) {
    const last = printed.at(-1);
    const isBeside =
      last !== undefined &&
      line.across - last.across < 0.5 * height &&
      last.pieces.every(
        (piece) => piece.to <= line.from + 0.2 * height || line.to <= piece.from + 0.2 * height,
      );
    if (isBeside) last.pieces.push(line);
    else printed.push({ pieces: [line], across: line.across });
  }
  return printed.map(({ pieces, across }) => ({
    pieces: [...pieces].sort((one, other) => one.from - other.from),
    across,
  }));
};

/** From one line of a name to the next: the closer gaps of the column, within what the type's height allows. */
const namePitch = (printed: readonly PrintLine[], rows: readonly number[], height: number): number => {
  const gaps = [...gapsOf(printed.map(({ across }) => across))].sort((one, other) => one - other);
  const close = gaps[Math.floor(gaps.length / 4)];
  if (close === undefined) return pitchOf(rows, height);
  return Math.min(2.5 * height, Math.max(0.85 * height, close));
};

/**
 * On most invoices a name begins with its tax category between asterisks. Where exactly as many lines begin so as there
 * are rows, that tells beginnings from the rest.
 */
const beginnings = (printed: readonly PrintLine[], rows: number): readonly boolean[] | null => {
  const begins = printed.map(({ pieces }) => /^\s*[*＊][^*＊]+/.test(pieces[0]?.text ?? ''));
  return begins.filter(Boolean).length === rows && printed.length > rows ? begins : null;
};

const offsetOf = (
  printed: readonly PrintLine[],
  rows: readonly number[],
  { rowOf, isFirst }: NameMatch,
  pitch: number,
): number => {
  const distances = printed.flatMap(({ across }, index) =>
    isFirst[index] ? [across - (rows[rowOf[index] ?? 0] ?? 0)] : [],
  );
  const offset = distances.length > 2 ? medianOf(distances) : 0;
  return Math.abs(offset) < 0.05 * pitch || Math.abs(offset) > offsetShare * pitch ? 0 : offset;
};

const doubtsOf = (
  printed: readonly PrintLine[],
  { rowOf, isFirst, isAmbiguous }: NameMatch,
  gapHeight: number | null,
): readonly RowDoubt[] => {
  const doubts: RowDoubt[] = [];
  const rowsWhere = (test: (index: number) => boolean): readonly number[] => [
    ...new Set(printed.flatMap((_, index) => (test(index) ? [Math.max(0, rowOf[index] ?? 0)] : []))),
  ];
  const add = (reason: RowDoubt['reason'], rows: readonly number[]): void => {
    if (rows.length > 0) doubts.push({ reason, rows });
  };
  add(
    'left-over',
    rowsWhere((index) => (rowOf[index] ?? 0) < 0),
  );
  add(
    'ambiguous',
    rowsWhere((index) => isAmbiguous[index] ?? false),
  );
  if (gapHeight !== null) {
    const gaps = gapsOf(printed.map(({ across }) => across));
    const inside = gaps.filter((_, index) => !isFirst[index + 1]);
    const widest = inside.length > 2 ? 1.7 * medianOf(inside) : 2.6 * gapHeight;
    add(
      'gap',
      rowsWhere((index) => index > 0 && !isFirst[index] && (gaps[index - 1] ?? 0) > widest),
    );
  }
  return doubts;
};
