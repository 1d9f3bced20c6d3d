import type { Language } from '../../shared/language.ts';
import { findingsAt, findingsOf, type FindingsByField } from './field-findings.ts';
import type { ExportPage } from './export-page.ts';
import type { PlacedColumn, RowFilter } from './table.ts';
import { headerCell, linkedCell, toSheetCell, type SheetCell } from './xlsx-cell.ts';
import { startSheet, type WrittenSheet } from './xlsx-sheet-writer.ts';
import type { StyleTable } from './xlsx-styles.ts';
import { createSums, mostSumRows } from './xlsx-sums.ts';

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
};

/** @param nextNumber returns the next sheet number of the workbook */
export const startTable = <Row extends PageRow>(
  name: string,
  columns: readonly PlacedColumn<Row>[],
  language: Language,
  styles: StyleTable,
  nextNumber: () => number,
  { isSummed = () => false, filter = null }: TableSheetOptions<Row> = {},
): TableWriter<Row> => {
  const findingsIn = findingsByPage(language);
  const finished: WrittenSheet[] = [];
  const filterAt = columns.findIndex(({ column }) => column.id === filter?.columnId);
  const sheetFilter = filter === null || filterAt < 0 ? null : { column: filterAt, shown: filter.shown };

  const open = () => {
    const title = finished.length === 0 ? name : `${name} ${String(finished.length + 1)}`;
    const widths = columns.map(({ column }) => column.width);
    const options = { filter: sheetFilter, isPrinted: true };
    const sheet = startSheet(title, nextNumber(), widths, styles, options);
    sheet.addRow(columns.map(({ header }) => headerCell(header)));
    return { sheet, sums: createSums(columns, isSummed, language) };
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
