import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { DataSize } from '../../shared/contract/data.ts';
import { keptAsidePrefix } from '../store/folder/swap-data.ts';

type Part = Exclude<keyof DataSize, 'total'>;

/**
 * The part of the data that an entry of the data folder belongs to; null for settings, locks and foreign
 * files.
 */
const partOf = (name: string): Part | null => {
  if (/^ledger\.sqlite(-wal|-shm)?$/.test(name)) return 'ledger';
  if (name === 'pictures' || name === 'originals') return name;
  if (name === 'thumbnails' || name === 'best') return 'views';
  if (name === 'logs' || /\.log(\.\d+)?$/.test(name)) return 'logs';
  // Damaged ledgers, and copies made before a schema change, have the ledger's name as a prefix.
  if (name === 'backups' || name.startsWith(keptAsidePrefix) || name.startsWith('ledger.sqlite.'))
    return 'backups';
  return null;
};

const bytesOf = async (path: string): Promise<number> => {
  try {
    const { size } = await stat(path);
    return size;
  } catch {
    // Deleted during the count.
    return 0;
  }
};

/** Bytes of a file, or of all files below a folder. */
const bytesBelow = async (path: string, isFolder: boolean): Promise<number> => {
  if (!isFolder) return bytesOf(path);
  let sum = 0;
  for (const entry of await readdir(path, { withFileTypes: true }).catch(() => []))
    sum += await bytesBelow(join(path, entry.name), entry.isDirectory());
  return sum;
};

/** The size of the data folder, by kind of data. */
export const dataSize = async (home: string): Promise<DataSize> => {
  const sizes: Record<Part, number> = { ledger: 0, pictures: 0, originals: 0, views: 0, logs: 0, backups: 0 };
  for (const entry of await readdir(home, { withFileTypes: true })) {
    const part = partOf(entry.name);
    if (part) sizes[part] += await bytesBelow(join(home, entry.name), entry.isDirectory());
  }
  return { ...sizes, total: Object.values(sizes).reduce((sum, bytes) => sum + bytes, 0) };
};
