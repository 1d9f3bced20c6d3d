import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PageId } from '../../shared/contract/page.ts';
import type { PreparationJournal } from '../pipeline/page-preparation.ts';

/** After this many crashes a page is not prepared again automatically. */
const maxCrashes = 2;

/** Vouch works without the journal, so a failed write is ignored. */
const quietly = (work: () => void): void => {
  try {
    work();
  } catch {
    // A full or read-only disk is reported elsewhere.
  }
};

/**
 * A journal with a file for each page that is being prepared.
 * @param folder a separate one in the data folder; created if it is missing
 */
export const openPreparationJournal = (folder: string): PreparationJournal => {
  const crashes = new Map<PageId, number>();
  const fileOf = (id: PageId): string => join(folder, String(id));
  const note = (id: PageId): void =>
    quietly(() => writeFileSync(fileOf(id), String(crashes.get(id) ?? 0), { mode: 0o600 }));

  quietly(() => {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    for (const name of readdirSync(folder)) {
      const id = Number(name);
      if (!Number.isSafeInteger(id)) continue;
      const before = Number(readFileSync(join(folder, name), 'utf8'));
      crashes.set(id, (Number.isSafeInteger(before) ? before : 0) + 1);
      note(id);
    }
  });

  return {
    begin: note,
    end: (id) => {
      crashes.delete(id);
      quietly(() => rmSync(fileOf(id), { force: true }));
    },
    crashedTwice: (id) => (crashes.get(id) ?? 0) >= maxCrashes,
  };
};
