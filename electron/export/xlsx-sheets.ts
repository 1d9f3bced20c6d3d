import type { Row as SheetRow } from 'write-excel-file/node';
import type { Language } from '../../shared/language.ts';
import { doubtIn, doubtsOf, type Doubts } from './doubts.ts';
import type { ExportPage } from './export-page.ts';
import type { PlacedColumn, Table } from './table.ts';
import { headerCell, toSheetCell } from './xlsx-cell.ts';
import type { TableSize } from './xlsx-filter.ts';
import type { LibrarySheet } from './xlsx-library.ts';
import type { Note } from './xlsx-notes.ts';

/** A sheet holds 1,048,576 rows, its header among them. */
const maxDataRows = 1_048_575;

/** A sheet as the library takes it, with what the library can't do by itself. */
export type BuiltSheet = {
  readonly sheet: LibrarySheet;
  readonly size: TableSize;
  readonly notes: readonly Note[];
};
type PageRow = { readonly page: ExportPage };

type OpenSheet = { readonly name: string; readonly data: SheetRow[]; readonly notes: Note[] };

const startSheet = <Row>(name: string, columns: readonly PlacedColumn<Row>[]): OpenSheet => ({
  name,
  data: [columns.map(({ header }) => headerCell(header))],
  notes: [],
});

const finishSheet = <Row>(
  { name, data, notes }: OpenSheet,
  columns: readonly PlacedColumn<Row>[],
): BuiltSheet => ({
  sheet: {
    sheet: name,
    data,
    columns: columns.map(({ column }) => ({ width: column.width })),
    stickyRowsCount: 1,
  },
  size: { sheet: name, rows: data.length, columns: columns.length },
  notes,
});

/** Rows of one page follow each other, so what is doubtful in it is found once. */
const doubtsByPage = (language: Language) => {
  let last: { readonly page: ExportPage; readonly doubts: Doubts } | null = null;
  return (page: ExportPage): Doubts => {
    if (last?.page !== page) last = { page, doubts: doubtsOf(page, language) };
    return last.doubts;
  };
};

/** Points of one face may take thousands of columns that the other rows have nothing in: those are not held. */
const withoutEmptyEnd = (cells: SheetRow): SheetRow =>
  cells.slice(0, cells.findLastIndex((cell) => cell !== null) + 1);

/** One table as a sheet, or as several where it is longer than a sheet can be. */
export const buildSheets = <Row extends PageRow>(
  name: string,
  { columns, rows }: Table<Row>,
  language: Language,
): readonly BuiltSheet[] => {
  const doubtsIn = doubtsByPage(language);
  const finished: BuiltSheet[] = [];
  let current = startSheet(name, columns);
  for (const row of rows) {
    if (current.data.length > maxDataRows) {
      finished.push(finishSheet(current, columns));
      current = startSheet(`${name} ${String(finished.length + 1)}`, columns);
    }
    const doubts = doubtsIn(row.page);
    const at = current.data.length;
    const cells = columns.map(({ column }, index) => {
      const doubt = doubts.size > 0 && column.fields ? doubtIn(doubts, column.fields(row)) : null;
      const value = column.value(row, language);
      const remark = value === null ? null : (column.remark?.(row) ?? null);
      const remarks = remark ? [remark[language]] : [];
      const notes = [...remarks, ...(doubt?.reasons ?? [])];
      if (notes.length > 0) current.notes.push({ row: at, column: index, text: notes.join('\n') });
      return toSheetCell(value, column.type, doubt);
    });
    current.data.push(withoutEmptyEnd(cells));
  }
  return [...finished, finishSheet(current, columns)];
};
