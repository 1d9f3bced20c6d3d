import { z } from 'zod';
import type { RecentBatch } from '../../../shared/contract/history.ts';
import { serviceIdSchema } from '../../../shared/services/service.ts';

/** Documents that arrived within this time of one another belong to one batch, in milliseconds. */
const mostBetween = 60_000;
export const documentRow = z.object({
  addedAt: z.string(),
  name: z.string(),
  service: serviceIdSchema,
  page: z.int(),
});

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
