import { join } from 'node:path';
import type { CommandFailure } from '../../shared/contract/commands.ts';
import { failed, success, type Result } from '../../shared/result.ts';
import { lockFolder } from '../infra/files/lock.ts';
import { keepPrivate } from '../store/folder/private-files.ts';
import { markSuspect } from '../store/sqlite/open-ledger.ts';
import { openRecoveredStore, openSqliteStoreReadOnly } from '../store/sqlite/open-store.ts';
import type { ReadStore, Store } from '../store/port.ts';
import { clearUnfinished, openPictureStore } from '../store/pictures/picture-store.ts';
import { openViewCache } from '../store/pictures/view-cache.ts';
import { clearReplacedData, swapData } from '../store/folder/swap-data.ts';
import {
  folderLocked,
  ledgerMissing,
  ledgerFailure,
  ledgerReadOnly,
  ledgerRecovered,
  replacedDataDeleted,
  storageFailure,
} from './command-failures.ts';
import type { WorkFolder } from '../pipeline/work-folder.ts';
import { storageCode, isDamage } from '../store/sqlite/error-codes.ts';
import { readdirSync, rmSync } from 'node:fs';

const namesIn = (folder: string): readonly string[] => {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
};

/** Deletes backups that a killed process had begun to write: each may be as large as the data folder. */
const clearUnfinishedBackups = (home: string): void => {
  const folder = join(home, 'backups');
  for (const name of namesIn(folder))
    if (/\.vouch\.part(?:-journal)?$/u.test(name)) rmSync(join(folder, name), { force: true });
};

/** Number of pictures of earlier pages in the data folder. */
const countPictures = (home: string): number =>
  namesIn(join(home, 'pictures')).reduce(
    (sum, name) => sum + (/^[0-9a-f]{2}$/u.test(name) ? namesIn(join(home, 'pictures', name)).length : 0),
    0,
  );

/** Everything that is stored on disk, open for this process alone. */
export type DataFolder = WorkFolder & {
  /** Notes for the user about the folder. */
  readonly notes: readonly CommandFailure[];
  /** Whether an error means that the ledger itself is damaged. */
  readonly isDamage: (error: unknown) => boolean;
  readonly close: () => Promise<void>;
};

/**
 * The data folder for commands that only read: none of its members changes the ledger, a picture or a stored file.
 */
export type ReadFolder = {
  readonly store: ReadStore & Pick<Store, 'readOnly'>;
  readonly pictures: Pick<DataFolder['pictures'], 'get' | 'file'>;
  readonly originals: Pick<DataFolder['originals'], 'get' | 'path' | 'file'>;
};

/**
 * Maximum bytes of the cached views, which can be made again: about ten thousand thumbnails, and some hundred
 * better pictures.
 */
export const viewLimits = { thumbnails: 100_000_000, best: 500_000_000 };

type OpenedStore = { readonly store: Store; readonly notes: readonly CommandFailure[] };

/**
 * Sets a damaged ledger aside and recovers what is readable; opens a newer one for reading if a window shows
 * it.
 */
const openOrRecover = async (
  path: string,
  now: () => Date,
  forWindow: boolean,
): Promise<Result<OpenedStore, CommandFailure>> => {
  // The folder is locked, so the process that made the running calls is dead.
  const opened = await openRecoveredStore(path, now, forWindow);
  if (opened.ok) {
    const { store, recovered } = opened.value;
    return success({ store, notes: recovered ? [ledgerRecovered(recovered)] : [] });
  }
  const { reason, detail } = opened.failure;
  const newer = reason === 'newer' && forWindow ? await openSqliteStoreReadOnly(path, now) : null;
  return newer?.ok
    ? success({ store: newer.value, notes: [ledgerReadOnly] })
    : failed(ledgerFailure(reason, detail));
};

/**
 * @param program name of the holder, for a second process
 * @param forWindow whether a window shows it: then a newer program's ledger is opened for reading, and a separate
 * thread answers queries
 */
export const openDataFolder = async (
  home: string,
  program: string,
  now: () => Date,
  forWindow = false,
): Promise<Result<DataFolder, CommandFailure>> => {
  let close: (() => Promise<void>) | null = null;
  try {
    const lock = await lockFolder(home, { pid: process.pid, program, since: now().toISOString() });
    if (!lock.ok) return failed(folderLocked(lock.failure));
    const { release } = lock.value;
    close = async () => release();
    keepPrivate(home);
    swapData(home);
    const cleared = clearReplacedData(home, now());
    const path = join(home, 'ledger.sqlite');
    const opened = await openOrRecover(path, now, forWindow);
    if (!opened.ok) {
      release();
      return opened;
    }
    const { store } = opened.value;
    const notes = [...opened.value.notes, ...(cleared.length > 0 ? [replacedDataDeleted(cleared)] : [])];
    close = async () => {
      await store.close();
      release();
    };
    for (const name of ['pictures', 'originals']) clearUnfinished(join(home, name));
    clearUnfinishedBackups(home);
    // A ledger without pages, but pictures of pages: the ledger was lost, and SQLite has created a new one.
    const lost = (await store.newestPage()) === 0 ? countPictures(home) : 0;
    return success({
      store,
      notes: lost > 0 ? [...notes, ledgerMissing(lost)] : notes,
      pictures: openPictureStore(join(home, 'pictures')),
      thumbnails: openViewCache(join(home, 'thumbnails'), viewLimits.thumbnails, now),
      originals: openPictureStore(join(home, 'originals')),
      best: openViewCache(join(home, 'best'), viewLimits.best, now),
      storageCode: (error) => {
        if (isDamage(error)) markSuspect(path);
        return storageCode(error);
      },
      isDamage,
      close,
    });
  } catch (error) {
    await close?.();
    const code = storageCode(error);
    if (code === null) throw error;
    return failed(storageFailure(code));
  }
};
