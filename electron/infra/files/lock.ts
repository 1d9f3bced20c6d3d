import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { failed, success, type Result } from '../../../shared/result.ts';
import { makePrivateFolder } from './make-folder.ts';
import { hold } from './lock-file.ts';

const holderSchema = z.object({ pid: z.int(), program: z.string(), since: z.string() });
/** The process that writes in a data folder. */
export type Holder = z.infer<typeof holderSchema>;

type Lock = { readonly release: () => void };

const readHolder = (path: string): Holder | null => {
  try {
    return holderSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    // The note is missing or incomplete; only the lock itself counts.
    return null;
  }
};

/**
 * Makes this process the only writer of a data folder; waits a moment for a process that is just ending.
 * @returns who holds it instead (null if unknown)
 */
export const lockFolder = async (
  home: string,
  holder: Holder,
  patienceMs = 1000,
): Promise<Result<Lock, Holder | null>> => {
  makePrivateFolder(home);
  const holderPath = join(home, 'holder.json');
  const deadline = performance.now() + patienceMs;
  let db = hold(home);
  while (db === null) {
    if (performance.now() >= deadline) return failed(readHolder(holderPath));
    await wait(50);
    db = hold(home);
  }
  const held = db;
  try {
    writeFileSync(holderPath, JSON.stringify(holder), { mode: 0o600 });
  } catch (error) {
    // A full or read-only disk: released, so that the folder is free after the repair.
    held.close();
    throw error;
  }
  return success({
    release: () => {
      if (!held.isOpen) return;
      rmSync(holderPath, { force: true });
      held.close();
    },
  });
};
