import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import { inTransaction, migrate, versionOf } from '../../../../../electron/store/sqlite/migrate.ts';
import { migrations } from '../../../../../electron/store/sqlite/schema.ts';

const tables = (db: DatabaseSync) =>
  db
    .prepare(`SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name`)
    .all()
    .map((row) => row['name']);

const steps = [
  'CREATE TABLE a (x INTEGER) STRICT',
  'ALTER TABLE a ADD COLUMN y TEXT',
  'CREATE TABLE b (z TEXT)',
];

describe('migrations', () => {
  test.each(steps.map((_, index) => index))('keep the data from version %i to the newest', (from) => {
    const db = new DatabaseSync(':memory:');
    migrate(db, steps.slice(0, from));
    if (from > 0) db.exec('INSERT INTO a (x) VALUES (7)');
    expect(migrate(db, steps)).toBe('current');
    expect(versionOf(db)).toBe(3);
    expect(tables(db)).toEqual(['a', 'b']);
    if (from > 0) expect(db.prepare('SELECT x, y FROM a').all()).toEqual([{ x: 7, y: null }]);
    expect(migrate(db, steps)).toBe('current');
  });

  test('leave the complete earlier version if a step fails', () => {
    const db = new DatabaseSync(':memory:');
    expect(() => migrate(db, [steps[0]!, 'CREATE TABLE c (x); CREATE TABLE c (x)'])).toThrow(
      /already exists/,
    );
    expect(versionOf(db)).toBe(1);
    expect(tables(db)).toEqual(['a']);
    expect(db.isTransaction).toBe(false);
  });

  test('leave a newer file unchanged', () => {
    const db = new DatabaseSync(':memory:');
    migrate(db, steps);
    expect(migrate(db, steps.slice(0, 2))).toBe('newer');
    expect(versionOf(db)).toBe(3);
  });

  test('create the ledger from an empty file', () => {
    const db = new DatabaseSync(':memory:');
    migrate(db, migrations);
    expect(versionOf(db)).toBe(migrations.length);
    expect(tables(db)).toEqual(expect.arrayContaining(['calls', 'extractions', 'review_events']));
  });
});

test('rolls back a transaction that throws', () => {
  const db = new DatabaseSync(':memory:');
  db.exec(steps[0]!);
  expect(() =>
    inTransaction(db, () => {
      db.exec('INSERT INTO a VALUES (1)');
      throw new Error('no');
    }),
  ).toThrow('no');
  expect(db.prepare('SELECT * FROM a').all()).toEqual([]);
});
