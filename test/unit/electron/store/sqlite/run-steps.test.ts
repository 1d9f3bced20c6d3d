import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { sqliteSql, sqliteMethods } from '../../../../../electron/store/sqlite/run-steps.ts';
import { all, change, first, lock } from '../../../../../electron/store/sql/steps.ts';

test('SQLite gets its own names for lists, parameters and functions, and no casts', () => {
  expect(sqliteSql('SELECT body::json -> 1 FROM t WHERE id = ANY($2::bigint[]) AND strpos(a, $1) > 0')).toBe(
    'SELECT body -> 1 FROM t WHERE id IN (SELECT value FROM json_each(?2)) AND instr(a, ?1) > 0',
  );
  expect(sqliteSql(`SELECT json_agg(json_build_object('a', a)) FROM t WHERE a <> ALL($1::text[])`)).toBe(
    `SELECT json_group_array(json_object('a', a)) FROM t WHERE a NOT IN (SELECT value FROM json_each(?1))`,
  );
});

const opened = () => {
  const db = new DatabaseSync(':memory:');
  db.exec('CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT NOT NULL)');
  return sqliteMethods(db);
};

const methods = {
  *add(names: readonly string[]) {
    yield* lock('SELECT pg_advisory_xact_lock($1)', 1);
    let added = 0;
    for (const name of names) added += yield* change('INSERT INTO t (name) VALUES ($1)', name);
    return added;
  },
};
const questions = {
  *named(names: readonly string[]) {
    return yield* all('SELECT id, name FROM t WHERE name = ANY($1::text[]) ORDER BY id', names);
  },
  *first() {
    return yield* first('SELECT name FROM t ORDER BY id');
  },
};

test('runs the statements of a method at once, without locks', () => {
  const { reading, writing } = opened();
  const { named, first: firstOne } = reading(questions);
  expect(firstOne()).toBeUndefined();
  expect(writing(methods).add(['a', 'b', 'c'])).toBe(3);
  expect(named(['c', 'a', 'x'])).toEqual([
    { id: 1, name: 'a' },
    { id: 3, name: 'c' },
  ]);
  expect(firstOne()).toEqual({ name: 'a' });
});

test('stores all changes of a method, or none', () => {
  const { reading, writing } = opened();
  const broken = writing({
    *add(name: string) {
      yield* change('INSERT INTO t (name) VALUES ($1)', name);
      yield* change('INSERT INTO t (name) VALUES ($1)', null);
    },
  });
  expect(() => broken.add('a')).toThrow(/NOT NULL/u);
  expect(reading(questions).first()).toBeUndefined();
});
