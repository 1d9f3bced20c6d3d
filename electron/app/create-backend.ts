import { languageOf, type Language } from '../../shared/language.ts';
import { createSettingsStore } from '../credentials/settings-store.ts';
import { backendOver } from './backend-over.ts';
import type { BackendHost } from './books-room.ts';
import type { Backend, Host } from './contract.ts';
import { withDailyBackup } from './daily-backup.ts';
import { noOffice } from './office-hooks.ts';
import { openDataFolder, type DataFolder } from './data-folder.ts';
import { commandFailureLine } from '../../shared/texts/failure-line.ts';

/**
 * Throws if the data folder can't be opened: the error has the reason and the remedy, in the user's language.
 */
const openOrThrow = async (host: Host, chosen: Language | 'system'): Promise<DataFolder> => {
  const opened = await openDataFolder(host.home, `Vouch (${host.kind})`, host.now, true);
  if (opened.ok) return opened.value;
  const language = chosen === 'system' ? languageOf(host.locale) : chosen;
  throw new Error(commandFailureLine(opened.failure, language));
};

/**
 * Creates the backend for all commands. Rejects if the data folder can't be opened. A ledger that is found damaged
 * during the start is recovered at once.
 */
export const createBackend = async (host: BackendHost): Promise<Backend> => {
  const settings = createSettingsStore(host.store);
  const start = async (recovers: boolean): Promise<Backend> => {
    const folder = await openOrThrow(host, settings.read().language);
    try {
      const backend = await backendOver(host, settings, folder, noOffice());
      return folder.store.readOnly ? backend : withDailyBackup(host, settings, backend);
    } catch (error) {
      const damaged = folder.isDamage(error);
      folder.storageCode(error);
      await folder.close();
      if (damaged && recovers) return await start(false);
      throw error;
    }
  };
  return await start(true);
};
