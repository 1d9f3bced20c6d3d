import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { Settings } from '../../shared/contract/settings.ts';
import { createSettingsStore } from './settings-store.ts';

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
