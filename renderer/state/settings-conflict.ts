import type { CommandFailure } from '../../shared/contract/commands.ts';
import type { SettingsChange } from '../../shared/contract/settings.ts';
import type { SeenSettings } from '../../shared/contract/settings-lists.ts';
import type { HostConnection } from './host.ts';
import { settle } from './settle.ts';
import { writeApp } from './store.ts';

/** A change of settings that another user's change has overtaken; loaded with the first one. */

/** Keeps a refused change beside what is stored now, until the user decides. Several changes may have waited. */
export const keepBeside = async (
  host: Pick<HostConnection, 'invoke'>,
  { was, ...mine }: SettingsChange & { readonly was: SeenSettings },
  { message }: CommandFailure,
): Promise<void> => {
  const info = settle(await host.invoke('app.info', {}));
  if (!info) return;
  writeApp(({ settingsConflict: open }) => ({
    info,
    settingsConflict: { mine: { ...open?.mine, ...mine }, was: { ...was, ...open?.was }, message },
  }));
};

export const dropSettingsConflict = (): void => writeApp({ settingsConflict: null });

/**
 * Stores what the user decided.
 * @param save returns whether it was stored
 */
export const settleSettingsConflict = async (save: () => Promise<boolean>): Promise<void> => {
  dropSettingsConflict();
  if (await save()) writeApp(({ conflictsSettled }) => ({ conflictsSettled: conflictsSettled + 1 }));
};
