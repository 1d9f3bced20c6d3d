import type { PassageKey } from './form-description.ts';
import { passageColumns } from './form-descriptions.ts';
import { pieceOf, piecesOf, type Piece, type TextRow } from './rows.ts';

export type ColumnKey =
  | 'name'
  | 'specification'
  | 'unit'
  | 'quantity'
  | 'unitPrice'
  | 'amount'
  | 'taxRate'
  | 'tax'
  | PassageKey
  | 'other';

type TextColumn = { readonly key: ColumnKey; readonly x0: number; readonly x1: number };

export type TableHead = {
  /** Left to right. */
  readonly columns: readonly TextColumn[];
  readonly top: number;
  readonly bottom: number;
  readonly size: number;
};

const heads: readonly (readonly [ColumnKey, RegExp])[] = [
  ['name', /货物或应税劳务[、,]?服务名称|货物\(?劳务\)?名称|货物或应税劳务[、,]?名称|项目名称|服务名称/u],
  ['specification', /规格型号/u],
  ...passageColumns.map(({ key, head }) => [key, head] as const),
  ['unit', /单位/u],
  ['quantity', /数量/u],
  ['unitPrice', /单价/u],
  ['amount', /金额/u],
  ['taxRate', /税率\/?征收率|税率|征收率/u],
  ['tax', /税额/u],
];

/** Maximum gap between the characters of a head, in type sizes. */
const widestGap = 5;

const headIn = (row: TextRow, key: ColumnKey, pattern: RegExp): TextColumn | null => {
  const match = pattern.exec(row.text);
  if (!match) return null;
  const glyphs = row.glyphs.slice(match.index, match.index + match[0].length);
  const isTorn = glyphs.some((glyph, index) => {
    const before = glyphs[index - 1];
    return before !== undefined && glyph.x0 - before.x1 > widestGap * glyph.size;
  });
  if (isTorn) return null;
  const { x0, x1 } = pieceOf(glyphs);
  return { key, x0, x1 };
};

/** If a head has several rows, each contains only head texts. */
const headText = new RegExp(
  `^(?:货物或应税劳务[、,]?|服务名称|货物\\(?劳务\\)?名称|项目名称|规格型号|单位|数量|单价|金额|税率|\\/?征收率|税额|${passageColumns.map(({ head }) => head.source).join('|')}|[/()含税不%])+$`,
  'u',
);
const isHeadText = (text: string): boolean => headText.test(text);

/** Gap between two heads, in type sizes. */
const headGap = 0.5;

const wholeName = '货物或应税劳务、服务名称';

/** A part of the head of the names that was read by itself, perhaps with a wrong character: names come first. */
const isPartOfName = (piece: Piece, known: readonly TextColumn[]): boolean => {
  const [first] = known.toSorted((a, b) => a.x0 - b.x0);
  const fitting = Array.from(piece.text).filter((character) => wholeName.includes(character)).length;
  return first?.key === 'name' && piece.x1 <= first.x0 && fitting >= 0.6 * piece.glyphs.length;
};

/**
 * The head row's columns with those of special business (建筑服务发生地, 产权证书…), whose values are left out. A word
 * that touches a known head is part of it (面积单位).
 */
const withOthers = (row: TextRow, known: readonly TextColumn[]): readonly TextColumn[] => {
  const touches = (piece: Piece, { x0, x1 }: TextColumn): boolean =>
    piece.x0 < x1 + headGap * piece.size && piece.x1 > x0 - headGap * piece.size;
  const isFree = ({ x0, x1 }: { readonly x0: number; readonly x1: number }): boolean =>
    !known.some((column) => (x0 + x1) / 2 > column.x0 && (x0 + x1) / 2 < column.x1);
  const pieces = piecesOf(row.glyphs.filter(isFree), headGap).filter(({ text }) => /\p{L}{2}/u.test(text));
  const merged = known.map((column) => {
    const own = pieces.filter(
      (piece) => touches(piece, column) || (column.key === 'name' && isPartOfName(piece, known)),
    );
    const [x0, x1] = [own.map((piece) => piece.x0), own.map((piece) => piece.x1)];
    return { ...column, x0: Math.min(column.x0, ...x0), x1: Math.max(column.x1, ...x1) };
  });
  const others = pieces.filter(
    (piece) => !known.some((column) => touches(piece, column)) && !isPartOfName(piece, known),
  );
  return [...merged, ...others.map(({ x0, x1 }) => ({ key: 'other' as const, x0, x1 }))];
};

/** A table has at least these columns: without amounts and a rate or a tax there is nothing to read. */
const isTable = (columns: readonly TextColumn[]): boolean => {
  const keys = new Set(columns.map(({ key }) => key));
  return keys.has('name') && keys.has('amount') && (keys.has('taxRate') || keys.has('tax'));
};

/** The head of the table whose main row has this index; its other rows are close to it. */
const headAt = (rows: readonly TextRow[], index: number): TableHead | null => {
  const main = rows[index];
  if (!main || !/金额/u.test(main.text) || !/税额|税率|数量/u.test(main.text)) return null;
  const near = rows.filter(({ y }) => Math.abs(y - main.y) < 1.6 * main.size);
  const found = new Map<ColumnKey, TextColumn>();
  for (const [key, pattern] of heads) {
    const own = headIn(main, key, pattern);
    const other = own ?? near.map((row) => headIn(row, key, pattern)).find((column) => column !== null);
    if (other) found.set(key, other);
  }
  const columns = withOthers(main, [...found.values()]).toSorted((a, b) => a.x0 - b.x0);
  if (!isTable(columns)) return null;
  const ys = near.filter(({ text }) => isHeadText(text)).map(({ y }) => y);
  return { columns, top: Math.min(main.y, ...ys), bottom: Math.max(main.y, ...ys), size: main.size };
};

/** The heads of all goods tables of a page. */
export const tableHeadsOf = (rows: readonly TextRow[]): readonly TableHead[] => {
  const found: TableHead[] = [];
  for (const index of rows.keys()) {
    const head = headAt(rows, index);
    if (head && head.top > (found.at(-1)?.bottom ?? -Infinity)) found.push(head);
  }
  return found;
};

const figure = /^-?[¥￥]?-?[\d,]+(?:\.\d+)?$/u;
const rate = /^(?:\d{1,2}(?:\.\d+)?%|免税|不征税|出口零税率|普通零税率|零税率|\*{1,3})$/u;
const token = /^(?:¥?\*{1,3}|免税|不征税|-+)$/u;
const passageForms = new Map<string, RegExp | undefined>(passageColumns.map(({ key, form }) => [key, form]));

/** Whether a text is a possible value of a column. */
const fits = (key: ColumnKey, text: string): boolean => {
  switch (key) {
    case 'quantity':
    case 'unitPrice':
    case 'amount':
      return figure.test(text);
    case 'tax':
      return figure.test(text) || token.test(text);
    case 'taxRate':
      return rate.test(text);
    case 'vehicle':
    case 'class':
    case 'date':
    case 'until':
      return passageForms.get(key)?.test(text) !== false;
    case 'name':
    case 'specification':
    case 'unit':
    case 'other':
      return true;
    default:
      return key satisfies never;
  }
};

const isText = (key: ColumnKey): boolean =>
  key === 'name' || key === 'specification' || key === 'unit' || key === 'other';

export type Cells = ReadonlyMap<ColumnKey, readonly Piece[]>;

/**
 * Edges between the columns: halfway between two heads; the name's column extends equally far to both sides.
 */
const edgesOf = (columns: readonly TextColumn[], left: number): readonly number[] =>
  columns.slice(0, -1).map(({ key, x1, x0 }, index) => {
    const next = columns[index + 1]?.x0 ?? x1;
    const middle = (x1 + next) / 2;
    if (key !== 'name') return middle;
    const even = x1 + Math.max(0, x0 - left);
    return Math.min(Math.max(even, middle), next - 0.1 * (next - x1));
  });

/**
 * The cost of a piece in a column: the share outside the column, plus a little for the distance from the
 * head.
 */
const costIn = (piece: Piece, column: TextColumn, left: number, right: number): number => {
  const width = Math.max(piece.x1 - piece.x0, 0.1);
  // A long text starts in its own column, wherever it ends.
  if (isText(column.key)) {
    const outside =
      Math.max(0, left - piece.x0) + Math.max(0, piece.x0 + Math.min(width, piece.size) - right);
    return outside / piece.size;
  }
  const outside = Math.max(0, left - piece.x0) + Math.max(0, piece.x1 - right);
  const middle = Math.abs((piece.x0 + piece.x1 - column.x0 - column.x1) / 2);
  return outside / piece.size + (0.02 * middle) / piece.size;
};

const impossible = 1e6;

/**
 * Assigns the pieces of a row to columns in order, each to the best column that fits its kind. A column of
 * figures takes one piece, a column of text any number.
 */
export const cellsOf = (
  pieces: readonly Piece[],
  columns: readonly TextColumn[],
  tableLeft: number,
): Cells | null => {
  const edges = edgesOf(columns, tableLeft);
  // best[c]: the lowest cost of the pieces so far with the last one in column c.
  let best: { cost: number; path: readonly number[] }[] = columns.map(() => ({ cost: impossible, path: [] }));
  for (const [order, piece] of pieces.entries()) {
    best = columns.map((column, at) => {
      if (!fits(column.key, piece.text)) return { cost: impossible, path: [] };
      const own = costIn(piece, column, edges[at - 1] ?? -Infinity, edges[at] ?? Infinity);
      let least = order === 0 ? { cost: 0, path: [] as readonly number[] } : { cost: impossible, path: [] };
      if (order > 0)
        for (let before = 0; before <= at; before += 1) {
          if (before === at && !isText(column.key)) continue;
          const candidate = best[before];
          if (candidate && candidate.cost < least.cost) least = { ...candidate, path: candidate.path };
        }
      return { cost: least.cost + own, path: [...least.path, at] };
    });
  }
  const chosen = best.reduce((one, next) => (next.cost < one.cost ? next : one), {
    cost: impossible,
    path: [],
  });
  if (chosen.cost >= impossible) return null;
  const cells = new Map<ColumnKey, Piece[]>();
  for (const [order, at] of chosen.path.entries()) {
    const [piece, column] = [pieces[order], columns[at]];
    if (!piece || !column) continue;
    const known = cells.get(column.key);
    if (known) known.push(piece);
    else cells.set(column.key, [piece]);
  }
  return cells;
};
