import { failed, success, type Result } from '../../shared/result.ts';
import { withoutExif } from './stored-pixels.ts';

/** Why a picture could not be shown: it was not fetched or not decoded. */
type PictureFailure = {
  readonly id: 'picture-missing' | 'picture-unreadable';
  readonly cause: string;
};

export type LoadedPicture = Result<ImageBitmap, PictureFailure>;

const causeOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Decodes the sent bytes without any EXIF turn: the service's quads refer to the stored pixels. */
export const loadPicture = async (blob: Blob): Promise<LoadedPicture> => {
  try {
    const pieces = withoutExif(new Uint8Array(await blob.arrayBuffer()));
    return success(await createImageBitmap(new Blob([...pieces], { type: blob.type })));
  } catch (error) {
    return failed({ id: 'picture-unreadable', cause: causeOf(error) });
  }
};

/** Decoded pictures of the pages near the open one. */
export type PictureCache<Key> = {
  /** The picture of a page: fetched and decoded once while the page stays near. */
  readonly get: (key: Key) => Promise<LoadedPicture>;
  /**
   * Sets the pages whose pictures may stay decoded, and frees all others. Must include every picture still shown.
   */
  readonly keepNear: (keys: readonly Key[]) => void;
  /** Drops the picture of a page because it changed. */
  readonly forget: (key: Key) => void;
};

type LoadedPictureSource<Key> = {
  readonly fetch: (key: Key) => Promise<Blob>;
  readonly decode: (blob: Blob) => Promise<LoadedPicture>;
};

const fetchAndDecode = async <Key>(source: LoadedPictureSource<Key>, key: Key): Promise<LoadedPicture> => {
  let blob: Blob;
  try {
    blob = await source.fetch(key);
  } catch (error) {
    return failed({ id: 'picture-missing', cause: causeOf(error) });
  }
  return source.decode(blob);
};

const free = async (loading: Promise<LoadedPicture>): Promise<void> => {
  const loaded = await loading;
  if (loaded.ok) loaded.value.close();
};

/** Keeps at most `most` pictures in addition to the near ones; drops the least recently used first. */
export const createPictureCache = <Key>(source: LoadedPictureSource<Key>, most = 3): PictureCache<Key> => {
  const kept = new Map<Key, Promise<LoadedPicture>>();
  let near: ReadonlySet<Key> = new Set();

  const drop = (key: Key): void => {
    const loading = kept.get(key);
    kept.delete(key);
    if (loading) void free(loading);
  };
  const dropSurplus = (latest: Key): void => {
    for (const key of kept.keys()) {
      if (kept.size <= Math.max(most, near.size)) return;
      if (!near.has(key) && key !== latest) drop(key);
    }
  };
  const load = async (key: Key): Promise<LoadedPicture> => {
    const loading = fetchAndDecode(source, key);
    kept.set(key, loading);
    dropSurplus(key);
    const loaded = await loading;
    // A failed load is tried again on the next request.
    if (!loaded.ok && kept.get(key) === loading) kept.delete(key);
    return loaded;
  };
  return {
    get: (key) => {
      const known = kept.get(key);
      if (!known) return load(key);
      kept.delete(key);
      kept.set(key, known);
      return known;
    },
    forget: drop,
    keepNear: (keys) => {
      near = new Set(keys);
      for (const key of kept.keys()) if (!near.has(key)) drop(key);
    },
  };
};
