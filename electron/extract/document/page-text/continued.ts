import { cellsOf, type ColumnKey, type TableHead } from './columns.ts';
import { centsOf } from '../../../../shared/invoice/money.ts';
import { readValue } from '../../../../shared/invoice/read-value.ts';
import { isEnd, isSumRow, readSums, rowPieces } from './goods.ts';
import { pageOfGlyphs, statedOn, type PageTable, type ReadPage } from './page.ts';
import type { TextRow } from './rows.ts';

type Span = { readonly x0: number; readonly x1: number };

/** Whether a table may go on at the top of the next page: it does not end, or only with the subtotal of its page. */
const isOpen = ({ goods: { end, sums } }: PageTable): boolean =>
  end === null || (/小计/u.test(end.text) && sums.every(({ rows }) => !rows.some(isSumRow)));

/** How far a column reaches on the page before: its head, and its values in all lines. */
const reachOf = ({ head, goods }: PageTable, key: ColumnKey): Span | null => {
  const values = goods.rows.flatMap(({ cells }) => cells.get(key)?.pieces ?? []);
  const column = head.columns.find((one) => one.key === key);
  if (!column || values.length === 0) return null;
  const all: readonly Span[] = [column, ...values];
  return { x0: Math.min(...all.map(({ x0 }) => x0)), x1: Math.max(...all.map(({ x1 }) => x1)) };
};

/** What a line of goods has besides its amount. */
const proofs = ['taxRate', 'tax'] as const;

/** Whether a row is a line of goods of the table before: its amount, and its rate or tax, stand in their columns. */
const goesOn = (row: TextRow, table: PageTable): boolean => {
  const left = reachOf(table, 'name')?.x0 ?? row.glyphs[0]?.x0 ?? 0;
  const cells = cellsOf(rowPieces(row), table.head.columns, left);
  const stands = (key: ColumnKey): boolean => {
    const [reach, value] = [reachOf(table, key), cells?.get(key)?.[0]];
    if (!reach || !value) return false;
    const middle = (value.x0 + value.x1) / 2;
    return middle > reach.x0 - row.size && middle < reach.x1 + row.size;
  };
  return stands('amount') && proofs.some(stands);
};

/** Distance of the lines of a wrapped name, in type sizes. */
const wrapped = 1.8;

/** The head of columns that a page lacks: that of the page before, above the first line of goods; null if there is none. */
const missingHead = (rows: readonly TextRow[], table: PageTable): TableHead | null => {
  const end = rows.findIndex(isEnd);
  const above = end < 0 ? rows : rows.slice(0, end);
  let at = above.findIndex((row) => goesOn(row, table));
  if (at < 0) return null;
  const edge = table.head.columns.find(({ key }) => key === 'quantity' || key === 'amount')?.x0 ?? Infinity;
  const isOfName = (row: TextRow, next: TextRow): boolean =>
    next.y - row.y < wrapped * next.size &&
    !/[:：]/u.test(row.text) &&
    row.glyphs.every(({ x1 }) => x1 < edge);
  for (let [before, first] = [above[at - 1], above[at]]; before && first && isOfName(before, first);) {
    at -= 1;
    [before, first] = [above[at - 1], before];
  }
  const first = above[at];
  if (!first) return null;
  const top = first.y - 0.8 * first.size;
  return { columns: table.head.columns, top, bottom: top, size: first.size };
};

/** The pages of one invoice. The table of a page without a head of columns goes on in those of the page before. */
export const withContinuedTables = (pages: readonly ReadPage[]): readonly ReadPage[] => {
  const found: ReadPage[] = [];
  for (const page of pages) {
    const table = found.at(-1)?.tables.at(-1);
    const head = page.tables.length === 0 && table && isOpen(table) ? missingHead(page.rows, table) : null;
    found.push(head ? { ...page, ...pageOfGlyphs(page.frame, page.glyphs, page.number, head) } : page);
  }
  return found;
};

const centsIn = (text = ''): number => centsOf(readValue(text, 'money').value) ?? 0;

const netOf = (pages: readonly ReadPage[]): number =>
  pages
    .flatMap(({ tables }) => tables.flatMap(({ goods }) => goods.rows))
    .reduce((sum, { cells }) => sum + centsIn(cells.get('amount')?.text), 0);

/** The net total that a page states below its goods; null if it has only a subtotal, or none. */
const totalOn = ({ tables }: ReadPage): number | null => {
  for (const { head, goods } of tables.toReversed()) {
    const line = goods.sums.findLast(({ rows: [label] }) => label !== undefined && isSumRow(label));
    if (line) return centsIn(readSums(line.row, head).get('amount')?.text);
  }
  return null;
};

/**
 * The pages of one invoice without those that repeat an earlier one: they have the same amounts and sums, and not all
 * pages, but those without them, add up to the total. A page with a total is an invoice by itself.
 */
export const withoutCopies = (pages: readonly ReadPage[]): readonly ReadPage[] => {
  const stated = pages.map(statedOn);
  const copies = pages.filter((page, at) => page.tables.length > 0 && stated.indexOf(stated[at] ?? '') < at);
  if (copies.length === 0) return pages;
  const total = pages.map(totalOn).findLast((one) => one !== null) ?? null;
  if (total === null || netOf(pages) === total) return pages;
  const kept = pages.filter((page) => !copies.includes(page));
  return netOf(kept) === total || copies.every((page) => totalOn(page) !== null) ? kept : pages;
};
