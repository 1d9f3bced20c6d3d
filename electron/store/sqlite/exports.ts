import type { DatabaseSync } from 'node:sqlite';
import { exportReads, exportWrites } from '../sql/exports.ts';
import { sqliteMethods } from './run-steps.ts';

const listed = 'SELECT value AS asked, key AS place FROM json_each($2)';

export type Exports = ReturnType<typeof openExports>;

export const openExports = (db: DatabaseSync, now: () => Date) => {
  const { reading, writing } = sqliteMethods(db);
  return { ...reading(exportReads(listed)), ...writing(exportWrites(now)) };
};
