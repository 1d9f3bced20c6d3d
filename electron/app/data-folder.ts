import { join } from 'node:path';
import type { Problem } from '../../shared/contract/commands.ts';
import { failed, success, type Result } from '../../shared/result.ts';
import { lockFolder } from '../store/folder/lock.ts';
import { keepPrivate } from '../store/folder/private-files.ts';
import { isDamage, markSuspect } from '../store/sqlite/open-ledger.ts';
import { openSqliteStore, openSqliteStoreReadOnly } from '../store/sqlite/open-store.ts';
import type { Store } from '../store/port.ts';
import { clearUnfinished, openPictureStore } from '../store/pictures/picture-store.ts';
import { openViewCache } from '../store/pictures/view-cache.ts';
import { swapData } from '../store/folder/swap-data.ts';
import { finishRecovery, recoverLedger } from '../store/sqlite/recover.ts';
import { clearUnfinishedBackups, countPictures } from './leftovers.ts';
import {
  folderLocked,
  ledgerMissing,
  ledgerProblem,
  ledgerReadOnly,
  ledgerRecovered,
  storageProblem,
} from './problems.ts';
import type { WorkFolder } from '../pipeline/work-folder.ts';
import { storageCode } from './storage-error.ts';

/** All that is kept on disk, open for this process alone. */
export type DataFolder = WorkFolder & {
  /** What its user has to know about it. */
  readonly notes: readonly Problem[];
  /** Whether an error tells that the ledger itself is damaged. */
  readonly isDamage: (error: unknown) => boolean;
  readonly close: () => Promise<void>;
};

/** Bytes of the views that are kept, to be made again when they are asked for: some ten thousand and some hundred. */
export const viewLimits = { thumbnails: 100_000_000, best: 500_000_000 };

type OpenedStore = { readonly store: Store; readonly notes: readonly Problem[] };

/** A damaged ledger is set aside and what it still gives is kept; a newer one can be looked at where that is of use. */
const openOrRecover = async (
  path: string,
  now: () => Date,
  readsNewer: boolean,
): Promise<Result<OpenedStore, Problem>> => {
  // The folder is locked: whoever made the calls that are under way is dead.
  const open = () => openSqliteStore(path, now, { takesOver: true });
  const finished = finishRecovery(path);
  const opened = await open();
  if (opened.ok) {
    const notes = finished ? [ledgerRecovered(finished.setAside, finished.pages)] : [];
    return success({ store: opened.value, notes });
  }
  const { reason, said } = opened.failure;
  if (reason === 'damaged') {
    const { setAside, pages } = recoverLedger(path, now());
    const fresh = await open();
    return fresh.ok
      ? success({ store: fresh.value, notes: [ledgerRecovered(setAside, pages)] })
      : failed(ledgerProblem(fresh.failure.reason, fresh.failure.said));
  }
  const newer = reason === 'newer' && readsNewer ? await openSqliteStoreReadOnly(path, now) : null;
  return newer?.ok
    ? success({ store: newer.value, notes: [ledgerReadOnly] })
    : failed(ledgerProblem(reason, said));
};

/**
 * @param program what a second process is told: who has the folder
 * @param readsNewer whether a ledger of a newer program is opened to be looked at
 */
export const openDataFolder = async (
  home: string,
  program: string,
  now: () => Date,
  readsNewer = false,
): Promise<Result<DataFolder, Problem>> => {
  let release: (() => void) | null = null;
  try {
    const lock = await lockFolder(home, { pid: process.pid, program, since: now().toISOString() });
    if (!lock.ok) return failed(folderLocked(lock.failure));
    release = lock.value.release;
    keepPrivate(home);
    swapData(home);
    const path = join(home, 'ledger.sqlite');
    const opened = await openOrRecover(path, now, readsNewer);
    if (!opened.ok) {
      lock.value.release();
      return opened;
    }
    const { store, notes } = opened.value;
    for (const name of ['pictures', 'originals']) clearUnfinished(join(home, name));
    clearUnfinishedBackups(home);
    // A ledger without a page beside pictures of pages: it was lost, and SQLite has made a new one.
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
      close: async () => {
        await store.close();
        lock.value.release();
      },
    });
  } catch (error) {
    release?.();
    const code = storageCode(error);
    if (code === null) throw error;
    return failed(storageProblem(code));
  }
};
