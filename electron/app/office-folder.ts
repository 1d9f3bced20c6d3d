import { join } from 'node:path';
import { openViewCache } from '../store/pictures/view-cache.ts';
import { officeOriginals } from '../store/pictures/shared-originals.ts';
import type { PictureStore, Store } from '../store/port.ts';
import type { DataFolder } from './data-folder.ts';
import { officeStorageCode } from './open-office.ts';

/** Maximum bytes of the cached views, which can be made again on demand. */
const viewLimits = { thumbnails: 100_000_000, best: 500_000_000 };

/**
 * The data of an office, as one of its processes uses it. The ledger and the pictures are shared. Views, and
 * the files that users added here, are in this process's own folder.
 */
export const officeFolder = (
  home: string,
  { store, pictures }: { readonly store: Store; readonly pictures: PictureStore },
  now: () => Date,
): DataFolder => ({
  store,
  pictures,
  notes: [],
  thumbnails: openViewCache(join(home, 'thumbnails'), viewLimits.thumbnails, now),
  originals: officeOriginals(pictures, join(home, 'originals')),
  best: openViewCache(join(home, 'best'), viewLimits.best, now),
  storageCode: officeStorageCode,
  isDamage: () => false,
  close: () => store.close(),
});
