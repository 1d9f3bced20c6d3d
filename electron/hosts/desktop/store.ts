import ElectronStore from 'electron-store';
import type { KeyValueStore } from '../../credentials/host.ts';
import { openStore, settingsFile } from '../window/settings-store.ts';

const openElectronStore = (home: string) =>
  new ElectronStore<Record<string, unknown>>({
    cwd: home,
    name: settingsFile,
    accessPropertiesByDotNotation: false,
    configFileMode: 0o600,
  });

/** Settings and the sealed account, in the same file as in the other hosts. */
export const openDesktopStore = (home: string): KeyValueStore =>
  openStore(
    home,
    () => openElectronStore(home),
    () => new Date(),
  );
