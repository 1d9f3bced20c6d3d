import { cellsOf, type Cells, type ColumnKey, type TableHead } from './columns.ts';
import { isBlockHead } from '../journey-block.ts';
import type { PageGlyph } from './glyphs.ts';
import { lineOf, pieceOf, piecesOf, runsOverlap, type Piece, type TextLine, type TextRow } from './rows.ts';

/** The text of a cell, and its position on the page. */
export type CellText = {
  readonly text: string;
  readonly pieces: readonly Piece[];
  /** A line ended between two letters, so it is unknown whether there was a blank. */
  readonly isTorn?: boolean;
};

export type GoodsRow = {
  readonly cells: ReadonlyMap<ColumnKey, CellText>;
  /** The lines of the row could be divided differently. */
  readonly isOpen: boolean;
};

export type Goods = {
  readonly rows: readonly GoodsRow[];
  /** The row that ends the table; null if there is none. */
  readonly end: TextRow | null;
  /** The lines of sums at its end: a subtotal, the sums, or both. */
  readonly sums: readonly TextLine[];
};

/** A block of special business below the goods or their sums: its head, and its rows. */
export type OtherBlock = { readonly head: TextRow; readonly rows: readonly TextRow[] };

/** Rows after the goods: sums, and the words of the total. */
const endsTable =
  /^[^\d*]{0,4}(?:价税合计|合计|小计|总计|本页小计|原价合计|折扣额合计|\(大写\))(?!\p{Script=Han})/u;

/** Whether a row names the sums of the goods. */
export const isSumRow = ({ text }: TextRow): boolean => /(?<!价税|原价|折扣额)(?:合计|总计)/u.test(text);

/** Minimum gap between pieces, in type sizes; columns of figures may be close. */
const cellGap = 0.6;

export const isEnd = (row: TextRow): boolean =>
  endsTable.test(row.text.slice(0, 24)) && !row.text.startsWith('*');

const plain = (piece: Piece): Piece => ({
  ...piece,
  text: piece.text.replace(/￥/gu, '¥').replace(/(?<=[¥-])\s+(?=[-\d])/gu, ''),
});

/** Joins a separate currency sign to the figure after it. */
const withSigns = (pieces: readonly Piece[]): readonly Piece[] => {
  const joined: Piece[] = [];
  for (const piece of pieces.map(plain)) {
    const last = joined.at(-1);
    if (last?.text === '¥' || last?.text === '-' || last?.text === '-¥') {
      joined.pop();
      const merged = pieceOf([...last.glyphs, ...piece.glyphs]);
      joined.push({ ...merged, text: last.text + piece.text });
    } else joined.push(piece);
  }
  return joined;
};

const isFigure = (text: string): boolean => /^-?[\d,]+(?:\.\d+)?$/u.test(text);

/** Splits two figures that are closer than columns at the boundary of their texts. */
const cutFigures = (piece: Piece): readonly Piece[] => {
  if (!/^[\d.,\s-]+$/u.test(piece.text) || isFigure(piece.text)) return [piece];
  const byRun = new Map<number, PageGlyph[]>();
  for (const glyph of piece.glyphs) {
    const known = byRun.get(glyph.run);
    if (known) known.push(glyph);
    else byRun.set(glyph.run, [glyph]);
  }
  const parts = [...byRun.values()].map(pieceOf);
  return parts.every(({ text }) => isFigure(text)) ? parts.toSorted((a, b) => a.x0 - b.x0) : [piece];
};

export const rowPieces = (row: TextRow): readonly Piece[] =>
  withSigns(piecesOf(row.glyphs, cellGap).flatMap(cutFigures));

/** A row of a goods table, divided into cells; its division may be uncertain. */
type PlacedRow = { readonly row: TextRow; readonly cells: Cells; readonly isOpen: boolean };

/** A unit is a word: figures in it come from the next column. */
export const hasOddUnit = (cells: Cells): boolean =>
  (cells.get('unit') ?? []).some(({ text }) => /\d\.\d|.{9,}/u.test(text)) ||
  (cells.get('unit')?.length ?? 0) > 1;

const hasFigures = (cells: Cells): boolean => cells.has('amount');
const startsName = ({ cells }: PlacedRow): boolean => (cells.get('name')?.[0]?.text ?? '').startsWith('*');

/** Either every name begins with its class between asterisks, or none does. */
const namesAreMarked = (placed: readonly PlacedRow[]): boolean =>
  placed.some((row) => hasFigures(row.cells) && startsName(row)) || placed.some(startsName);

type Group = { readonly main: PlacedRow; readonly parts: PlacedRow[]; isOpen: boolean };

/** Assigns rows without figures to the line that they belong to. */
const groupRows = (placed: readonly PlacedRow[]): readonly Group[] => {
  const mains = placed.filter(({ cells }) => hasFigures(cells));
  const groups: Group[] = mains.map((main) => ({ main, parts: [main], isOpen: false }));
  const isMarked = namesAreMarked(placed);
  for (const part of placed) {
    if (hasFigures(part.cells)) continue;
    const next = groups.findIndex(({ main }) => main.row.y > part.row.y);
    const [before, after] = [
      groups[(next < 0 ? groups.length : next) - 1],
      next < 0 ? undefined : groups[next],
    ];
    if (!before && !after) continue;
    const toAfter = after !== undefined && (!before || belongsToNext(part, before, after, isMarked));
    const group = toAfter ? after : before;
    if (!group) continue;
    group.parts.push(part);
    if (before && after && !isMarked) group.isOpen = true;
  }
  for (const group of groups) group.parts.sort((a, b) => a.row.y - b.row.y);
  return groups;
};

/**
 * A name that begins here belongs to the next figures if no other name begins there. Without asterisks, it belongs
 * to the nearer figures.
 */
const belongsToNext = (part: PlacedRow, before: Group, after: Group, isMarked: boolean): boolean => {
  if (!isMarked) return after.main.row.y - part.row.y < part.row.y - before.main.row.y - 0.1 * part.row.size;
  if (startsName(after.main)) return false;
  return startsName(part) || after.parts.some((other) => other !== after.main && startsName(other));
};

const isWide = (glyph: PageGlyph | undefined): boolean => (glyph?.text.charCodeAt(0) ?? 0) >= 0x2e80;

const isWordy = (glyph: PageGlyph | undefined): boolean => /^[A-Za-z0-9]$/u.test(glyph?.text ?? '');

/** A blank at the start of a line shows only as an indent of half the type's size. */
const isIndented = (piece: Piece, left: number): boolean =>
  piece.x0 - left > 0.2 * piece.size && piece.x0 - left < 0.8 * piece.size;

/**
 * Joins the pieces of one cell: with blanks between pieces of a line, and at a line end only if there is a
 * blank.
 */
export const joinCell = (pieces: readonly Piece[]): CellText => {
  let text = '';
  let isTorn = false;
  let last: Piece | null = null;
  const left = Math.min(...pieces.map(({ x0 }) => x0));
  for (const piece of pieces) {
    const isPlain = last !== null && (!isWide(last.glyphs.at(-1)) || !isWide(piece.glyphs[0]));
    const isSameLine = last !== null && Math.abs(last.y - piece.y) < 0.4 * piece.size;
    const hasBlank =
      last?.glyphs.at(-1)?.ends === true || (piece.glyphs[0]?.blanks ?? 0) > 0 || isIndented(piece, left);
    const isPrinted = (piece.glyphs[0]?.blanks ?? 0) > 0;
    if (last !== null && (isSameLine ? isPlain || isPrinted : hasBlank)) text += ' ';
    const bothPlain = isWordy(last?.glyphs.at(-1)) && isWordy(piece.glyphs[0]);
    if (last !== null && !isSameLine && !hasBlank && bothPlain) isTorn = true;
    text += piece.text;
    last = piece;
  }
  return { text, pieces, isTorn };
};

const readGroup = ({ parts, isOpen }: Group, isLost: boolean): GoodsRow => {
  const pieces = new Map<ColumnKey, Piece[]>();
  for (const { cells } of parts)
    for (const [key, found] of cells) pieces.set(key, [...(pieces.get(key) ?? []), ...found]);
  const cells = new Map([...pieces].map(([key, found]) => [key, joinCell(found)] as const));
  return { cells, isOpen: isOpen || isLost || parts.some((part) => part.isOpen) };
};

/**
 * Groups the rows of a table into line items.
 * @param isLost a row could not be divided into cells
 */
export const goodsRowsOf = (placed: readonly PlacedRow[], isLost = false): readonly GoodsRow[] =>
  groupRows(placed).map((group) => readGroup(group, isLost));

const sumFigure = /^-?¥?-?[\d,]+\.\d{1,2}$|^¥?\*{1,3}$/u;

const hasOnlySums = (row: TextRow): boolean => rowPieces(row).every(({ text }) => sumFigure.test(text));

/** On a last page, the row of sums may follow the 小计 of that page. */
const sumLinesOf = (below: readonly TextRow[], end: TextRow): readonly TextLine[] => {
  const labels = below.filter(
    (row) => row === end || (row.y > end.y && row.y < end.y + 3 * end.size && isSumRow(row)),
  );
  let free = below.filter((row) => !labels.includes(row) && hasOnlySums(row));
  return labels.map((label) => {
    const line = lineOf(label, free);
    free = free.filter((row) => !line.rows.includes(row));
    return line;
  });
};

/** Reads the lines of the table below a head, down to the row that ends it. */
export const readTextGoods = (
  rows: readonly TextRow[],
  head: TableHead,
  limit: number,
  blocks: readonly OtherBlock[],
): Goods => {
  const others = new Set(blocks.flatMap((block) => [block.head, ...block.rows]));
  const below = rows.filter(
    (row) => row.y > head.bottom + 0.3 * head.size && row.y < limit && !others.has(row),
  );
  const end = below.find(isEnd) ?? null;
  const sums = end ? sumLinesOf(below, end) : [];
  const ofSums = new Set(sums.flatMap((line) => line.rows));
  const inside = end ? below.filter((row) => row.y < end.y && !ofSums.has(row)) : below;
  const left = Math.min(...inside.map(({ glyphs }) => glyphs[0]?.x0 ?? Infinity));
  const placed: PlacedRow[] = [];
  let isLost = false;
  for (const row of inside) {
    const cells = cellsOf(rowPieces(row), head.columns, left);
    if (cells) placed.push({ row, cells, isOpen: runsOverlap(row) || hasOddUnit(cells) });
    else isLost = true;
  }
  return { rows: goodsRowsOf(placed, isLost), end, sums };
};

/** The blocks of special business below the heads of goods tables. */
export const otherBlocksOf = (
  rows: readonly TextRow[],
  heads: readonly TableHead[],
): readonly OtherBlock[] => {
  const [first] = heads;
  if (!first) return [];
  const isHead = ({ y, size }: TextRow): boolean =>
    heads.some(({ top, bottom }) => y > top - 0.3 * size && y < bottom + 0.3 * size);
  return rows.flatMap((row, index) => {
    if (row.y <= first.bottom + 0.3 * first.size || isHead(row) || !isBlockHead(rowPieces(row))) return [];
    const below = rows.slice(index + 1);
    const end = below.findIndex((other) => isEnd(other) || isHead(other));
    return [{ head: row, rows: end < 0 ? below : below.slice(0, end) }];
  });
};

/** The figures of a row of sums, by the columns of a table. */
export const readSums = (row: TextRow, head: TableHead): ReadonlyMap<ColumnKey, CellText> => {
  const pieces = rowPieces(row).filter(({ text }) => sumFigure.test(text));
  const columns = head.columns.filter(({ key }) => key === 'amount' || key === 'tax');
  const cells = cellsOf(pieces, columns, 0);
  const found = new Map<ColumnKey, CellText>();
  for (const [key, own] of cells ?? [])
    found.set(key, { text: own.map(({ text }) => text).join(''), pieces: own });
  return found;
};
