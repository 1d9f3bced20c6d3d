import { join } from 'node:path';
import type { Problem } from '../../shared/bridge.ts';
import { failed, success, type Result } from '../../shared/result.ts';
import { lockFolder } from '../ledger/lock.ts';
import { openLedger, type Ledger } from '../ledger/open-ledger.ts';
import { openPictureStore, type PictureStore } from '../ledger/picture-store.ts';
import { folderLocked, ledgerProblem, storageProblem } from './problems.ts';
import { storageCode } from './storage-error.ts';

/** All that is kept on disk, open for this process alone. */
export type DataFolder = {
  readonly ledger: Ledger;
  /** What was sent, byte for byte. */
  readonly pictures: PictureStore;
  readonly thumbnails: PictureStore;
  /** Files that came by their bytes or out of an archive, as they came. */
  readonly originals: PictureStore;
  /** Pages at their best for the screen, where that is more than what was sent. */
  readonly best: PictureStore;
  readonly close: () => void;
};

/** @param program what a second process is told: who has the folder */
export const openDataFolder = async (
  home: string,
  program: string,
  now: () => Date,
): Promise<Result<DataFolder, Problem>> => {
  try {
    const lock = await lockFolder(home, { pid: process.pid, program, since: now().toISOString() });
    if (!lock.ok) return failed(folderLocked(lock.failure));
    const ledger = openLedger(join(home, 'ledger.sqlite'), now);
    if (!ledger.ok) {
      lock.value.release();
      return failed(ledgerProblem(ledger.failure.reason, ledger.failure.said));
    }
    return success({
      ledger: ledger.value,
      pictures: openPictureStore(join(home, 'pictures')),
      thumbnails: openPictureStore(join(home, 'thumbnails')),
      originals: openPictureStore(join(home, 'originals')),
      best: openPictureStore(join(home, 'best')),
      close: () => {
        ledger.value.close();
        lock.value.release();
      },
    });
  } catch (error) {
    const code = storageCode(error);
    if (code === null) throw error;
    return failed(storageProblem(code));
  }
};
