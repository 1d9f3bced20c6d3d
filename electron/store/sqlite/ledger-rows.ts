import { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { connectStore } from './store-connection.ts';

/** A query whose rows are fetched in parts. */
export type OpenRows = {
  readonly next: (count: number) => readonly unknown[];
  readonly close: () => void;
};

/** Runs a query over a separate, read-only connection. */
export const openRows = (path: string, sql: string): OpenRows => {
  const db = new DatabaseSync(path, { readOnly: true });
  const rows = db.prepare(sql).iterate();
  return {
    next: (count) => {
      const found: unknown[] = [];
      while (found.length < count) {
        const row = rows.next();
        if (row.done === true) break;
        found.push(row.value);
      }
      return found;
    },
    close: () => db.close(),
  };
};

type LedgerRow = Readonly<Record<string, unknown>>;

/** A sent picture that the data folder keeps as a file. */
type KeptPicture = { readonly sha256: string; readonly encoding: string };

/** All rows of a ledger, for a copy of it. */
type LedgerRows = {
  /** @param key the columns to order by */
  readonly of: (table: string, key: string) => AsyncIterable<LedgerRow>;
  readonly pictures: () => AsyncIterable<KeptPicture>;
  readonly close: () => Promise<void>;
};

const rowSchema = z.record(z.string(), z.unknown());
const pictureSchema = z.object({ sha256: z.string(), encoding: z.string() });

/** The number of rows fetched at once, because a response can have megabytes. */
const rowsAtOnce = (table: string): number => (table === 'responses' ? 8 : 500);

/** Reads a ledger in a thread. It has the newest schema, and no process may write to it meanwhile. */
export const openLedgerRows = (path: string, now: () => Date): LedgerRows => {
  const reader = connectStore({ path, access: 'read', maps: false }, now);
  const ask = async function* <Row>(sql: string, count: number, schema: z.ZodType<Row>) {
    for (let first = true; ; first = false) {
      const rows = z.array(schema).parse(await reader.run({ kind: 'rows', sql: first ? sql : null, count }));
      yield* rows;
      if (rows.length < count) return;
    }
  };
  return {
    of: (table, key) => ask(`SELECT * FROM ${table} ORDER BY ${key}`, rowsAtOnce(table), rowSchema),
    pictures: () =>
      ask(
        `SELECT sha256, encoding FROM pictures WHERE width > 0
        AND (sha256 IN (SELECT picture FROM pages) OR sha256 IN (SELECT picture FROM calls))`,
        rowsAtOnce('pictures'),
        pictureSchema,
      ),
    close: reader.close,
  };
};
