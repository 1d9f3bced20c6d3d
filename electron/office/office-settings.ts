import {
  defaultSettings,
  officeSettings,
  onlySettings,
  settingsSchema,
  type Settings,
} from '../../shared/contract/settings.ts';
import type { KeyValueStore } from '../credentials/host.ts';
import { isSameSetting } from '../../shared/contract/settings-lists.ts';
import {
  createSettingsStore,
  SettingChanged,
  SettingRefused,
  settingsKey,
} from '../credentials/settings-store.ts';

export type ChangedSetting = {
  readonly key: string;
  readonly value: unknown;
  /** Whether the stored value (undefined if there is none) may be replaced: the user saw it, or wants it. */
  readonly isSeen: (stored: unknown) => boolean;
};

/** Values that all processes of an office share. */
type SharedValues = {
  readonly get: (key: string) => unknown;
  readonly set: (key: string, value: unknown) => Promise<void>;
  /** Call it without changes, too: the request may come again after another user has changed them. */
  readonly change: (changes: readonly ChangedSetting[]) => Promise<void>;
};

/** The key of a setting's row. */
export const keyOf = (name: (typeof officeSettings)[number]): string => `${settingsKey}.${name}`;

/** A stored value, or the default if there is none or it is damaged. */
const soundSetting = (name: (typeof officeSettings)[number], stored: unknown): unknown => {
  const parsed = settingsSchema.shape[name].safeParse(stored);
  return parsed.success ? parsed.data : defaultSettings[name];
};

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/**
 * The backend's store in an office: what is saved here is shared. Each setting has its own row, so that two
 * administrators who change different ones at once don't overwrite each other's.
 */
export const officeKeyValues = (settings: SharedValues, onBug: (error: unknown) => void): KeyValueStore => {
  let unsaved: Promise<unknown> = Promise.resolve();
  const follow = (saving: Promise<void>): void => {
    saving.catch((error: unknown) => {
      if (!(error instanceof SettingChanged || error instanceof SettingRefused)) onBug(error);
    });
    unsaved = Promise.all([unsaved, saving]);
    // Whoever waits for it learns of a failure.
    unsaved.catch(() => {});
  };
  const save = (key: string, value: unknown): void => follow(settings.set(key, value));
  const members = (): Readonly<Record<string, unknown>> => {
    const known = officeSettings.map((name) => [name, settings.get(keyOf(name))] as const);
    return Object.fromEntries(known.filter(([, value]) => value !== undefined));
  };
  return {
    get: (key) => (key === settingsKey ? members() : settings.get(key)),
    set: (key, value, was = {}) => {
      if (key !== settingsKey) return save(key, value);
      if (!isObject(value)) return;
      const now = { ...defaultSettings, ...members() };
      const changed = officeSettings.filter((name) => !isSameSetting(value[name], now[name]));
      follow(
        settings.change(
          changed.map((name) => ({
            key: keyOf(name),
            value: value[name],
            isSeen: (stored) =>
              !(name in was) ||
              isSameSetting(soundSetting(name, stored), was[name]) ||
              // Stored by an earlier attempt, or by somebody who wants the same.
              isSameSetting(stored, value[name]),
          })),
        ),
      );
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
