import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import type { RecentBatch } from '../../../shared/contract/history.ts';
import { serviceIdSchema } from '../../../shared/services/service.ts';

/** Documents that arrived within this time of one another belong to one batch, in milliseconds. */
const mostBetween = 60_000;
/**
 * Limits the rows to read: a batch of many thousands is told from the next one without being read to its end.
 */
const mostRead = 20_000;

export const documentRow = z.object({
  addedAt: z.string(),
  name: z.string(),
  service: serviceIdSchema,
  page: z.int(),
});

/** Skips the documents of a damaged row; the others are unchanged. */
const documentsIn = (row: unknown): readonly z.infer<typeof documentRow>[] => {
  const { data } = documentRow.safeParse(row);
  return data ? [data] : [];
};

/** The last batches, newest first, from documents that come newest first. Removed documents don't count. */
export const batchesOf = (
  documents: Iterable<z.infer<typeof documentRow>>,
  limit: number,
): readonly RecentBatch[] => {
  const batches: RecentBatch[] = [];
  for (const { addedAt, name, service, page } of documents) {
    const last = batches.at(-1);
    if (last?.service === service && Date.parse(last.addedAt) - Date.parse(addedAt) <= mostBetween) {
      batches[batches.length - 1] = { service, addedAt, name, page, documents: last.documents + 1 };
    } else {
      if (batches.length === limit) break;
      batches.push({ service, addedAt, name, page, documents: 1 });
    }
  }
  return batches;
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
