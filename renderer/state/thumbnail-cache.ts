import type { PageId } from '../../shared/contract/page.ts';

/** Thumbnails by page, as URLs for `<img>`. Drops the least recently used ones. */
export type ThumbnailCache = {
  readonly get: (id: PageId) => Promise<string | null>;
  /** The URL if it is cached. */
  readonly peek: (id: PageId) => string | null;
  /** Drops the thumbnail of a page because its picture changed. */
  readonly forget: (id: PageId) => void;
};

/**
 * @param fetchPicture null if there is no such picture; it is then requested again next time
 * @param limit maximum number of cached thumbnails
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
