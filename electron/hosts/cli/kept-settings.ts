import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { Settings } from '../../../shared/contract/settings.ts';
import { createSettingsStore } from '../../credentials/settings-store.ts';

const fileSchema = z.record(z.string(), z.unknown());

const readFile = (path: string): Readonly<Record<string, unknown>> => {
  try {
    return fileSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    // Not there, or damaged: the window sets that right, and what is missing has its default.
    return {};
  }
};

const refuse = (): never => {
  throw new Error('The command line writes no settings');
};

/** The settings that the window keeps in the data folder; the command line reads them and never writes them. */
export const readSettings = (home: string): Settings => {
  const kept = readFile(join(home, 'settings.json'));
  return createSettingsStore({ get: (key) => kept[key], set: refuse, delete: refuse }).read();
};
