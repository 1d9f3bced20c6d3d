import { sqliteCode } from '../../infra/error-code.ts';

/** The low byte of an extended code. */
const primaryCode = (error: unknown): number => (sqliteCode(error) ?? 0) & 0xff;

/** SQLITE_IOERR and SQLITE_FULL: SQLite rolls back the whole transaction. */
export const isDiskFailure = (error: unknown): boolean => [10, 13].includes(primaryCode(error));

/** SQLITE_CORRUPT and SQLITE_NOTADB: the file itself is damaged. */
export const isDamage = (error: unknown): boolean => [11, 26].includes(primaryCode(error));

/** SQLite's primary result codes for failures of the disk, and not of Vouch. */
const sqliteNames: Readonly<Record<number, string>> = {
  3: 'SQLITE_PERM',
  8: 'SQLITE_READONLY',
  10: 'SQLITE_IOERR',
  11: 'SQLITE_CORRUPT',
  13: 'SQLITE_FULL',
  14: 'SQLITE_CANTOPEN',
  26: 'SQLITE_NOTADB',
};

/** The name of a disk error (`ENOSPC`, `SQLITE_FULL`); null for any other error, which is a bug. */
export const storageCode = (error: unknown): string | null => {
  if (!(error instanceof Error)) return null;
  if (sqliteCode(error) !== null) return sqliteNames[primaryCode(error)] ?? null;
  if ('syscall' in error && 'code' in error && typeof error.code === 'string') return error.code;
  return null;
};
