import { join } from 'node:path';
import type { Problem } from '../../shared/contract/commands.ts';
import { failed, success, type Result } from '../../shared/result.ts';
import { lockFolder } from '../store/sqlite/lock.ts';
import { keepPrivate } from '../store/sqlite/private-files.ts';
import {
  isDamage,
  markSuspect,
  openLedger,
  openLedgerReadOnly,
  type Ledger,
} from '../store/sqlite/open-ledger.ts';
import { storeOver } from '../store/sqlite/ledger-store.ts';
import { createReader, type LedgerReader } from '../store/sqlite/reader.ts';
import { clearUnfinished, openPictureStore } from '../store/pictures/picture-store.ts';
import { openViewCache } from '../store/pictures/view-cache.ts';
import { swapData } from '../store/sqlite/swap-data.ts';
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
  /** Answers what takes long in a large ledger. Its thread starts when it is first needed. */
  readonly reader: LedgerReader;
  /** What its user has to know about it. */
  readonly notes: readonly Problem[];
  /** To be called when its reader is closed. */
  readonly close: () => void;
};

/** Bytes of the views that are kept, to be made again when they are asked for: some ten thousand and some hundred. */
const viewLimits = { thumbnails: 100_000_000, best: 500_000_000 };

type OpenedLedger = { readonly ledger: Ledger; readonly notes: readonly Problem[] };

/** A damaged ledger is set aside and what it still gives is kept; a newer one can be looked at where that is of use. */
const openOrRecover = (path: string, now: () => Date, readsNewer: boolean): Result<OpenedLedger, Problem> => {
  const finished = finishRecovery(path);
  const opened = openLedger(path, now);
  if (opened.ok) {
    const notes = finished ? [ledgerRecovered(finished.setAside, finished.pages)] : [];
    return success({ ledger: opened.value, notes });
  }
  const { reason, said } = opened.failure;
  if (reason === 'damaged') {
    const { setAside, pages } = recoverLedger(path, now());
    const fresh = openLedger(path, now);
    return fresh.ok
      ? success({ ledger: fresh.value, notes: [ledgerRecovered(setAside, pages)] })
      : failed(ledgerProblem(fresh.failure.reason, fresh.failure.said));
  }
  const newer = reason === 'newer' && readsNewer ? openLedgerReadOnly(path, now) : null;
  return newer?.ok
    ? success({ ledger: newer.value, notes: [ledgerReadOnly] })
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
    const opened = openOrRecover(path, now, readsNewer);
    if (!opened.ok) {
      lock.value.release();
      return opened;
    }
    const { ledger, notes } = opened.value;
    const reader = createReader(path, ledger);
    for (const name of ['pictures', 'originals']) clearUnfinished(join(home, name));
    clearUnfinishedBackups(home);
    // A ledger without a page beside pictures of pages: it was lost, and SQLite has made a new one.
    const lost = ledger.pages.newestId() === 0 ? countPictures(home) : 0;
    return success({
      ledger,
      store: storeOver(ledger),
      reader,
      notes: lost > 0 ? [...notes, ledgerMissing(lost)] : notes,
      pictures: openPictureStore(join(home, 'pictures')),
      thumbnails: openViewCache(join(home, 'thumbnails'), viewLimits.thumbnails, now),
      originals: openPictureStore(join(home, 'originals')),
      best: openViewCache(join(home, 'best'), viewLimits.best, now),
      storageCode: (error) => {
        if (isDamage(error)) markSuspect(path);
        return storageCode(error);
      },
      close: () => {
        ledger.close();
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
