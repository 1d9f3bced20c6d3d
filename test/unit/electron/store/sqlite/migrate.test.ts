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

test('a ledger of the first version keeps its vouchers', () => {
  const db = new DatabaseSync(':memory:');
  const numbered = migrations.findIndex((step) => step.includes('CREATE TABLE vouchers'));
  migrate(db, migrations.slice(0, numbered));
  db.exec(`
    INSERT INTO documents (id, name, source, added_at) VALUES (1, 'a', 'a', '2024-05-28T00:00:00.000Z');
    INSERT INTO pages (id, document, service, number, sandbox, options, state)
      VALUES (1, 1, 'vat-invoice', 1, 0, '{}', 'recognized'), (2, 1, 'vat-invoice', 2, 0, '{}', 'recognized'),
        (3, 1, 'vat-invoice', 3, 0, '{}', 'recognized')`);
  const add = db.prepare(
    `INSERT INTO review_events (page, version, kind, body, author, at) VALUES (?, ?, 'book', ?, 'books', '')`,
  );
  const book = (page: number, version: number, number: number | null) => {
    const booking = number === null ? null : { word: '记', number, date: '2024-05-31', period: '2024-05' };
    add.run(page, version, JSON.stringify({ booking }));
  };
  book(1, 0, 4);
  book(1, 1, 7);
  // One voucher of two invoices, one of which was taken back.
  book(2, 0, 7);
  book(3, 0, 9);
  book(3, 1, null);
  expect(migrate(db, migrations)).toBe('current');
  const rows = db.prepare(
    `SELECT number, state, group_concat(page) AS pages FROM vouchers
       LEFT JOIN voucher_pages ON voucher = vouchers.id GROUP BY vouchers.id ORDER BY number`,
  );
  // A number that was given once is not given again, even if nothing has it any more.
  expect(rows.all()).toEqual([
    { number: 4, state: 'written', pages: null },
    { number: 7, state: 'written', pages: '1,2' },
    { number: 9, state: 'written', pages: null },
  ]);
  expect(db.prepare('SELECT side, deductible_cents FROM results').all()).toEqual([]);
});

test('an upgrade looks again at the pages of open invoices that agreed before marks were checked', () => {
  const db = new DatabaseSync(':memory:');
  const before = migrations.findIndex((step) => step.includes('SET drawn = NULL'));
  migrate(db, migrations.slice(0, before));
  db.exec(
    `INSERT INTO documents (id, name, source, added_at) VALUES (1, 'a', 'a', '2024-05-28T00:00:00.000Z')`,
  );
  const agreed = { file: 'f', read: ['total'], differences: [] };
  const differs = { ...agreed, differences: [{ field: 'total', value: '2.00', shown: '1.00' }] };
  const looks = [
    ['open', agreed],
    ['open', differs],
    ['confirmed', agreed],
  ] as const;
  for (const [index, [review, look]] of looks.entries()) {
    const page = index + 1;
    db.prepare(
      `INSERT INTO pages (id, document, service, number, sandbox, options, state, drawn)
       VALUES (?, 1, 'vat-invoice', ?, 0, '{}', 'recognized', ?)`,
    ).run(page, page, JSON.stringify(look));
    db.prepare('INSERT INTO results (page, review) VALUES (?, ?)').run(page, review);
  }
  expect(migrate(db, migrations)).toBe('current');
  expect(
    db
      .prepare('SELECT drawn FROM pages ORDER BY id')
      .all()
      .map(({ drawn }) => drawn),
  ).toEqual([null, JSON.stringify(differs), JSON.stringify(agreed)]);
});

test('an upgrade derives pages again that may be papers, and no invoice', () => {
  const db = new DatabaseSync(':memory:');
  const before = migrations.findIndex((step) => step.includes('ADD COLUMN paper'));
  migrate(db, migrations.slice(0, before));
  db.exec(`
    INSERT INTO documents (id, name, source, added_at) VALUES (1, 'a', 'a', '2024-05-28T00:00:00.000Z');
    INSERT INTO pages (id, document, service, number, sandbox, options, state)
      VALUES (1, 1, 'vat-invoice', 1, 0, '{}', 'recognized'), (2, 1, 'vat-invoice', 2, 0, '{}', 'recognized');
    INSERT INTO results (page, kind, number, business) VALUES (1, '99', NULL, 'none'), (2, '31', '12345678', 'none')`);
  expect(migrate(db, migrations)).toBe('current');
  expect(db.prepare('SELECT page, business, paper FROM results ORDER BY page').all()).toEqual([
    { page: 1, business: null, paper: null },
    { page: 2, business: 'none', paper: null },
  ]);
});
