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
  if ('errcode' in error && typeof error.errcode === 'number')
    return sqliteNames[error.errcode & 0xff] ?? null;
  if ('syscall' in error && 'code' in error && typeof error.code === 'string') return error.code;
  return null;
};
