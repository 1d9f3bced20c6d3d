import { failed, success, type Result } from '../../shared/result.ts';
import { withoutExif } from './stored-pixels.ts';

/** A picture that could not be shown: fetched not at all, or not decoded. */
export type PictureFailure = {
  readonly id: 'picture-missing' | 'picture-unreadable';
  readonly cause: string;
};

export type LoadedPicture = Result<ImageBitmap, PictureFailure>;

const causeOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Decodes the sent bytes as they are stored: the service's quads are told in those pixels, whatever EXIF asks for. */
export const loadPicture = async (blob: Blob): Promise<LoadedPicture> => {
  try {
    const pieces = withoutExif(new Uint8Array(await blob.arrayBuffer()));
    return success(await createImageBitmap(new Blob([...pieces], { type: blob.type })));
  } catch (error) {
    return failed({ id: 'picture-unreadable', cause: causeOf(error) });
  }
};

/** Decoded pictures of the pages that are near, and of no others. */
export type PictureCache<Key> = {
  /** The picture of a page: fetched and decoded once while it stays near. */
  readonly get: (key: Key) => Promise<LoadedPicture>;
  /** Names the pages whose pictures may stay decoded; the rest is freed. A picture still shown must be among them. */
  readonly keepNear: (keys: readonly Key[]) => void;
  /** The picture of a page is another one now. */
  readonly forget: (key: Key) => void;
};

export type PictureSource<Key> = {
  readonly fetch: (key: Key) => Promise<Blob>;
  readonly decode: (blob: Blob) => Promise<LoadedPicture>;
};

const fetchAndDecode = async <Key>(source: PictureSource<Key>, key: Key): Promise<LoadedPicture> => {
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

/** Keeps at most `most` pictures beside those named near; the longest unused goes first. */
export const createPictureCache = <Key>(source: PictureSource<Key>, most = 3): PictureCache<Key> => {
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
    // What failed is tried again when it is asked for again.
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
