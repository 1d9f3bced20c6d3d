import type { DatabaseSync } from 'node:sqlite';
import { documentReads, documentWrites } from '../sql/documents.ts';
import { sqliteMethods } from './run-steps.ts';

export type Documents = ReturnType<typeof openDocumentTable>;

export const openDocumentTable = (db: DatabaseSync, now: () => Date) => {
  const { reading, writing } = sqliteMethods(db);
  return { ...reading(documentReads), ...writing(documentWrites(now)) };
};
