import type { DatabaseSync } from 'node:sqlite';
import { pageRowReader } from '../records/page-row.ts';
import { pageReads, type FewPages } from '../sql/page-reads.ts';
import { pageRemoval } from '../sql/page-removal.ts';
import { pageWrites } from '../sql/page-writes.ts';
import { sqliteMethods } from './run-steps.ts';

/** The index of all documents would visit every finished page. CROSS JOIN fixes the join order. */
const few: FewPages = {
  open: 'pages INDEXED BY pages_open',
  unreviewed: 'results INDEXED BY results_open CROSS JOIN pages ON pages.id = results.page',
};

export type Pages = ReturnType<typeof openPages>;

/** @param onDamage receives a row that can't be read as it was written */
export const openPages = (db: DatabaseSync, now: () => Date, onDamage: () => void = () => {}) => {
  const { reading, writing } = sqliteMethods(db);
  return {
    ...reading(pageReads(now, pageRowReader(onDamage), few)),
    ...writing({ ...pageWrites(now), ...pageRemoval(now) }),
  };
};
