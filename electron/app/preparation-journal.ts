import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PageId } from '../../shared/contract/page.ts';

/** After this many crashes a page is not prepared again automatically. */
const maxCrashes = 2;

/**
 * Marks the pages that are being prepared, with a file each, so that the next start knows what was under way
 * when the program died. A file that crashes its decoder must not crash Vouch at every start.
 */
type PreparationJournal = {
  readonly begin: (id: PageId) => void;
  readonly end: (id: PageId) => void;
  /** Whether the program died twice while preparing this page: it is not started automatically again. */
  readonly crashedTwice: (id: PageId) => boolean;
};

/** Vouch works without marks, so a failed write is ignored. */
const quietly = (work: () => void): void => {
  try {
    work();
  } catch {
    // A full or read-only disk is reported elsewhere.
  }
};

/** @param folder a separate one in the data folder; created if it is missing */
export const openPreparationJournal = (folder: string): PreparationJournal => {
  const crashes = new Map<PageId, number>();
  const fileOf = (id: PageId): string => join(folder, String(id));
  const mark = (id: PageId): void =>
    quietly(() => writeFileSync(fileOf(id), String(crashes.get(id) ?? 0), { mode: 0o600 }));

  quietly(() => {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    for (const name of readdirSync(folder)) {
      const id = Number(name);
      if (!Number.isSafeInteger(id)) continue;
      const before = Number(readFileSync(join(folder, name), 'utf8'));
      crashes.set(id, (Number.isSafeInteger(before) ? before : 0) + 1);
      mark(id);
    }
  });

  return {
    begin: mark,
    end: (id) => {
      crashes.delete(id);
      quietly(() => rmSync(fileOf(id), { force: true }));
    },
    crashedTwice: (id) => (crashes.get(id) ?? 0) >= maxCrashes,
  };
};
