import { DatabaseSync } from 'node:sqlite';

/** Opens a file as a database for reading; null if it is none. Throws if it can't be read at all. */
export const openOrNull = (path: string): DatabaseSync | null => {
  const db = new DatabaseSync(path, { readOnly: true });
  try {
    db.prepare('SELECT count(*) FROM sqlite_schema').get();
    return db;
  } catch (error) {
    db.close();
    // SQLITE_NOTADB and SQLITE_CORRUPT.
    if (error instanceof Error && 'errcode' in error && (error.errcode === 26 || error.errcode === 11))
      return null;
    throw error;
  }
};
