import type { DatabaseSync } from 'node:sqlite';
import { serviceIds } from '../../../shared/services/service.ts';
import { pageColumns } from '../records/page-columns.ts';
import { damagedRow, pageRowReader, pageTables } from '../records/page-row.ts';

const quoted = serviceIds.map((id) => `'${id}'`);
const known = quoted.join(', ');
const [first = "''"] = quoted;

/**
 * Gives every page whose row can't be read valid values: it becomes a failed page, and its responses and review
 * events stay. SQLite's own check does not report such a row, so the rows are read one by one.
 */
export const repairPages = (db: DatabaseSync): void => {
  const rows = db.prepare(`SELECT ${pageColumns} FROM ${pageTables}`).all();
  const bad: number[] = [];
  for (const row of rows)
    pageRowReader(() => {
      if (typeof row['id'] === 'number') bad.push(row['id']);
    })(row);
  // A damaged result is derived again from the response.
  const dropResult = db.prepare(`DELETE FROM results WHERE page = ?`);
  const repair = db.prepare(
    `UPDATE pages SET
       options = '{}', masks = '[]', preparation = NULL, state = 'failed', failure = ?, reused = 0,
       service = iif(service IN (${known}), service,
         coalesce((SELECT service FROM calls WHERE page = pages.id AND service IN (${known}) LIMIT 1), ${first}))
     WHERE id = ?`,
  );
  db.exec(`UPDATE documents SET seal = NULL WHERE seal IS NOT NULL AND NOT json_valid(seal)`);
  for (const id of bad) {
    dropResult.run(id);
    repair.run(JSON.stringify(damagedRow), id);
  }
};
