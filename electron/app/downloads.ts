import { randomUUID } from 'node:crypto';
import type { Downloads, TakenDownload } from '../store/records/download.ts';

/** Unfetched exports must not fill the memory: the oldest is dropped. */
const mostKept = 4;

/** Downloads in the memory of one process. An office keeps them in its database. */
export const createDownloads = (): Downloads => {
  const kept = new Map<string, TakenDownload>();
  return {
    offer: (download, record) => {
      const id = randomUUID();
      kept.set(id, { download, record });
      for (const oldest of kept.keys()) {
        if (kept.size <= mostKept) break;
        kept.delete(oldest);
      }
      return Promise.resolve(id);
    },
    take: (id) => {
      const found = kept.get(id) ?? null;
      kept.delete(id);
      return Promise.resolve(found);
    },
  };
};
