import type { Language } from '../../shared/language.ts';
import { countedYes, findingsAt, findingsOf, type FindingsByField } from './page-words.ts';
import type { PlacedColumn, RowFilter } from './rows.ts';
import {
  sumCell,
  sumLabelCell,
  type SheetCell,
  headerCell,
  linkedCell,
  toSheetCell,
  cellAddress,
} from './xlsx-cell.ts';
import { exportWords } from '../../shared/texts/exports.ts';
import type { ExportPage } from './export-page.ts';
import { startSheet, type WrittenSheet } from './xlsx-sheet-writer.ts';
import type { StyleTable } from './xlsx-styles.ts';

/** Sums the amounts of one sheet while its rows are written. */
type SheetSums = {
  readonly see: (cells: readonly SheetCell[]) => void;
  /**
   * The sum rows; empty if no column is summed.
   * @param rows of the table, header included
   */
  readonly rows: (rows: number) => readonly (readonly SheetCell[])[];
};

type Sum = { readonly at: number; cents: number; counted: number };

/** Maximum number of sum rows per sheet. */
const mostSumRows = 3;

/**
 * One row sums what the filter shows (SUBTOTAL 109). If some rows are not part of the totals, a second one
 * sums only those that are. An amount that could not be parsed is text and part of no sum. The last row says what
 * counts, if the table has a column for it: without one, the first row is the only sum, and sums all rows.
 */
const createSums = <Row>(
  columns: readonly PlacedColumn<Row>[],
  isSummed: (columnId: string) => boolean,
  language: Language,
  rule: (() => string) | null,
): SheetSums => {
  const sums: Sum[] = [];
  for (const [at, { column }] of columns.entries())
    if (column.type === 'amount' && isSummed(column.id)) sums.push({ at, cents: 0, counted: 0 });
  const countedAt = columns.findIndex(({ column }) => column.id === 'counted');
  const yes = countedYes(language);
  const labelAt = columns.findIndex((_, index) => sums.every(({ at }) => at !== index));
  let hasOthers = false;

  const row = (label: string, cellOf: (sum: Sum) => SheetCell): readonly SheetCell[] => {
    const cells: SheetCell[] = columns.map(() => null);
    if (labelAt >= 0) cells[labelAt] = sumLabelCell(label);
    for (const sum of sums) cells[sum.at] = cellOf(sum);
    return cells;
  };

  return {
    see: (cells) => {
      const isCounted = countedAt < 0 || cells[countedAt]?.value === yes;
      for (const sum of sums) {
        const value = cells[sum.at]?.value;
        if (typeof value !== 'number') continue;
        const cents = Math.round(value * 100);
        sum.cents += cents;
        if (isCounted) sum.counted += cents;
        else hasOthers = true;
      }
    },
    rows: (rows) => {
      if (sums.length === 0 || rows < 2) return [];
      const range = (at: number): string => `${cellAddress(1, at)}:${cellAddress(rows - 1, at)}`;
      const all = row(exportWords.total[language], ({ at, cents }) =>
        sumCell(`SUBTOTAL(109,${range(at)})`, cents / 100),
      );
      const said = rule === null || countedAt < 0 ? [] : [row(rule(), () => null)];
      if (!hasOthers) return [all, ...said];
      const once = row(exportWords.countedTotal[language], ({ at, counted }) =>
        sumCell(`SUMIFS(${range(at)},${range(countedAt)},"${yes}")`, counted / 100),
      );
      return [all, once, ...said];
    },
  };
};

/** Excel's limit of rows per sheet, including the header. */
const maxRows = 1_048_576;

type PageRow = { readonly page: ExportPage };

/** Writes the rows of a table to a sheet, or to several if there are too many rows. */
type TableWriter<Row> = {
  readonly add: (rows: Iterable<Row>) => void;
  /** Ends the table. The numbers of the following sheets continue from here, from 1. */
  readonly end: () => readonly WrittenSheet[];
};

/** Rows of one page are consecutive, so its findings are computed once. */
const findingsByPage = (language: Language) => {
  let last: { readonly page: ExportPage; readonly findings: FindingsByField } | null = null;
  return (page: ExportPage): FindingsByField => {
    if (last?.page !== page) last = { page, findings: findingsOf(page, language) };
    return last.findings;
  };
};

/** The points of one face may take thousands of columns, which are empty in other rows. */
const withoutEmptyEnd = (cells: readonly SheetCell[]): readonly SheetCell[] =>
  cells.slice(0, cells.findLastIndex((cell) => cell !== null) + 1);

type TableSheetOptions<Row> = {
  /** Whether a column of amounts has a sum below. */
  readonly isSummed?: (columnId: string) => boolean;
  readonly filter?: RowFilter<Row> | null;
  /** Whether people read and print the sheet, rather than a program. */
  readonly isRead?: boolean;
  /** The sentence below the sums, when all rows are written. */
  readonly rule?: (() => string) | null;
};

/** The last columns that are readable on a page: the sum in words of invoices, the tax of lines. */
const lastPrinted = new Set(['gross-total-words', 'line-tax']);

/** @param nextNumber returns the next sheet number of the workbook */
export const startTable = <Row extends PageRow>(
  name: string,
  columns: readonly PlacedColumn<Row>[],
  language: Language,
  styles: StyleTable,
  nextNumber: () => number,
  { isSummed = () => false, filter = null, isRead = false, rule = null }: TableSheetOptions<Row> = {},
): TableWriter<Row> => {
  const findingsIn = findingsByPage(language);
  const finished: WrittenSheet[] = [];
  const filterAt = columns.findIndex(({ column }) => column.id === filter?.columnId);
  const sheetFilter = filter === null || filterAt < 0 ? null : { column: filterAt, shown: filter.shown };

  const printedColumns = columns.findIndex(({ column }) => lastPrinted.has(column.id)) + 1;
  // The number of an invoice stays in view.
  const frozenColumns = columns.findIndex(({ column }) => column.id === 'number') + 1;

  const open = () => {
    const title = finished.length === 0 ? name : `${name} ${String(finished.length + 1)}`;
    const widths = columns.map(({ column }) => column.width);
    const reading = { hidesEmpty: true, printedColumns, frozenColumns };
    const options = { filter: sheetFilter, isPrinted: true, ...(isRead ? reading : {}) };
    const sheet = startSheet(title, nextNumber(), widths, styles, options);
    sheet.addRow(columns.map(({ header }) => headerCell(header)));
    return { sheet, sums: createSums(columns, isSummed, language, rule) };
  };
  let current = open();

  const close = (): WrittenSheet => {
    const { sheet, sums } = current;
    for (const cells of sums.rows(sheet.rows())) sheet.addSum(withoutEmptyEnd(cells));
    return sheet.end();
  };

  const addRow = (row: Row): void => {
    if (current.sheet.rows() >= maxRows - mostSumRows) {
      finished.push(close());
      current = open();
    }
    const { sheet, sums } = current;
    const findings = findingsIn(row.page);
    const cells = columns.map(({ column }, index) => {
      const finding = findings.size > 0 && column.fields ? findingsAt(findings, column.fields(row)) : null;
      const value = column.value(row, language);
      const remark = value === null ? null : (column.remark?.(row) ?? null);
      const notes = [...(remark ? [remark[language]] : []), ...(finding?.reasons ?? [])];
      if (notes.length > 0) sheet.note({ row: sheet.rows(), column: index, text: notes.join('\n') });
      const cell = toSheetCell(value, column.type, finding);
      const target = value === null ? null : (column.link?.(row) ?? null);
      return target !== null && sheet.link(index, target) ? linkedCell(cell) : cell;
    });
    sums.see(cells);
    sheet.addRow(withoutEmptyEnd(cells), sheetFilter !== null && filter?.isShown(row) === false);
  };

  return {
    add: (rows) => {
      for (const row of rows) addRow(row);
    },
    end: () => [...finished, close()],
  };
};
