import { randomUUID } from 'node:crypto';

export type Download = { readonly type: string; readonly bytes: Buffer; readonly name: string };

/** Finished exports that a browser is about to fetch, each once. */
export type Downloads = {
  /** @param onTaken called when it is fetched */
  readonly offer: (download: Download, onTaken: () => Promise<void>) => string;
  readonly take: (id: string) => Promise<Download | null>;
};

/** Unfetched exports must not fill the memory: the oldest is dropped. */
const mostKept = 4;

export const createDownloads = (): Downloads => {
  const kept = new Map<string, { readonly download: Download; readonly onTaken: () => Promise<void> }>();
  return {
    offer: (download, onTaken) => {
      const id = randomUUID();
      kept.set(id, { download, onTaken });
      for (const oldest of kept.keys()) {
        if (kept.size <= mostKept) break;
        kept.delete(oldest);
      }
      return id;
    },
    take: async (id) => {
      const found = kept.get(id);
      kept.delete(id);
      await found?.onTaken();
      return found?.download ?? null;
    },
  };
};
