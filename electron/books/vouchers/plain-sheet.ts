import type { CellType } from '../../export/table.ts';
import { headerCell, toSheetCell } from '../../export/xlsx-cell.ts';
import { startSheet, type WrittenSheet } from '../../export/xlsx-sheet-writer.ts';
import { createStyleTable, type StyleTable } from '../../export/xlsx-styles.ts';
import { workbookOf } from '../../export/xlsx-workbook.ts';

/** A column of a sheet: its header, the style of its cells, and its width in characters. */
export type SheetColumn<Row> = {
  readonly header: string;
  readonly type: CellType;
  readonly width: number;
  readonly value: (row: Row) => string | null;
};

export const sheetColumn = <Row>(
  header: string,
  type: CellType,
  width: number,
  value: (row: Row) => string | null,
): SheetColumn<Row> => ({ header, type, width, value });

/** A sheet with one line of headers and a line for each row; `place` is its number from 1. */
type PlainSheet = (styles: StyleTable, place: number) => WrittenSheet;

export const plainSheet = <Row>(
  title: string,
  columns: readonly SheetColumn<Row>[],
  rows: readonly Row[],
): PlainSheet => {
  const widths = columns.map(({ width }) => width);
  return (styles, place) => {
    const sheet = startSheet(title, place, widths, styles, { hasFilter: rows.length > 0, isPrinted: true });
    sheet.addRow(columns.map(({ header }) => headerCell(header)));
    for (const row of rows)
      sheet.addRow(columns.map(({ type, value }) => toSheetCell(value(row), type, null)));
    return sheet.end();
  };
};

export const plainWorkbook = (sheets: readonly PlainSheet[]): Buffer => {
  const styles = createStyleTable();
  return Buffer.concat([
    ...workbookOf(
      sheets.map((sheet, index) => sheet(styles, index + 1)),
      styles,
    ),
  ]);
};
