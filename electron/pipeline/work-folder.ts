import type { PictureFolder } from '../store/pictures/picture-store.ts';
import type { PictureStore, Store } from '../store/port.ts';
import type { ViewCache } from '../store/pictures/view-cache.ts';

/** What the pipeline needs of the data folder. */
export type WorkFolder = {
  readonly store: Store;
  /** What was sent, byte for byte. */
  readonly pictures: PictureStore;
  readonly thumbnails: ViewCache;
  /** Copies of files that came by their bytes or out of an archive. */
  readonly originals: PictureFolder;
  /** Pages in more pixels than were sent. */
  readonly best: ViewCache;
  /** The name of an error of the disk; null for any other error, which is a bug. */
  readonly storageCode: (error: unknown) => string | null;
};
