import type { FieldPath } from '../../shared/invoice/model.ts';
import type { Bilingual, Language } from '../../shared/language.ts';

/**
 * The type of a cell, which each format writes in its own way. Values are passed as text. A value that does
 * not match its column's type is written as text.
 *
 * - text: unchanged
 * - id: digits that are a name and not a number
 * - amount: decimal with two digits
 * - price: decimal with at least two digits
 * - number: any decimal
 * - date: ISO 8601 calendar date
 */
export type CellType = 'text' | 'id' | 'amount' | 'price' | 'number' | 'date';

export type Column<Row> = {
  readonly id: string;
  readonly header: Bilingual;
  readonly type: CellType;
  /** In characters, for formats with column widths. */
  readonly width: number;
  /** Null leaves the cell empty. */
  readonly value: (row: Row, language: Language) => string | null;
  /** The fields that the cell shows: their findings also apply to the cell. */
  readonly fields?: (row: Row) => readonly FieldPath[];
  /** A note that readers of a filled cell need, or null; for formats with notes. */
  readonly remark?: (row: Row) => Bilingual | null;
  /** The URI that a filled cell links to, or null; for formats with links. */
  readonly link?: (row: Row) => string | null;
};

/** A column with its header, which the user may have renamed. */
export type PlacedColumn<Row> = { readonly header: string; readonly column: Column<Row> };

export type Table<Row> = {
  readonly columns: readonly PlacedColumn<Row>[];
  readonly rows: Iterable<Row>;
};

/** A filter that is active when the table is opened, for formats with filters. */
export type RowFilter<Row> = {
  readonly columnId: string;
  /** Values of that column in the visible rows. */
  readonly shown: readonly string[];
  readonly isShown: (row: Row) => boolean;
};

/** Columns with their default headers. */
export const place = <Row>(columns: readonly Column<Row>[], language: Language): PlacedColumn<Row>[] =>
  columns.map((column) => ({ header: column.header[language], column }));

const plainNumber = /^-?\d+(?:\.\d+)?$/u;

/** A decimal number that every program can parse: digits, at most one point, optional leading minus. */
export const isPlainNumber = (text: string): boolean => plainNumber.test(text);
