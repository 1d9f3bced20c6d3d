import {
  defaultSettings,
  officeSettings,
  onlySettings,
  settingsSchema,
  type Settings,
} from '../../shared/contract/settings.ts';
import type { KeyValueStore } from '../credentials/host.ts';
import { createSettingsStore, settingsKey } from '../credentials/settings-store.ts';

/** Values that all processes of an office share. */
type SharedValues = {
  readonly get: (key: string) => unknown;
  readonly set: (key: string, value: unknown) => Promise<void>;
};

/** The key of a setting's row. */
export const keyOf = (name: (typeof officeSettings)[number]): string => `${settingsKey}.${name}`;

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/**
 * The backend's store in an office: what is saved here is shared. Each setting has its own row, so that two
 * administrators who change different ones at once don't overwrite each other's.
 */
export const officeKeyValues = (settings: SharedValues, onBug: (error: unknown) => void): KeyValueStore => {
  let unsaved: Promise<unknown> = Promise.resolve();
  const save = (key: string, value: unknown): void => {
    const saving = settings.set(key, value);
    saving.catch(onBug);
    unsaved = Promise.all([unsaved, saving]);
    // Whoever waits for it learns of a failure.
    unsaved.catch(() => {});
  };
  const members = (): Readonly<Record<string, unknown>> => {
    const known = officeSettings.map((name) => [name, settings.get(keyOf(name))] as const);
    return Object.fromEntries(known.filter(([, value]) => value !== undefined));
  };
  return {
    get: (key) => (key === settingsKey ? members() : settings.get(key)),
    set: (key, value) => {
      if (key !== settingsKey) return save(key, value);
      if (!isObject(value)) return;
      const now = { ...defaultSettings, ...members() };
      for (const name of officeSettings)
        if (JSON.stringify(value[name]) !== JSON.stringify(now[name])) save(keyOf(name), value[name]);
    },
    delete: (key) => save(key, undefined),
    saved: async () => {
      const saving = unsaved;
      unsaved = Promise.resolve();
      await saving;
    },
  };
};

/** The settings of this computer with those that the office sets for all. */
export const withOfficeSettings = (ofComputer: Settings, settings: SharedValues): Settings => {
  const ofOffice = createSettingsStore(officeKeyValues(settings, () => {})).read();
  return settingsSchema.parse({ ...ofComputer, ...onlySettings(ofOffice, officeSettings) });
};
