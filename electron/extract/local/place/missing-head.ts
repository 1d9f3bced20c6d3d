import { centsOf } from '../../../../shared/invoice/money.ts';
import { expectedTax, rateOf } from '../../../../shared/invoice/rates.ts';
import { readValue } from '../../../../shared/invoice/read-value.ts';
import type { ColumnKey, TableHead } from '../../document/page-text/columns.ts';
import { isEnd, rowPieces } from '../../document/page-text/goods.ts';
import { matchesAmount } from '../../document/page-text/lines.ts';
import type { Piece, TextRow } from '../../document/page-text/rows.ts';
import { asFigure, asRate } from './figures.ts';

/** A line of goods whose tax is its amount times its rate: its texts, and which of them these are. */
type Proven = { readonly row: TextRow; readonly pieces: readonly Piece[]; readonly at: number };

const valueOf = (piece: Piece | undefined, kind: 'money' | 'unitPrice' | 'quantity'): string | null =>
  piece ? readValue(asFigure(piece.text), kind).value : null;

const isFigure = (piece: Piece): boolean => /^-?[\d,]+(?:\.\d+)?$/u.test(asFigure(piece.text));

const isProvenTax = (amount: number | null, rate: string, tax: Piece | undefined): boolean => {
  if (amount === null || !tax) return false;
  if (/^(?:免税|不征税)$/u.test(rate)) return /^[*★☆※]{1,4}$/u.test(tax.text);
  if (!/^\d{1,2}%$/u.test(rate)) return false;
  const [expected, printed] = [expectedTax(amount, rateOf(rate)), centsOf(valueOf(tax, 'money'))];
  return expected !== null && printed !== null && Math.abs(expected.cents - printed) <= 1;
};

/** A row as a line of goods that proves itself; null if it is none. */
const provenIn = (row: TextRow): Proven | null => {
  const pieces = rowPieces(row);
  const at = pieces.findIndex((piece, index) => {
    const rate = asRate(asFigure(piece.text));
    return index > 1 && isProvenTax(centsOf(valueOf(pieces[index - 1], 'money')), rate, pieces[index + 1]);
  });
  return at < 0 ? null : { row, pieces, at };
};

/** Whether the texts before the amount are quantity and price. */
const isPriced = ({ pieces, at }: Proven): boolean => {
  const [quantity, unitPrice] = [valueOf(pieces[at - 3], 'quantity'), valueOf(pieces[at - 2], 'unitPrice')];
  const amount = centsOf(valueOf(pieces[at - 1], 'money'));
  if (quantity === null || unitPrice === null || amount === null) return false;
  return Number(quantity) * Number(unitPrice) !== 0 && matchesAmount(quantity, unitPrice, amount);
};

/** The texts of lines at a distance from their rates. */
const besideRates = (lines: readonly Proven[], distance: number): readonly Piece[] =>
  lines.flatMap(({ pieces, at }) => pieces[at + distance] ?? []);

type Span = { readonly x0: number; readonly x1: number };

const spanOf = (pieces: readonly Span[]): Span | null =>
  pieces.length === 0
    ? null
    : { x0: Math.min(...pieces.map(({ x0 }) => x0)), x1: Math.max(...pieces.map(({ x1 }) => x1)) };

const overlap = (one: Span, other: Span): boolean => one.x0 < other.x1 && one.x1 > other.x0;

/** The longest word for a unit. */
const longestUnit = 3;

/**
 * The columns of the texts before the quantities, or before the amounts: numbers of the lines, names, models and units.
 * Null if they can't be told apart.
 */
const textColumns = (
  lines: readonly Proven[],
  priced: readonly Proven[],
  rows: readonly TextRow[],
): readonly { readonly key: ColumnKey; readonly pieces: readonly Piece[] }[] | null => {
  const starts = lines.map(({ pieces }) => pieces[0]).filter((piece) => piece !== undefined);
  const isNumbered = starts.every(({ text }) => /^\d{1,3}$/u.test(text));
  const from = isNumbered ? 1 : 0;
  const edge = Math.min(...priced.map(({ pieces, at }) => pieces[at - 3]?.x0 ?? Infinity));
  const texts = lines.map(({ pieces, at }) =>
    pieces.slice(from, at - 1).filter(({ x0, x1 }) => (x0 + x1) / 2 < edge),
  );
  // Without a line that proves which figures are quantity and price, any figure may be either.
  const isUnclear = ([name, ...others]: readonly Piece[]): boolean =>
    !name || isFigure(name) || (priced.length === 0 && others.some(isFigure));
  if (texts.some(isUnclear)) return null;
  const units = priced.flatMap((line) => {
    const last = line.pieces[line.at - 4];
    return last && line.at - 4 > from && last.glyphs.length <= longestUnit ? [last] : [];
  });
  const first = texts.flatMap(([name]) => name ?? []);
  const [start, unit] = [spanOf(first), spanOf(units)];
  // Names wrap at the edge of their column; what begins before it belongs to them.
  const wrapped = rows.flatMap((row) => {
    const [name, ...others] = rowPieces(row);
    return name && start && others.length === 0 && Math.abs(name.x0 - start.x0) < name.size ? [name] : [];
  });
  const right = spanOf([...first, ...wrapped])?.x1 ?? 0;
  const others = texts.flatMap((row) => row.slice(1)).filter((piece) => !units.includes(piece));
  const names = [...first, ...wrapped, ...others.filter((piece) => piece.x0 < right - piece.size)];
  const models = others.filter(
    (piece) => !names.includes(piece) && !(unit && piece.x0 >= unit.x0 - piece.size),
  );
  const model = spanOf(models);
  if (unit && model && overlap(unit, model)) return null;
  return [
    ...(isNumbered ? [{ key: 'other' as const, pieces: starts }] : []),
    { key: 'name' as const, pieces: names },
    { key: 'specification' as const, pieces: models },
    { key: 'unit' as const, pieces: units },
  ];
};

/** Below the parties of an invoice, its own head of columns stands, which was not read: it may have joined their values. */
const ofParty = /称[:：]|识别号|地址|开户行/u;

/**
 * The head of columns that a page lacks, since a list of goods goes on from the page before: its lines themselves say which
 * figures they are, by amount, rate and tax, and by quantity and price. Null if they don't.
 */
export const missingHeadOf = (rows: readonly TextRow[]): TableHead | null => {
  const end = rows.findIndex(isEnd);
  const inside = end < 0 ? rows : rows.slice(0, end);
  const lines = inside.map(provenIn).filter((line) => line !== null);
  const [first] = lines;
  if (!first || rows.some(({ y, text }) => y < first.row.y && ofParty.test(text))) return null;
  const priced = lines.filter(isPriced);
  const texts = textColumns(lines, priced, inside);
  if (!texts) return null;
  const found: readonly { readonly key: ColumnKey; readonly pieces: readonly Piece[] }[] = [
    ...texts,
    { key: 'quantity', pieces: besideRates(priced, -3) },
    { key: 'unitPrice', pieces: besideRates(priced, -2) },
    { key: 'amount', pieces: besideRates(lines, -1) },
    { key: 'taxRate', pieces: besideRates(lines, 0) },
    { key: 'tax', pieces: besideRates(lines, 1) },
  ];
  const columns = found.flatMap(({ key, pieces }) => {
    const span = spanOf(pieces);
    return span ? [{ key, ...span }] : [];
  });
  // A long name may reach below the next column, but figures stand one below the other.
  const apart = columns.map(({ key, x0, x1 }, index) => ({
    key,
    x0,
    x1: key === 'name' ? Math.min(x1, columns[index + 1]?.x0 ?? x1) : x1,
  }));
  if (apart.some((column, index) => column.x1 > (apart[index + 1]?.x0 ?? Infinity))) return null;
  const top = first.row.y - first.row.size;
  return { columns: apart, top, bottom: top, size: first.row.size };
};
