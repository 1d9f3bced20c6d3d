import type { DatabaseSync } from 'node:sqlite';

/** One step from a version to the next: SQL that runs completely or not at all. */
export type Migration = string;

export const versionOf = (db: DatabaseSync): number => {
  const row = db.prepare('PRAGMA user_version').get();
  const version = row?.['user_version'];
  return typeof version === 'number' ? version : 0;
};

/**
 * Runs the work in a transaction: afterwards either all of it is stored, or none. IMMEDIATE, so that a second
 * writer waits before it begins instead of failing half-way.
 */
export const inTransaction = <Value>(db: DatabaseSync, work: () => Value): Value => {
  // Part of a larger unit of work.
  if (db.isTransaction) return work();
  db.exec('BEGIN IMMEDIATE');
  try {
    const value = work();
    db.exec('COMMIT');
    return value;
  } catch (error) {
    // COMMIT itself may have failed (a full disk) and ended the transaction already.
    if (db.isTransaction) db.exec('ROLLBACK');
    throw error;
  }
};

/**
 * Brings a file to the newest version, one transaction a step, so that a crash leaves a complete older
 * version.
 * @returns `newer` if a newer program wrote the file; nothing is changed then
 */
export const migrate = (db: DatabaseSync, migrations: readonly Migration[]): 'current' | 'newer' => {
  const found = versionOf(db);
  if (found > migrations.length) return 'newer';
  for (const [index, migration] of migrations.entries()) {
    if (index < found) continue;
    inTransaction(db, () => {
      db.exec(migration);
      db.exec(`PRAGMA user_version = ${index + 1}`);
    });
  }
  return 'current';
};
