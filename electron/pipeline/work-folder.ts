import type { PictureFolder } from '../store/pictures/picture-store.ts';
import type { PictureStore } from '../store/pictures/picture-store.ts';
import type { Store } from '../store/port.ts';
import type { ViewCache } from '../store/pictures/view-cache.ts';

/** The parts of the data folder that the pipeline uses. */
export type WorkFolder = {
  readonly store: Store;
  /** The sent bytes. */
  readonly pictures: PictureStore;
  readonly thumbnails: ViewCache;
  /** Copies of files that arrived as bytes or from an archive. */
  readonly originals: PictureFolder;
  /** Pages at a higher resolution than was sent. */
  readonly best: ViewCache;
  /** The name of a disk error; null for any other error, which is a bug. */
  readonly storageCode: (error: unknown) => string | null;
};
