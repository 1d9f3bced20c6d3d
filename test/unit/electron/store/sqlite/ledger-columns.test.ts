import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ledgerColumns } from '../../../../../electron/store/records/ledger-columns.ts';
import { leftOutColumns, pageColumns } from '../../../../../electron/store/records/page-columns.ts';
import { pageTables } from '../../../../../electron/store/records/page-row.ts';
import { migrate } from '../../../../../electron/store/sqlite/migrate.ts';
import { migrations } from '../../../../../electron/store/sqlite/schema.ts';

const columnRow = z.object({
  name: z.string(),
  type: z.enum(['INTEGER', 'TEXT', 'BLOB']),
  notnull: z.int(),
  dflt_value: z.string().nullable(),
  pk: z.int(),
});
const kinds = { INTEGER: 'int', TEXT: 'text', BLOB: 'bytes' } as const;

/** The kind of each column, as `ledgerColumns` says it. */
const columnsIn = (db: DatabaseSync, table: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    db
      .prepare(`PRAGMA table_info(${table})`)
      .all()
      .map((row) => columnRow.parse(row))
      .map(({ name, type, notnull, dflt_value: initial, pk }) => {
        if (initial !== null || (name === 'id' && type === 'INTEGER')) return [name, `${kinds[type]}=`];
        return [name, notnull === 0 && pk === 0 ? `${kinds[type]}?` : kinds[type]];
      }),
  );

const openLedger = (): DatabaseSync => {
  const db = new DatabaseSync(':memory:');
  migrate(db, migrations);
  return db;
};

describe('the columns of the ledger', () => {
  it('are those of the tables in SQLite', () => {
    const db = openLedger();
    const tables = db
      .prepare(
        `SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'`,
      )
      .all()
      .map(({ name }) => z.string().parse(name));
    expect(tables.toSorted()).toStrictEqual(Object.keys(ledgerColumns).toSorted());
    for (const [table, columns] of Object.entries(ledgerColumns))
      expect([table, columnsIn(db, table)]).toStrictEqual([table, columns]);
  });

  it('of a page have one name each, and leave out only what is named', () => {
    const statement = openLedger().prepare(`SELECT ${pageColumns} FROM ${pageTables}`);
    const names = statement.columns().map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    const selected = new Set(statement.columns().map(({ table, column }) => `${table}.${column}`));
    for (const name of Object.keys(leftOutColumns)) expect(selected).not.toContain(name);
  });
});
