import type { ColumnOf, LedgerColumn, LedgerTable } from '../records/ledger-columns.ts';

/** SQLite takes 32,766 values in one statement. */
export const rowsAtOnce = 200;

/** Columns that a statement gets values for, each with its type. */
export type GivenColumns = Readonly<Record<string, 'bigint' | 'text'>>;

/** All columns of a table of the ledger as given ones. */
export type GivenTable<Table extends LedgerTable> = {
  readonly [Name in LedgerColumn<Table>]: ColumnOf<Table, Name> extends `int${string}` ? 'bigint' : 'text';
};

/**
 * Rows for `VALUES`, whose parameters are numbered row by row.
 * @param from the number of the first parameter
 */
export const givenRows = (count: number, columns: GivenColumns, from = 1): string => {
  const types = Object.values(columns);
  const row = (index: number): string =>
    `(${types.map((type, place) => `$${from + index * types.length + place}::${type}`).join(', ')})`;
  return Array.from({ length: count }, (_, index) => row(index)).join(', ');
};

/** A statement for a number of rows. Each text is made once, because engines know a prepared statement by its text. */
export const byCount = (make: (count: number) => string): ((count: number) => string) => {
  const made = new Map<number, string>();
  return (count) => {
    const text = made.get(count) ?? make(count);
    made.set(count, text);
    return text;
  };
};

export const columnList = (columns: GivenColumns, table = ''): string =>
  Object.keys(columns)
    .map((name) => table + name)
    .join(', ');

export const inChunks = <Row>(rows: readonly Row[]): readonly (readonly Row[])[] =>
  Array.from({ length: Math.ceil(rows.length / rowsAtOnce) }, (_, index) =>
    rows.slice(index * rowsAtOnce, (index + 1) * rowsAtOnce),
  );
