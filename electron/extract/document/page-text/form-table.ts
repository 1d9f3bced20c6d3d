import { emptyLine } from '../../../../shared/invoice/empty-invoice.ts';
import { fieldOf, linePath, lineKeys, type LineKey } from '../../../../shared/invoice/fields.ts';
import type { InvoiceLine } from '../../../../shared/invoice/model.ts';
import type { FormTable } from './form-description.ts';
import type { Notes } from './note.ts';
import type { ReadPage } from './page.ts';
import { piecesOf, type Piece, type TextRow } from './rows.ts';

/** Gap between two cells, in type sizes. */
const apart = 0.6;

type Column = { readonly key: LineKey; readonly middle: number };

const columnsIn = (row: TextRow, { columns }: FormTable): readonly Column[] => {
  const found: Column[] = [];
  for (const key of lineKeys) {
    const match = columns[key]?.exec(row.text);
    const [first, last] = match
      ? [row.glyphs[match.index], row.glyphs[match.index + match[0].length - 1]]
      : [];
    if (first && last) found.push({ key, middle: (first.x0 + last.x1) / 2 });
  }
  return found;
};

type Cells = ReadonlyMap<LineKey, Piece>;

const isFigure = ({ text }: Piece): boolean => /^¥?-?[\d,]+(?:\.\d+)?元?$/u.test(text.replaceAll(/\s/gu, ''));

/** The cells of a row. Words are a name where the form has no other column of words nearer to them. */
const cellsOf = (row: TextRow, columns: readonly Column[]): Cells => {
  const cells = new Map<LineKey, Piece>();
  for (const piece of piecesOf(row.glyphs, apart)) {
    const middle = (piece.x0 + piece.x1) / 2;
    const ofWords = ({ key }: Column): boolean => key === 'name' || key === 'specification' || key === 'unit';
    const fitting = columns.filter((column) => isFigure(piece) || ofWords(column));
    const [nearest] = fitting.toSorted((a, b) => Math.abs(a.middle - middle) - Math.abs(b.middle - middle));
    if (nearest && !cells.has(nearest.key)) cells.set(nearest.key, piece);
  }
  return cells;
};

/** The rows between the head of a table and its end. */
const bodyOf = (
  rows: readonly TextRow[],
  table: FormTable,
): { rows: readonly TextRow[]; columns: readonly Column[] } | null => {
  for (const [at, row] of rows.entries()) {
    const columns = columnsIn(row, table);
    const keys = new Set(columns.map(({ key }) => key));
    if (!keys.has('name') || !keys.has('amount')) continue;
    const below = rows.slice(at + 1);
    const end = below.findIndex(({ text }) => table.end.test(text));
    return { rows: end < 0 ? below : below.slice(0, end), columns };
  }
  return null;
};

/** A line of goods: its figures, and the parts of its name. */
type Entry = { readonly cells: Cells; readonly names: readonly Piece[] };

/**
 * A narrow form prints a long name above its figures, or goes on with it below them: above if the table begins with a
 * name alone.
 */
const entriesOf = (rows: readonly Cells[]): readonly Entry[] => {
  const isAbove = rows[0]?.has('amount') === false;
  const entries: Entry[] = [];
  let open: Piece[] = [];
  for (const cells of rows) {
    const name = cells.get('name');
    if (cells.has('amount')) {
      entries.push({ cells, names: [...open, ...(name ? [name] : [])] });
      open = [];
    } else if (name && isAbove) open.push(name);
    else if (name) {
      const last = entries.pop();
      if (last) entries.push({ ...last, names: [...last.names, name] });
    }
  }
  return entries;
};

/** Reads the goods of a form by the columns of its table. */
export const readFormTable = (
  pages: readonly ReadPage[],
  table: FormTable,
  notes: Notes,
): readonly InvoiceLine[] => {
  const lines: InvoiceLine[] = [];
  for (const page of pages) {
    const body = bodyOf(page.rows, table);
    const rows = body?.rows.map((row) => cellsOf(row, body.columns)) ?? [];
    for (const { cells, names } of entriesOf(rows)) {
      const line: Record<LineKey, string | null> = { ...emptyLine };
      for (const key of lineKeys) {
        const cell = cells.get(key);
        const pieces = key === 'name' ? names : cell ? [cell] : [];
        const path = linePath(lines.length, key);
        const text = pieces.map((piece) => piece.text).join('');
        line[key] =
          pieces.length === 0
            ? null
            : notes.read(path, { text, pieces, page }, fieldOf(path)?.kind ?? 'text');
      }
      lines.push(line);
    }
  }
  return lines;
};
