import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import {
  methodsBy,
  withStatement,
  type Answer,
  type Methods,
  type SqlValue,
  type Statement,
  type SqlSteps,
} from '../sql/steps.ts';
import { inTransaction } from './migrate.ts';

/** Functions that both engines have under different names. */
const names: readonly (readonly [postgres: string, sqlite: string])[] = [
  ['strpos(', 'instr('],
  ['json_build_object(', 'json_object('],
  ['json_agg(', 'json_group_array('],
];

/** A statement of `sql/` in SQLite's SQL: lists are JSON, parameters have another sign, and casts are not needed. */
export const sqliteSql = (sql: string): string =>
  names
    .reduce((text, [postgres, sqlite]) => text.replaceAll(postgres, sqlite), sql)
    .replaceAll(/= ANY\(\$(\d+)::\w+\[\]\)/gu, 'IN (SELECT value FROM json_each(?$1))')
    .replaceAll(/<> ALL\(\$(\d+)::\w+\[\]\)/gu, 'NOT IN (SELECT value FROM json_each(?$1))')
    .replaceAll(/\$(\d+)/gu, '?$1')
    .replaceAll(/::\w+/gu, '');

const isList = (value: SqlValue): value is readonly number[] | readonly string[] => Array.isArray(value);

const inputOf = (value: SqlValue): SQLInputValue => (isList(value) ? JSON.stringify(value) : value);

type Direct<Of> = {
  readonly [Name in keyof Of]: Of[Name] extends (...input: infer Input) => SqlSteps<infer Value>
    ? (...input: Input) => Value
    : never;
};
const areDirect = <Of extends Methods>(methods: Of, made: object): made is Direct<Of> =>
  Object.keys(methods).every((name) => name in made);

const direct = <Of extends Methods>(methods: Of, run: (steps: SqlSteps<unknown>) => unknown): Direct<Of> => {
  const made = methodsBy(methods, run);
  if (!areDirect(methods, made)) throw new Error('A method of the ledger is missing');
  return made;
};

/** Runs methods of `sql/` on a connection. Each statement is prepared when it is first needed. */
export const sqliteMethods = (db: DatabaseSync) => {
  const prepared = new Map<string, StatementSync>();
  const preparedOf = (sql: string): StatementSync => {
    const known = prepared.get(sql);
    if (known) return known;
    const made = db.prepare(sqliteSql(sql));
    prepared.set(sql, made);
    return made;
  };
  const answer = (step: Statement): Answer => {
    // No other process writes to the ledger.
    if (step.wants === 'lock') return { rows: [], changes: 0 };
    try {
      const statement = preparedOf(step.sql);
      const input = step.values.map(inputOf);
      return step.wants === 'rows'
        ? { rows: statement.all(...input), changes: 0 }
        : { rows: [], changes: Number(statement.run(...input).changes) };
    } catch (error) {
      throw withStatement(error, step);
    }
  };
  const run = (steps: SqlSteps<unknown>): unknown => {
    let step = steps.next();
    while (step.done !== true) step = steps.next(answer(step.value));
    return step.value;
  };
  return {
    reading: <Of extends Methods>(methods: Of): Direct<Of> => direct(methods, run),
    /** All changes of a method are stored, or none. */
    writing: <Of extends Methods>(methods: Of): Direct<Of> =>
      direct(methods, (steps) => inTransaction(db, () => run(steps))),
  };
};
