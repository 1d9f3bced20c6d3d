import type { DatabaseSync } from 'node:sqlite';
import type { z } from 'zod';
import type { RecentBatch } from '../../../shared/contract/history.ts';
import { batchesOf, documentRow } from '../records/batches.ts';

/**
 * Limits the rows to read: a batch of many thousands is separated from the next one without reading all of
 * it.
 */
const mostRead = 20_000;

/** Skips the documents of a damaged row; the others are unchanged. */
const documentsIn = (row: unknown): readonly z.infer<typeof documentRow>[] => {
  const { data } = documentRow.safeParse(row);
  return data ? [data] : [];
};

export const openBatches = (db: DatabaseSync): ((limit: number) => readonly RecentBatch[]) => {
  const select = db.prepare(
    `SELECT documents.added_at AS addedAt, documents.name, pages.service, min(pages.id) AS page
     FROM documents JOIN pages ON pages.document = documents.id
     GROUP BY documents.id ORDER BY documents.id DESC LIMIT ?`,
  );
  return (limit) =>
    batchesOf(
      select.iterate(mostRead).flatMap((row) => documentsIn(row)),
      limit,
    );
};
