import { DatabaseSync } from 'node:sqlite';

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
