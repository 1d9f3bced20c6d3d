import { byAcross, gapsOf, medianOf } from './match-column.ts';
import { matchNames, type NameMatch } from './match-names.ts';
import type { PlacedLine } from './page-direction.ts';
import { marginOf, namePitchOf } from './pitch.ts';
import type { RowFinding } from './row-finding.ts';

type NameRows = {
  /** For each row the lines of its name, in reading order. */
  readonly names: readonly (readonly PlacedLine[])[];
  readonly findings: readonly RowFinding[];
};

/** A line of print, which the detector may have split into pieces side by side. */
type PrintLine = { readonly pieces: readonly PlacedLine[]; readonly across: number };

type NameSetting = {
  /** Height of the goods table's type, pixels. */
  readonly height: number;
  /** Standard deviation of a single line's position, pixels. */
  readonly noise: number;
  /** Standard deviation of the offset of the whole column from the rows, pixels. */
  readonly drift: number;
  /** The amounts add up to the total, so none was missed. */
  readonly amountsAreComplete: boolean;
};

/** Assigns the lines of the name column to rows at known positions (ascending, pixels; at least one). */
export const settleNames = (
  lines: readonly PlacedLine[],
  rows: readonly number[],
  setting: NameSetting,
): NameRows => {
  const printed = printLines(lines, setting.height);
  const { match, rival } = bestMatch(printed, rows, setting);
  const names: PlacedLine[][] = rows.map(() => []);
  for (const [index, { pieces }] of printed.entries())
    names[Math.max(0, match.rowOf[index] ?? 0)]?.push(...pieces);
  return { names, findings: findingsOf({ printed, match, rival, rows: rows.length, setting }) };
};

type Fit = { readonly match: NameMatch; readonly offset: number; readonly cost: number };

/**
 * The name column is far from the amounts, so it may be offset from the rows as a whole. The offset is fitted
 * together with the rows, and small offsets are more likely. The rival is the best different match, if its
 * cost is close.
 */
const bestMatch = (
  printed: readonly PrintLine[],
  rows: readonly number[],
  { height, noise, drift }: NameSetting,
): { readonly match: NameMatch; readonly rival: NameMatch | null } => {
  const places = printed.map(({ across }) => across);
  const pitch = namePitchOf(places, rows, height);
  const looksFirst = beginnings(printed, rows.length);
  const limits = { pitch, noise, margin: marginOf(places, height, noise) };
  const weight = (noise / drift) ** 2;
  const fit = (offset: number): Fit => {
    const named = printed.map(({ across }, index) => ({
      across: across - offset,
      looksFirst: looksFirst?.[index] ?? null,
    }));
    const match = matchNames(named, rows, limits);
    return { match, offset, cost: match.cost + weight * offset * offset };
  };
  const refit = (tried: Fit): Fit => {
    const offset = likelyOffset(printed, rows, tried.match, weight);
    const better = Math.abs(offset - tried.offset) < 0.02 * pitch ? tried : fit(offset);
    return better.cost <= tried.cost ? better : tried;
  };
  const level = refit(fit(0));
  if (drift < 0.2 * pitch && isPlain(level, rows.length, pitch)) return { match: level.match, rival: null };
  const fits = offsetsToTry(drift, pitch).map((offset) => refit(fit(offset)));
  const [best = fit(0)] = fits.sort((one, other) => one.cost - other.cost);
  const rival = fits.find(
    ({ match, cost }) => cost - best.cost < limits.margin && !isSame(match.rowOf, best.match.rowOf),
  );
  return { match: best.match, rival: rival?.match ?? null };
};

/** Every row has a name, every line has its row, and the cost is only noise: no further search is needed. */
const isPlain = ({ match: { isFirst, isAmbiguous }, cost }: Fit, rows: number, pitch: number): boolean =>
  isFirst.filter(Boolean).length === rows && !isAmbiguous.some(Boolean) && cost < 0.04 * pitch * pitch * rows;

const isSame = (one: readonly number[], other: readonly number[]): boolean =>
  one.every((row, index) => row === other[index]);

const offsetsToTry = (drift: number, pitch: number): readonly number[] => {
  const reach = Math.min(2.5 * drift, 1.3 * pitch);
  const steps = Math.floor((reach * 8) / pitch);
  return Array.from({ length: 2 * steps + 1 }, (_, index) => ((index - steps) * pitch) / 8);
};

/** The most likely offset for a match, with a bias towards zero. */
const likelyOffset = (
  printed: readonly PrintLine[],
  rows: readonly number[],
  { rowOf, isFirst }: NameMatch,
  weight: number,
): number => {
  let [sum, count] = [0, 0];
  for (const [index, { across }] of printed.entries()) {
    if (!isFirst[index]) continue;
    sum += across - (rows[rowOf[index] ?? 0] ?? 0);
    count += 1;
  }
  return sum / (count + weight);
};

/** Joins pieces side by side on one line of print, left to right. */
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

/**
 * On most invoices a name begins with its tax category between asterisks. If the number of such lines equals
 * the number of rows, they mark the beginnings.
 */
const beginnings = (printed: readonly PrintLine[], rows: number): readonly boolean[] | null => {
  const begins = printed.map(({ pieces }) => /^\s*[*＊][^*＊]+[*＊]/.test(pieces[0]?.text ?? ''));
  return begins.filter(Boolean).length === rows && printed.length > rows ? begins : null;
};

const findingsOf = ({
  printed,
  match: { rowOf, isFirst, isAmbiguous },
  rival,
  rows,
  setting,
}: {
  readonly printed: readonly PrintLine[];
  readonly match: NameMatch;
  readonly rival: NameMatch | null;
  readonly rows: number;
  readonly setting: NameSetting;
}): readonly RowFinding[] => {
  const findings: RowFinding[] = [];
  const add = (reason: RowFinding['reason'], isUncertain: (index: number) => boolean): void => {
    const uncertain = printed.flatMap((_, index) =>
      isUncertain(index) ? [Math.max(0, rowOf[index] ?? 0)] : [],
    );
    if (uncertain.length > 0) findings.push({ reason, rows: [...new Set(uncertain)] });
  };
  add('left-over', (index) => (rowOf[index] ?? 0) < 0);
  add(
    'ambiguous',
    (index) => (isAmbiguous[index] ?? false) || (rival !== null && rival.rowOf[index] !== rowOf[index]),
  );
  const gaps = gapsOf(printed.map(({ across }) => across));
  add('one-place', (index) => index > 0 && (gaps[index - 1] ?? Infinity) < 0.25 * setting.height);
  const named = isFirst.filter(Boolean).length;
  if (named < rows && printed.length > named) findings.push({ reason: 'unnamed', rows: [] });
  if (setting.amountsAreComplete) return findings;
  const inside = gaps.filter((_, index) => !isFirst[index + 1]);
  const widest = inside.length > 2 ? 1.7 * medianOf(inside) : 2.6 * setting.height;
  add('gap', (index) => index > 0 && !isFirst[index] && (gaps[index - 1] ?? 0) > widest);
  return findings;
};
