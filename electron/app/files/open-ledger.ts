import type { CommandFailure } from '../../../shared/contract/commands.ts';
import type { Settings } from '../../../shared/contract/settings.ts';
import { failed, success, type Result } from '../../../shared/result.ts';
import { readSettings } from '../../credentials/saved-settings.ts';
import type { Assessor } from '../../pipeline/assessor.ts';
import { openDataFolder, type DataFolder } from '../data-folder.ts';
import { storageFailure } from '../command-failures.ts';
import { openLocalEngine } from '../open-engine.ts';

/** The ledger of a data folder, for work that makes no calls. */
export type OpenLedger = {
  readonly folder: DataFolder;
  readonly assessor: Assessor;
  readonly settings: Settings;
};

type LedgerDependencies = {
  readonly home: string;
  readonly now: () => Date;
  readonly onFailure: (failure: CommandFailure) => void;
};

/** Reports the notes about an open folder, works with it, and closes it. Null if its disk failed, which is reported. */
export const usingFolder = async <Value>(
  { notes, storageCode, close }: Pick<DataFolder, 'notes' | 'storageCode' | 'close'>,
  onFailure: (failure: CommandFailure) => void,
  work: () => Promise<Value>,
): Promise<Value | null> => {
  try {
    for (const note of notes) onFailure(note);
    return await work();
  } catch (error) {
    const code = storageCode(error);
    if (code === null) throw error;
    onFailure(storageFailure(code));
    return null;
  } finally {
    await close();
  }
};

/**
 * Opens the ledger, works with it, and closes it. A failure if it can't be opened; null if a failing disk of
 * the data folder ended the work, which was reported.
 */
export const withOpenLedger = async <Value>(
  { home, now, onFailure }: LedgerDependencies,
  work: (ledger: OpenLedger) => Promise<Value>,
): Promise<Result<Value | null, CommandFailure>> => {
  const opened = await openDataFolder(home, 'Vouch (command line)', now);
  if (!opened.ok) return failed(opened.failure);
  const folder = opened.value;
  const engine = openLocalEngine({ now });
  const settings = readSettings(home);
  const assessor = engine.assessorOf({ folder, settings: () => settings });
  const close = async (): Promise<void> => {
    await engine.close();
    await folder.close();
  };
  return success(
    await usingFolder({ ...folder, close }, onFailure, () => work({ folder, assessor, settings })),
  );
};
