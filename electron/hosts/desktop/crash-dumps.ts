import { app, crashReporter } from 'electron';
import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** A dump contains memory of the program, so old ones are deleted. */
const keptMs = 30 * 86_400_000;

/** Deletes dumps that are older than 30 days. */
export const deleteOldDumps = (folder: string, now: Date): void => {
  let names: readonly string[] = [];
  try {
    names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  } catch {
    // There never was a crash.
  }
  for (const name of names.filter((one) => one.endsWith('.dmp'))) {
    const path = join(folder, name);
    try {
      const stats = statSync(path, { throwIfNoEntry: false });
      if (stats && now.getTime() - stats.mtimeMs > keptMs) rmSync(path, { force: true });
    } catch {
      // Another program has it open: the next start tries again.
    }
  }
};

/** Keeps dumps of native crashes in the data folder, for support. Nothing is ever sent. */
export const keepCrashDumps = (home: string): void => {
  const folder = join(home, 'logs', 'crashes');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  app.setPath('crashDumps', folder);
  crashReporter.start({ uploadToServer: false });
  deleteOldDumps(folder, new Date());
};
