import { tableHeadsOf, type TableHead } from './columns.ts';
import { glyphsOf, type Frame, type PageText } from './glyphs.ts';
import { readGoods, type Goods } from './goods.ts';
import { labelsIn, type Label } from './labels.ts';
import { rowsOf, type Row } from './rows.ts';
import { takeStacks, type Stack } from './stacks.ts';

/** A goods table with what stands in it. */
export type Table = { readonly head: TableHead; readonly goods: Goods };

/** A page with its labels and tables found, and nothing read yet. */
export type ReadPage = {
  /** From 1. */
  readonly number: number;
  readonly frame: Frame;
  readonly rows: readonly Row[];
  readonly labels: readonly Label[];
  readonly stacks: readonly Stack[];
  readonly tables: readonly Table[];
};

/** More characters than an invoice has on a page; what has more is no invoice. */
const maxGlyphs = 60_000;

const endOf = ({ head, goods }: Table): number => goods.end?.y ?? head.bottom;

/** Names of goods may hold the words of a label: between the head of a table and its end there is none. */
const isInTable = ({ y }: Label, tables: readonly Table[]): boolean =>
  tables.some((table) => y > table.head.top && y < endOf(table) - 0.1);

/** Finds rows, labels and tables; null for a page with no text, or far too much. */
export const readPage = (page: PageText, number: number): ReadPage | null => {
  const { frame, glyphs } = glyphsOf(page);
  if (glyphs.length === 0 || glyphs.length > maxGlyphs) return null;
  const { stacks, rest } = takeStacks(glyphs);
  const rows = rowsOf(rest);
  const heads = tableHeadsOf(rows);
  const tables = heads.map((head, index) => ({
    head,
    goods: readGoods(rows, head, heads[index + 1]?.top ?? Infinity),
  }));
  const labels = rows.flatMap(labelsIn).filter((label) => !isInTable(label, tables));
  return { number, frame, rows, labels, stacks, tables };
};
