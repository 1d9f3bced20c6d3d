import { z } from 'zod';
import {
  settingsChangeSchema,
  settingsSchema,
  type Settings,
  type SettingsChange,
} from '../../shared/contract/settings.ts';
import type { CommandFailure } from '../../shared/contract/commands.ts';
import type { SeenSettings } from '../../shared/contract/settings-lists.ts';
import type { KeyValueStore } from './host.ts';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export type SettingsStore = {
  /** The saved settings; a missing or damaged member has its default, the others are kept. */
  readonly read: () => Settings;
  /** Saves a change of some members and returns all settings. */
  readonly change: (change: SettingsChange, was?: SeenSettings) => Settings;
};

/** A setting has another value than the user saw, so that nothing of the change is stored. */
export class SettingChanged extends Error {
  /** Who changed it; null if that is not known. */
  readonly by: string | null;
  constructor(by: string | null) {
    super('A setting was changed meanwhile');
    this.by = by;
  }
}

/** Something else forbids a change, so that nothing of it is stored. */
export class SettingRefused extends Error {
  readonly failure: CommandFailure;
  constructor(failure: CommandFailure) {
    super('A setting was refused');
    this.failure = failure;
  }
}

/** The key of the settings in the host's store. */
export const settingsKey = 'settings';
const keptSchema = z.record(z.string(), z.unknown());

const keptIn = (store: KeyValueStore): Readonly<Record<string, unknown>> => {
  const kept = keptSchema.safeParse(store.get(settingsKey));
  return kept.success ? kept.data : {};
};

/** One damaged member must not lose the others, so each is parsed with its own schema. */
const soundMembers = (kept: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(settingsSchema.shape)
      .filter(([name, schema]) => Object.hasOwn(kept, name) && schema.safeParse(kept[name]).success)
      .map(([name]) => [name, kept[name]]),
  );

/** Settings in the host's store. Members that this version doesn't know (from a newer one) are preserved. */
export const createSettingsStore = (store: KeyValueStore): SettingsStore => {
  const read = (): Settings => settingsSchema.parse(soundMembers(keptIn(store)));
  return {
    read,
    change: (change, was) => {
      const settings = settingsSchema.parse({ ...read(), ...settingsChangeSchema.parse(change) });
      store.set(settingsKey, { ...keptIn(store), ...settings }, was);
      return settings;
    },
  };
};

const fileSchema = z.record(z.string(), z.unknown());

const readFile = (path: string): Readonly<Record<string, unknown>> => {
  try {
    return fileSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    // Missing or damaged: the window repairs it, and missing settings have defaults.
    return {};
  }
};

const refuse = (): never => {
  throw new Error('The command line writes no settings');
};

/** The settings that the window saves in the data folder; the command line only reads them. */
export const readSettings = (home: string): Settings => {
  const kept = readFile(join(home, 'settings.json'));
  return createSettingsStore({ get: (key) => kept[key], set: refuse, delete: refuse }).read();
};
