import type { ColumnOf, LedgerColumn, LedgerTable } from '../records/ledger-columns.ts';
/** SQLite takes 32,766 values in one statement. */
const rowsAtOnce = 200;

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

/** A value of a statement. A list stands in `= ANY(…)` or `<> ALL(…)`. */
export type SqlValue = string | number | null | Uint8Array | readonly number[] | readonly string[];

/** A statement in PostgreSQL's SQL. `sqlite/run-steps.ts` replaces the few names that SQLite has others for. */
export type Statement = {
  readonly sql: string;
  readonly values: readonly SqlValue[];
  /**
   * What its method needs: the rows or the number of changed rows. A lock is needed only where several processes write:
   * PostgreSQL runs it in a unit of work, SQLite never.
   */
  readonly wants: 'rows' | 'changes' | 'lock';
};

export type Answer = { readonly rows: readonly unknown[]; readonly changes: number };

/**
 * A method of the store, written once for both engines: it yields its statements one by one. SQLite runs them at once,
 * PostgreSQL waits for each. `yield*` reads like `await`.
 */
export type SqlSteps<Value> = Generator<Statement, Value, Answer>;

/** The methods of a port as steps. */
export type StepsOf<Port> = {
  readonly [Name in keyof Port]: Port[Name] extends (...input: infer Input) => Promise<infer Value>
    ? (...input: Input) => SqlSteps<Value>
    : never;
};

/** Methods of the store as steps, by name. */
export type Methods = Readonly<Record<string, (...input: never[]) => SqlSteps<unknown>>>;

/** The same methods as an engine offers them, run by `run`. */
export const methodsBy = (methods: Methods, run: (steps: SqlSteps<unknown>) => unknown): object =>
  Object.fromEntries(
    Object.entries(methods).map(([name, method]) => [name, (...input: never[]) => run(method(...input))]),
  );

/**
 * Adds the statement that failed to an error's stack, which ends at the engine: the method waits between its
 * statements, so that it is not in the stack. A statement's text contains no values.
 */
export const withStatement = (error: unknown, { sql }: Statement): unknown => {
  if (error instanceof Error)
    error.stack = `${error.stack ?? error.message}\n    in ${sql.replaceAll(/\s+/gu, ' ')}`;
  return error;
};

export function* all(sql: string, ...values: readonly SqlValue[]): SqlSteps<readonly unknown[]> {
  return (yield { sql, values, wants: 'rows' }).rows;
}

/** Undefined if there is no row. */
export function* first(sql: string, ...values: readonly SqlValue[]): SqlSteps<unknown> {
  return (yield { sql, values, wants: 'rows' }).rows[0];
}

/** The number of changed rows. */
export function* change(sql: string, ...values: readonly SqlValue[]): SqlSteps<number> {
  return (yield { sql, values, wants: 'changes' }).changes;
}

export function* lock(sql: string, ...values: readonly SqlValue[]): SqlSteps<void> {
  yield { sql, values, wants: 'lock' };
}

/** Locks pages in a unit of work, always in the same order. */
export function* lockPages(ids: readonly number[]): SqlSteps<void> {
  if (ids.length > 0)
    yield* lock('SELECT 1 FROM pages WHERE id = ANY($1::bigint[]) ORDER BY id FOR NO KEY UPDATE', ids);
}
