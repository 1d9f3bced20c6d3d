import { readFile } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { storageCode } from '../../../../../electron/store/sqlite/error-codes.ts';

const thrownBy = async (work: () => unknown): Promise<unknown> => {
  try {
    await work();
  } catch (error) {
    return error;
  }
  throw new Error('nothing was thrown');
};

test('names errors of the file system', async () => {
  expect(storageCode(await thrownBy(() => readFile('/nowhere/at/all')))).toBe('ENOENT');
  const full = Object.assign(new Error('write'), { code: 'ENOSPC', syscall: 'write' });
  expect(storageCode(full)).toBe('ENOSPC');
});

test('names SQLite’s errors of a full and of a read-only disk', async () => {
  const db = new DatabaseSync(':memory:');
  db.exec('CREATE TABLE a (x); PRAGMA max_page_count = 3');
  const fill = () => db.exec('INSERT INTO a SELECT hex(randomblob(100000))');
  expect(storageCode(await thrownBy(fill))).toBe('SQLITE_FULL');
  db.exec('PRAGMA query_only = 1');
  expect(storageCode(await thrownBy(() => db.exec('DELETE FROM a')))).toBe('SQLITE_READONLY');
});

test('does not take a bug for a disk error', async () => {
  const db = new DatabaseSync(':memory:');
  expect(storageCode(await thrownBy(() => db.exec('SELEC 1')))).toBeNull();
  expect(storageCode(new TypeError('x'))).toBeNull();
  expect(storageCode('ENOSPC')).toBeNull();
});
