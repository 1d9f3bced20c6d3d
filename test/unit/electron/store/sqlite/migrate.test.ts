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
  test.each(steps.map((_, index) => index))(
    'from version %i to the newest, keeping what is there',
    (from) => {
      const db = new DatabaseSync(':memory:');
      migrate(db, steps.slice(0, from));
      if (from > 0) db.exec('INSERT INTO a (x) VALUES (7)');
      expect(migrate(db, steps)).toBe('current');
      expect(versionOf(db)).toBe(3);
      expect(tables(db)).toEqual(['a', 'b']);
      if (from > 0) expect(db.prepare('SELECT x, y FROM a').all()).toEqual([{ x: 7, y: null }]);
      expect(migrate(db, steps)).toBe('current');
    },
  );

  test('a step that fails leaves the version before it, whole', () => {
    const db = new DatabaseSync(':memory:');
    expect(() => migrate(db, [steps[0]!, 'CREATE TABLE c (x); CREATE TABLE c (x)'])).toThrow(
      /already exists/,
    );
    expect(versionOf(db)).toBe(1);
    expect(tables(db)).toEqual(['a']);
    expect(db.isTransaction).toBe(false);
  });

  test('a newer file is left alone', () => {
    const db = new DatabaseSync(':memory:');
    migrate(db, steps);
    expect(migrate(db, steps.slice(0, 2))).toBe('newer');
    expect(versionOf(db)).toBe(3);
  });

  test('the ledger itself: every step from nothing', () => {
    for (let version = 0; version <= migrations.length; version += 1) {
      const db = new DatabaseSync(':memory:');
      migrate(db, migrations.slice(0, version));
      migrate(db, migrations);
      expect(versionOf(db)).toBe(migrations.length);
      expect(tables(db)).toContain('calls');
    }
  });
});

test('a transaction that throws leaves nothing', () => {
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

test('a correction of an earlier version belongs to the answer that was there when it was made', () => {
  const db = new DatabaseSync(':memory:');
  const step = migrations.findIndex((sql) => sql.includes('ALTER TABLE corrections ADD COLUMN call'));
  migrate(db, migrations.slice(0, step));
  db.exec(`
    INSERT INTO documents (id, name, source, added_at) VALUES (1, 'a', 'a', '');
    INSERT INTO pictures (sha256, encoding, width, height, bytes) VALUES ('p', 'jpg', 1, 1, 1), ('q', 'jpg', 1, 1, 1);
    INSERT INTO calls
        (id, service, key, options, app_id, base_url, sandbox, picture, state, started_at, finished_at) VALUES
      (1, 'vat-invoice', 'k', '{}', '', '', 0, 'p', 'answered', '', '2024-01-01'),
      (2, 'vat-invoice', 'k', '{}', '', '', 0, 'q', 'answered', '', '2024-01-02'),
      (3, 'vat-invoice', 'k', '{}', '', '', 0, 'p', 'failed', '', '2024-01-02'),
      (4, 'vat-invoice', 'k', '{}', '', '', 1, 'p', 'answered', '', '2024-01-02'),
      (5, 'vat-invoice', 'k', '{}', '', '', 0, 'p', 'answered', '', '2024-01-04');
    INSERT INTO pages (id, document, service, number, sandbox, options, state, picture, call)
      VALUES (1, 1, 'vat-invoice', 1, 0, '{}', 'recognized', 'p', 5);
    INSERT INTO corrections (page, field, value, at) VALUES
      (1, 'total', '1', '2023-12-31'), (1, 'total', '2', '2024-01-03'), (1, 'total', '3', '2024-01-05');
  `);
  migrate(db, migrations);
  const calls = db.prepare('SELECT call FROM corrections ORDER BY id').all();
  expect(calls.map(({ call }) => call)).toEqual([null, 1, 5]);
});
