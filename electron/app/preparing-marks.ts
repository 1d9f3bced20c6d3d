import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PageId } from '../../shared/contract/page.ts';

/** So many ends of the program within one page's preparation are no chance any more. */
const mostDeaths = 2;

/**
 * Marks the pages that are being prepared, in a file each, so that the next start knows what was under way when the
 * program died. A file that kills its decoder must not kill Vouch at every start.
 */
export type PreparingMarks = {
  readonly begin: (id: PageId) => void;
  readonly end: (id: PageId) => void;
  /** Whether the program died twice while this page was prepared: it is not taken up by itself. */
  readonly killedTwice: (id: PageId) => boolean;
};

/** What can't be written is no reason to stop: the mark is a help, not a condition. */
const quietly = (work: () => void): void => {
  try {
    work();
  } catch {
    // A full or read-only disk says so by itself.
  }
};

/** @param folder one of its own in the data folder; made where there is none */
export const openPreparingMarks = (folder: string): PreparingMarks => {
  const deaths = new Map<PageId, number>();
  const fileOf = (id: PageId): string => join(folder, String(id));
  const mark = (id: PageId): void =>
    quietly(() => writeFileSync(fileOf(id), String(deaths.get(id) ?? 0), { mode: 0o600 }));

  quietly(() => {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    for (const name of readdirSync(folder)) {
      const id = Number(name);
      if (!Number.isSafeInteger(id)) continue;
      const before = Number(readFileSync(join(folder, name), 'utf8'));
      deaths.set(id, (Number.isSafeInteger(before) ? before : 0) + 1);
      mark(id);
    }
  });

  return {
    begin: mark,
    end: (id) => {
      deaths.delete(id);
      quietly(() => rmSync(fileOf(id), { force: true }));
    },
    killedTwice: (id) => (deaths.get(id) ?? 0) >= mostDeaths,
  };
};
