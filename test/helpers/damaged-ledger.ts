import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { migrate } from '../../electron/store/sqlite/migrate.ts';
import { openLedger } from '../../electron/store/sqlite/open-ledger.ts';
import { migrations } from '../../electron/store/sqlite/schema.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { now } from './now.ts';

export const sha = (index: number) => index.toString(16).padStart(64, '0');

export const responseOf = (index: number) => Buffer.from(JSON.stringify({ index, text: 'x'.repeat(3000) }));

/** A ledger of many pages with responses, written by hand so that it does not depend on the tested code. */
export const written = async (pages: number) => {
  const path = join(await temporaryFolder(), 'ledger.sqlite');
  const db = new DatabaseSync(path);
  migrate(db, migrations);
  db.exec('BEGIN');
  for (let index = 1; index <= pages; index += 1) {
    db.prepare(`INSERT INTO documents (id, name, source, added_at) VALUES (?, ?, ?, '')`).run(
      index,
      `${index}.jpg`,
      '',
    );
    db.prepare(
      `INSERT INTO pictures (sha256, encoding, width, height, bytes) VALUES (?, 'jpg', 1, 1, 1)`,
    ).run(sha(index));
    db.prepare(
      `INSERT INTO calls (id, service, key, options, app_id, base_url, sandbox, picture, state, started_at)
       VALUES (?, 'vat-invoice', ?, '{}', '', '', 0, ?, 'answered', '')`,
    ).run(index, `key ${index}`, sha(index));
    db.prepare(`INSERT INTO responses (call, body) VALUES (?, ?)`).run(index, responseOf(index));
    db.prepare(
      `INSERT INTO pages (id, document, service, number, sandbox, options, state, picture, call)
       VALUES (?, ?, 'vat-invoice', 1, 0, '{}', 'recognized', ?, ?)`,
    ).run(index, index, sha(index), index);
    db.prepare(
      `INSERT INTO extractions (id, page, reader, version, created_at, call) VALUES (?, ?, 'service', 1, '', ?)`,
    ).run(index, index, index);
    db.prepare(`UPDATE pages SET extraction = id WHERE id = ?`).run(index);
  }
  db.exec('COMMIT');
  db.close();
  return path;
};

export const opened = (path: string) => {
  const result = openLedger(path, now);
  if (!result.ok) throw new Error(result.failure.detail);
  return result.value;
};

/** The first column of a query. */
export const idsIn = (path: string, sql: string): ReadonlySet<number> => {
  const db = new DatabaseSync(path, { readOnly: true });
  try {
    return new Set(
      db
        .prepare(sql)
        .all()
        .map((row) => Number(Object.values(row)[0])),
    );
  } finally {
    db.close();
  }
};

/**
 * Changes one bit in the definition of a table, such as “rendivions”: SQLite reads no definition behind it. A page may
 * contain a copy that is no longer in use, so each is changed.
 */
export const hurtDefinition = (path: string, table: string): void => {
  const bytes = readFileSync(path);
  const form = `CREATE TABLE ${table}`;
  for (let at = bytes.indexOf(form); at >= 0; at = bytes.indexOf(form, at)) {
    const letter = at + form.length - 5;
    bytes[letter] = (bytes[letter] ?? 0) ^ 2;
  }
  writeFileSync(path, bytes);
};
