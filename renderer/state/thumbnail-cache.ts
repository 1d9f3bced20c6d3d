import type { PageId } from '../../shared/contract/page.ts';

/** Small pictures by page, as addresses for `<img>`; the least lately used ones are let go. */
export type ThumbnailCache = {
  readonly get: (id: PageId) => Promise<string | null>;
  /** The address where it is at hand already. */
  readonly peek: (id: PageId) => string | null;
  /** The picture of a page is another one now. */
  readonly forget: (id: PageId) => void;
};

/**
 * @param fetchPicture null where there is no such picture; it is asked again the next time.
 * @param limit how many are kept
 */
export const createThumbnailCache = (
  fetchPicture: (id: PageId) => Promise<Blob | null>,
  limit: number,
): ThumbnailCache => {
  const kept = new Map<PageId, string>();
  const coming = new Map<PageId, Promise<string | null>>();

  const keep = (id: PageId, url: string) => {
    kept.delete(id);
    kept.set(id, url);
    const oldest = kept.keys().next();
    if (kept.size <= limit || oldest.done) return;
    URL.revokeObjectURL(kept.get(oldest.value) ?? '');
    kept.delete(oldest.value);
  };

  const load = async (id: PageId): Promise<string | null> => {
    try {
      const blob = await fetchPicture(id);
      if (!blob) return null;
      const url = URL.createObjectURL(blob);
      keep(id, url);
      return url;
    } finally {
      coming.delete(id);
    }
  };

  return {
    peek: (id) => kept.get(id) ?? null,
    forget: (id) => {
      URL.revokeObjectURL(kept.get(id) ?? '');
      kept.delete(id);
    },
    get: (id) => {
      const url = kept.get(id);
      if (url !== undefined) {
        keep(id, url);
        return Promise.resolve(url);
      }
      const started = coming.get(id) ?? load(id);
      coming.set(id, started);
      return started;
    },
  };
};
