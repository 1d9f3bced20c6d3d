import type { Journey } from '../../../../shared/invoice/extraction.ts';
import type { FieldPath, InvoiceLine } from '../../../../shared/invoice/model.ts';
import type { ReaderFinding } from '../../../../shared/invoice/read-lines.ts';
import { readerFindingTexts } from '../../../../shared/texts/reader-findings.ts';
import { emptyLine } from '../../../../shared/invoice/empty-invoice.ts';
import { lineKeys, lineFields, linePath, type LineKey } from '../../../../shared/invoice/fields.ts';
import { centsOf } from '../../../../shared/invoice/money.ts';
import { expectedTax, rateOf } from '../../../../shared/invoice/rates.ts';
import { evidenceTexts } from '../../../../shared/texts/evidence-texts.ts';
import { cellsOf, type Cells, type ColumnKey } from '../../document/page-text/columns.ts';
import { goodsRowsOf, hasOddUnit, rowPieces, type GoodsRow } from '../../document/page-text/goods.ts';
import { readPassages } from '../../document/page-text/lines.ts';
import { pieceOf, type Piece, type TextRow } from '../../document/page-text/rows.ts';
import type { Areas } from './areas.ts';
import { asFigure, asRate } from './figures.ts';
import type { ScanNotes } from './scan-notes.ts';

/** The parts of a line can't be told apart with certainty. */
export const rowsFindingOf = (fields: readonly FieldPath[]): ReaderFinding => ({
  id: 'rows-settled',
  fields,
  message: readerFindingTexts.textRows,
});

/** Asterisks printed instead of a tax may be read as stars. */
const asStars = (text: string): string => text.replace(/[★☆※]/gu, '*');

/** `劳务*安装`: the asterisk before the class of goods is lost more easily than any other character. */
const withClass = (text: string): string => (/^\p{Script=Han}{2,12}\*[^*]+$/u.test(text) ? `*${text}` : text);

type Placed = { readonly row: TextRow; readonly cells: Cells; readonly isOpen: boolean };

/** The pieces of a row in the form that columns expect. */
const piecesFor = (row: TextRow, areas: Areas): readonly Piece[] => {
  const { columns } = areas.head;
  const edge =
    columns.find(({ key }) => key === 'quantity')?.x0 ??
    columns.find(({ key }) => key === 'amount')?.x0 ??
    Infinity;
  const first = columns[1]?.x0 ?? Infinity;
  const pieces = rowPieces(row);
  const tax = columns.find(({ key }) => key === 'tax')?.x0 ?? Infinity;
  const rate = columns.find(({ key }) => key === 'taxRate');
  const isUntaxed = pieces.some(({ text }) => /^(?:免税|不征税|\*+)$/u.test(text));
  const inForm = (piece: Piece, at: number): Piece => {
    const text = asStars(piece.text);
    // Small asterisks are read as some character or other.
    if (isUntaxed && piece.x0 > tax - piece.size && /^[^\d.]{1,3}$/u.test(text))
      return { ...piece, text: '***' };
    const isRate = rate !== undefined && piece.x0 > rate.x0 - piece.size && piece.x1 < rate.x1 + piece.size;
    if (piece.x1 > edge) return { ...piece, text: isRate ? asRate(asFigure(text)) : asFigure(text) };
    return { ...piece, text: at === 0 && piece.x0 < first - 2 * piece.size ? withClass(text) : text };
  };
  return pieces.map(inForm);
};

/** A word for a unit, and a figure that its piece or its cell goes on with. */
const unitWithFigure = /^(.*\p{Script=Han})?(-?[\d,]+(?:\.\d+)?)$/u;

/** A unit is a word: a figure after it is the quantity, if that stands left of its head. */
const withQuantity = (cells: Cells): Cells => {
  const units = cells.get('unit') ?? [];
  const last = units.at(-1);
  if (!last || cells.has('quantity')) return cells;
  const [, word = '', figure] = unitWithFigure.exec(last.glyphs.map(({ text }) => text).join('')) ?? [];
  if (figure === undefined) return cells;
  const [words, figures] = [last.glyphs.slice(0, word.length), last.glyphs.slice(word.length)];
  const own = [...units.slice(0, -1), ...(words.length > 0 ? [pieceOf(words)] : [])];
  const moved = new Map(cells).set('quantity', [pieceOf(figures)]);
  if (own.length > 0) moved.set('unit', own);
  else moved.delete('unit');
  return moved;
};

/**
 * Divides a row into cells. Texts that fit no column, such as parts of a seal, are left out one by one. The row is open if
 * one is, and lost if there are more.
 */
const cellsIn = (
  pieces: readonly Piece[],
  areas: Areas,
  left: number,
): { readonly cells: Cells | null; readonly isOpen: boolean } => {
  const { columns } = areas.head;
  const dividedFrom = (some: readonly Piece[]): Cells | null => {
    const cells = cellsOf(some, columns, left);
    const own = cells && withQuantity(cells);
    return own && !hasOddUnit(own) ? own : null;
  };
  const whole = dividedFrom(pieces);
  if (whole) return { cells: whole, isOpen: false };
  for (const piece of pieces) {
    const cells = dividedFrom(pieces.filter((other) => other !== piece));
    if (cells) return { cells, isOpen: true };
  }
  return { cells: null, isOpen: true };
};

const isText = ({ key }: { readonly key: ColumnKey }): boolean =>
  key === 'name' || key === 'specification' || key === 'unit' || key === 'other';

/**
 * A row without an amount goes on with texts, which stand left of the figures. Words among the columns of figures are print
 * of the form, or of a seal: they belong to no cell.
 */
const withoutStrays = (pieces: readonly Piece[], { head: { columns } }: Areas): readonly Piece[] => {
  if (pieces.some(({ text }) => /\d\.\d/u.test(text))) return pieces;
  const last = columns.findLastIndex(isText);
  const [words, figures] = [columns[last], columns[last + 1]];
  if (!words || !figures) return pieces;
  const edge = (words.x1 + figures.x0) / 2;
  const isStray = ({ text, x0, size }: Piece): boolean =>
    /^\p{Script=Han}+$/u.test(text) && !/税/u.test(text) && x0 >= edge + size;
  return pieces.filter((piece) => !isStray(piece));
};

/** A row of text belongs to the figures below it if they are this much nearer than the row above it. */
const nearer = 0.75;

/**
 * Names begin on the row of their figures and go on below them, at even distances. A row of text moves next to the figures
 * above it, unless those below are clearly nearer.
 */
const withNearerRows = (placed: readonly Placed[]): readonly Placed[] => {
  let figures: TextRow | null = null;
  return placed.map((one, at) => {
    const [before, after] = [placed[at - 1]?.row, placed[at + 1]];
    if (one.cells.has('amount')) {
      figures = one.row;
      return one;
    }
    const toAfter = after?.cells.has('amount') === true ? after.row.y - one.row.y : Infinity;
    if (!figures || !before || toAfter < nearer * (one.row.y - before.y)) return one;
    return { ...one, row: { ...one.row, y: figures.y + 0.01 * (one.row.y - figures.y) } };
  });
};

const rowsOf = (areas: Areas): { readonly rows: readonly GoodsRow[]; readonly isLost: boolean } => {
  const { head, sums, gross, rows } = areas;
  const end = (sums ?? gross - 0.6 * head.size) - 0.8 * head.size;
  const inside = rows.filter(({ y }) => y > head.bottom + 0.3 * head.size && y < end);
  const left = Math.min(...inside.map(({ glyphs }) => glyphs[0]?.x0 ?? Infinity));
  const placed: Placed[] = [];
  let isLost = false;
  for (const row of inside) {
    const { cells, isOpen } = cellsIn(withoutStrays(piecesFor(row, areas), areas), areas, left);
    if (cells) placed.push({ row, cells, isOpen });
    else isLost = true;
  }
  return { rows: goodsRowsOf(withNearerRows(placed), isLost), isLost };
};

/** Asterisks that a recognizer adds to a short word; a rate may be asterisks alone. */
const withoutStars = (text: string): string =>
  /[^*\s]/u.test(text) ? text.replace(/^[*\s]+|[*\s]+$/gu, '') : text;

const columnKey = (key: LineKey): ColumnKey => key;

/** Whether a unit or figure was put together from texts of several rows, one of which may belong to another line. */
const isPutTogether = (key: LineKey, pieces: readonly Piece[]): boolean =>
  (key === 'unit' || lineFields[key].kind !== 'text') && new Set(pieces.map(({ y }) => y)).size > 1;

/** Whether a rate without its sign is one: a stray digit of the next column would have another tax. */
const isProvenRate = ({ amount, taxRate, tax }: InvoiceLine): boolean => {
  const [net, printed] = [centsOf(amount), centsOf(tax)];
  if (net === null || printed === null || taxRate === null) return false;
  const expected = expectedTax(net, rateOf(taxRate));
  return expected !== null && Math.abs(expected.cents - printed) <= 1;
};

const isSignless = (pieces: readonly Piece[] = []): boolean =>
  pieces.length > 0 &&
  pieces.every(({ glyphs }) => glyphs.every(({ text }) => /^[\dOoQDIl|ZSB]$/u.test(text)));

/** A line goes on for another row if the next one is this many times as far below it as lines are at least. */
const roomForRow = 1.4;

/**
 * The lines below whose name another row of it has room, which was not read, such as its last character alone: the name ends
 * where names are wrapped.
 */
const cutNames = (rows: readonly GoodsRow[]): readonly number[] => {
  const names = rows.map(({ cells }) => cells.get('name')?.pieces ?? []);
  const edge = Math.max(...names.flat().map(({ x1 }) => x1));
  const steps = rows.map(({ cells }, at) => {
    const next = rows[at + 1]?.cells.get('amount')?.pieces[0]?.y ?? -Infinity;
    const last = Math.max(...[...cells.values()].flatMap(({ pieces }) => pieces.map(({ y }) => y)));
    return next - last;
  });
  const least = Math.min(...steps.filter((step) => step > 0));
  return steps.flatMap((step, at) => {
    const end = names[at]?.at(-1);
    return end && step > roomForRow * least && end.x1 > edge - end.size ? [at] : [];
  });
};

const readLine = (row: GoodsRow, index: number, notes: ScanNotes): InvoiceLine => {
  const line: Record<LineKey, string | null> = { ...emptyLine };
  for (const key of lineKeys) {
    const cell = row.cells.get(columnKey(key));
    if (!cell) continue;
    const glyphs = cell.pieces.flatMap((piece) => piece.glyphs);
    const text = key === 'unit' || key === 'taxRate' ? withoutStars(cell.text) : cell.text;
    line[key] = notes.read(linePath(index, key), { text, glyphs }, lineFields[key].kind);
    if (isPutTogether(key, cell.pieces)) notes.findings.push(rowsFindingOf([linePath(index, key)]));
  }
  const paths = lineKeys.map((key) => linePath(index, key));
  if (row.isOpen) notes.findings.push(rowsFindingOf(paths));
  if (isSignless(row.cells.get('taxRate')?.pieces) && !isProvenRate(line))
    notes.findings.push({
      id: 'text-odd',
      fields: [linePath(index, 'taxRate')],
      message: evidenceTexts.odd,
    });
  return line;
};

/** Reads the line items by the columns of the form, and the passages that they state. */
export const readScanGoods = (
  areas: Areas,
  notes: ScanNotes,
): { readonly lines: readonly InvoiceLine[]; readonly passages: readonly Journey[] } => {
  const { rows } = rowsOf(areas);
  const lines = rows.map((row, index) => readLine(row, index, notes));
  const cut = cutNames(rows).map((index) => linePath(index, 'name'));
  if (cut.length > 0) notes.findings.push({ id: 'text-odd', fields: cut, message: evidenceTexts.odd });
  const passages = readPassages(
    rows.map((row) => ({ row })),
    (path, _, { text, pieces }, kind) =>
      notes.read(path, { text, glyphs: pieces.flatMap((piece) => piece.glyphs) }, kind),
  );
  return { lines, passages };
};
