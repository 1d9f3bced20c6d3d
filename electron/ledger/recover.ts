import { existsSync, renameSync, rmSync } from 'node:fs';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { migrate } from './migrate.ts';
import { unpackedReply } from './packed-reply.ts';
import { migrations } from './schema.ts';

/** What became of a damaged ledger. */
export type Recovered = {
  /** Where the damaged file lies now, with all that it still holds. */
  readonly setAside: string;
  /** Pages that could be read out of it. */
  readonly pages: number;
};

/**
 * Every table that can't be made again, those first that others point to. Results are read from the replies anew, and
 * the table of searches follows the pages.
 */
const tables: readonly { readonly name: string; readonly key: string }[] = [
  { name: 'documents', key: 'rowid' },
  { name: 'pictures', key: 'sha256' },
  { name: 'pages', key: 'rowid' },
  { name: 'calls', key: 'rowid' },
  { name: 'replies', key: 'rowid' },
  { name: 'corrections', key: 'rowid' },
  { name: 'exports', key: 'rowid' },
  { name: 'export_pages', key: 'page' },
];

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

const columnsOf = (db: DatabaseSync, table: string): readonly string[] =>
  db
    .prepare(`SELECT name FROM pragma_table_info(?)`)
    .all(table)
    .flatMap(({ name }) => (typeof name === 'string' ? [name] : []));

type Row = readonly SQLInputValue[];

/** The rows that can be read: from the front up to the damage, then from the back down to it. */
function* readableRows(
  from: DatabaseSync,
  { name, key }: (typeof tables)[number],
  columns: readonly string[],
): Generator<Row> {
  for (const order of ['ASC', 'DESC']) {
    try {
      const select = from.prepare(
        `SELECT ${columns.map(quoted).join(', ')} FROM ${name} ORDER BY ${key} ${order}`,
      );
      for (const row of select.iterate()) yield columns.map((column) => row[column] ?? null);
      return;
    } catch {
      // Here is the damage: what lies behind it is tried from the other side.
    }
  }
}

const copyTable = (from: DatabaseSync, to: DatabaseSync, table: (typeof tables)[number]): number => {
  const known = new Set(columnsOf(to, table.name));
  let columns: readonly string[];
  try {
    columns = columnsOf(from, table.name).filter((column) => known.has(column));
  } catch {
    return 0;
  }
  if (columns.length === 0) return 0;
  const insert = to.prepare(
    `INSERT OR IGNORE INTO ${table.name} (${columns.map(quoted).join(', ')})
     VALUES (${columns.map(() => '?').join(', ')})`,
  );
  let copied = 0;
  for (const row of readableRows(from, table, columns)) {
    try {
      copied += Number(insert.run(...row).changes);
    } catch {
      // A row that the damage made impossible is left out, and the others stand.
    }
  }
  return copied;
};

const isJson = (body: unknown): boolean => {
  if (!(body instanceof Uint8Array)) return false;
  try {
    JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
    return true;
  } catch {
    return false;
  }
};

/** A damaged page of the file may be read without a complaint: an answer that is none is taken for lost. */
const dropBrokenAnswers = (db: DatabaseSync): void => {
  const select = db.prepare(
    `SELECT call, body, unpacked FROM replies WHERE call IN (SELECT id FROM calls WHERE state = 'answered')`,
  );
  const broken = [];
  for (const { call, body, unpacked } of select.iterate()) {
    const reply = unpacked !== null && body instanceof Uint8Array ? unpackedReply(body) : body;
    if (!isJson(reply)) broken.push(call ?? null);
  }
  const drop = db.prepare(`DELETE FROM replies WHERE call = ?`);
  for (const call of broken) drop.run(call);
};

/** What points to a row that was lost is led to nothing, or goes with it. */
const mendReferences = (db: DatabaseSync): void =>
  db.exec(`
    UPDATE pages SET picture = NULL, preparation = NULL
      WHERE picture IS NOT NULL AND picture NOT IN (SELECT sha256 FROM pictures);
    DELETE FROM pages WHERE document NOT IN (SELECT id FROM documents);
    DELETE FROM calls WHERE picture NOT IN (SELECT sha256 FROM pictures);
    UPDATE calls SET page = NULL WHERE page IS NOT NULL AND page NOT IN (SELECT id FROM pages);
    DELETE FROM replies WHERE call NOT IN (SELECT id FROM calls);
    UPDATE calls SET state = 'interrupted'
      WHERE state = 'answered' AND id NOT IN (SELECT call FROM replies);
    UPDATE pages SET call = NULL, state = 'interrupted'
      WHERE state = 'recognized' AND (call IS NULL OR call NOT IN (SELECT call FROM replies));
    UPDATE pages SET call = NULL WHERE call IS NOT NULL AND call NOT IN (SELECT id FROM calls);
    DELETE FROM corrections WHERE page NOT IN (SELECT id FROM pages);
    DELETE FROM export_pages
      WHERE page NOT IN (SELECT id FROM pages) OR export NOT IN (SELECT id FROM exports);
    DELETE FROM exports WHERE id NOT IN (SELECT export FROM export_pages);
    UPDATE corrections SET call = NULL WHERE call IS NOT NULL AND call NOT IN (SELECT id FROM calls);
  `);

/** Fills a new file with what a damaged one still gives; returns how many pages that are. */
const copyReadable = (damaged: string, fresh: string): number => {
  const to = new DatabaseSync(fresh, { enableForeignKeyConstraints: false });
  try {
    migrate(to, migrations);
    let from: DatabaseSync;
    try {
      from = new DatabaseSync(damaged, { enableForeignKeyConstraints: false });
    } catch {
      return 0;
    }
    try {
      to.exec('BEGIN');
      const copied = tables.map((table) => [table.name, copyTable(from, to, table)] as const);
      dropBrokenAnswers(to);
      mendReferences(to);
      to.exec('COMMIT');
      return copied.find(([name]) => name === 'pages')?.[1] ?? 0;
    } finally {
      from.close();
    }
  } finally {
    to.close();
  }
};

const suffixes = ['', '-wal', '-shm'];

const move = (from: string, to: string): void => {
  for (const suffix of suffixes)
    if (existsSync(`${from}${suffix}`)) renameSync(`${from}${suffix}`, `${to}${suffix}`);
};

/**
 * Sets a damaged ledger aside, never to be written again, and puts in its place what can be read of it.
 * @throws where the disk fails
 */
export const recoverLedger = (path: string, now: Date): Recovered => {
  const setAside = `${path}.damaged-${now.toISOString().replaceAll(/[:.]/g, '-')}`;
  const fresh = `${path}.recovered`;
  for (const suffix of suffixes) rmSync(`${fresh}${suffix}`, { force: true });
  move(path, setAside);
  const pages = copyReadable(setAside, fresh);
  move(fresh, path);
  return { setAside, pages };
};
