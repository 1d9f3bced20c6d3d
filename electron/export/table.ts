import type { FieldPath } from '../../shared/invoice/model.ts';
import type { Bilingual, Language } from '../../shared/language.ts';

/**
 * What a cell means, so that each format can write it in its own way. Values travel as text:
 * text as it stands; id: digits that are a name and no number; amount: decimal with two digits; price: decimal with
 * at least two; number: any decimal; date: ISO 8601 calendar date. A value that is not what its column says is written as text.
 */
export type CellType = 'text' | 'id' | 'amount' | 'price' | 'number' | 'date';

/** A column of a table whose rows are of one kind. */
export type Column<Row> = {
  readonly id: string;
  readonly header: Bilingual;
  readonly type: CellType;
  /** In characters, for formats that have widths. */
  readonly width: number;
  /** Null leaves the cell empty. */
  readonly value: (row: Row, language: Language) => string | null;
  /** The fields that the cell shows: what is doubtful in them is doubtful in the cell. */
  readonly fields?: (row: Row) => readonly FieldPath[];
  /** What whoever reads a filled cell must know of it, or null; a note where the format has notes. */
  readonly remark?: (row: Row) => Bilingual | null;
  /** A URI that a filled cell leads to, or null; in formats that have links. */
  readonly link?: (row: Row) => string | null;
};

/** A column with the header that stands above it: the user may have renamed it. */
export type PlacedColumn<Row> = { readonly header: string; readonly column: Column<Row> };

export type Table<Row> = {
  readonly columns: readonly PlacedColumn<Row>[];
  readonly rows: Iterable<Row>;
};

/** A filter that is set when the table is opened, in formats that have filters. */
export type RowFilter<Row> = {
  readonly columnId: string;
  /** Values of that column in the rows that stay. */
  readonly shown: readonly string[];
  readonly isShown: (row: Row) => boolean;
};

/** Columns under their own headers. */
export const place = <Row>(columns: readonly Column<Row>[], language: Language): PlacedColumn<Row>[] =>
  columns.map((column) => ({ header: column.header[language], column }));

const plainNumber = /^-?\d+(?:\.\d+)?$/u;

/** A decimal number as every program reads it: digits, at most one point, at most a leading minus. */
export const isPlainNumber = (text: string): boolean => plainNumber.test(text);
