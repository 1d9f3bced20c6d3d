import type { VouchEvent } from '../../shared/contract/commands.ts';
import type { PageId } from '../../shared/contract/page.ts';
import { languageOf, type Language } from '../../shared/language.ts';
import { createSettingsStore } from '../credentials/settings-store.ts';
import { describeError } from '../infra/log.ts';
import { summaryOf } from '../pipeline/page-summary.ts';
import { backendOver, type OfficeParts } from './backend-over.ts';
import type { Backend, Host } from './contract.ts';
import { openDataFolder, type DataFolder } from './data-folder.ts';

/**
 * Throws if the data folder can't be opened: the error has the reason and the remedy, in the user's language.
 */
const openOrThrow = async (host: Host, chosen: Language | 'system'): Promise<DataFolder> => {
  const opened = await openDataFolder(host.home, `Vouch (${host.kind})`, host.now, true);
  if (opened.ok) return opened.value;
  const { message, remedy } = opened.failure;
  const language = chosen === 'system' ? languageOf(host.locale) : chosen;
  const sentences = [message[language], ...(remedy ? [remedy[language]] : [])];
  throw new Error(sentences.join(language === 'zh' ? '。' : '. '));
};

/**
 * Creates the backend for all commands. Rejects if the data folder can't be opened. If the ledger turns out
 * to be damaged during the start, it is recovered at once.
 */
export const createBackend = async (host: Host): Promise<Backend> => {
  const settings = createSettingsStore(host.store);
  const start = async (recovers: boolean): Promise<Backend> => {
    const folder = await openOrThrow(host, settings.read().language);
    try {
      return await backendOver(host, settings, folder, null);
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

/** The backend of an office: everybody shares its pages, and other processes change them, too. */
export const createOfficeBackend = async (
  host: Host,
  { folder, handOver, onSettings, onClaims }: OfficeParts,
): Promise<Backend> => {
  const backend = await backendOver(host, createSettingsStore(host.store), folder, {
    handOver,
    onSettings,
  });
  const listeners = new Set<(event: VouchEvent) => void>();
  const tell = (event: VouchEvent): void => {
    for (const listener of listeners) listener(event);
  };
  const tellOfOthers = async (ids: readonly PageId[]): Promise<void> => {
    const rows = await folder.store.pages(ids);
    const there = new Set(rows.map(({ id }) => id));
    const gone = ids.filter((id) => !there.has(id));
    if (rows.length > 0) tell({ type: 'pages.changed', pages: rows.map(summaryOf) });
    if (gone.length > 0) tell({ type: 'pages.removed', ids: gone });
  };
  const report = (error: unknown): void => host.log.write('error', 'notice', describeError(error));
  const stopListening = folder.store.listen(
    (ids, by) => {
      if (by === 'other') void tellOfOthers(ids).catch(report);
    },
    // The missed changes are unknown: the windows reload everything.
    () => tell({ type: 'data.replaced' }),
  );
  const stopOwn = backend.listen(tell);
  const stopClaims = onClaims(() => tell({ type: 'claims.changed' }));
  return {
    ...backend,
    listen: (listener) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    close: async () => {
      stopListening();
      stopClaims();
      stopOwn();
      await backend.close();
    },
  };
};
