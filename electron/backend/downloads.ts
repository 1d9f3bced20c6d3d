import { randomUUID } from 'node:crypto';

export type Download = { readonly type: string; readonly bytes: Buffer; readonly name: string };

/** Finished exports that a browser is about to fetch, each once. */
export type Downloads = {
  readonly offer: (download: Download) => string;
  readonly take: (id: string) => Download | null;
};

/** What nobody fetches must not fill the memory: the oldest gives way. */
const mostKept = 4;

export const createDownloads = (): Downloads => {
  const kept = new Map<string, Download>();
  return {
    offer: (download) => {
      const id = randomUUID();
      kept.set(id, download);
      for (const oldest of kept.keys()) {
        if (kept.size <= mostKept) break;
        kept.delete(oldest);
      }
      return id;
    },
    take: (id) => {
      const download = kept.get(id) ?? null;
      kept.delete(id);
      return download;
    },
  };
};
