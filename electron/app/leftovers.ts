import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const namesIn = (folder: string): readonly string[] => {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
};

/** Deletes backups that a killed process had begun to write: each may be as large as the data folder. */
export const clearUnfinishedBackups = (home: string): void => {
  const folder = join(home, 'backups');
  for (const name of namesIn(folder))
    if (/\.vouch\.part(?:-journal)?$/u.test(name)) rmSync(join(folder, name), { force: true });
};

/** Number of pictures of earlier pages in the data folder. */
export const countPictures = (home: string): number =>
  namesIn(join(home, 'pictures')).reduce(
    (sum, name) => sum + (/^[0-9a-f]{2}$/u.test(name) ? namesIn(join(home, 'pictures', name)).length : 0),
    0,
  );
