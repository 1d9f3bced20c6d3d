import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type DataSize, backupNameSchema, type BackupFile } from '../../shared/contract/data.ts';
import { keptAsidePrefix } from '../store/folder/swap-data.ts';
import { mkdirSync } from 'node:fs';
import { localDay, twoDigits } from '../../shared/local-day.ts';
import { failed, success } from '../../shared/result.ts';
import { unpackBackupAside, writeBackupAside } from '../store/sqlite/backup/backup-thread.ts';
import type { Host } from './contract.ts';
import type { Handlers } from './handlers.ts';
import { backupBusy, backupGone, backupRefused, noOpenFolder } from './command-failures.ts';

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
const dataSize = async (home: string): Promise<DataSize> => {
  const sizes: Record<Part, number> = { ledger: 0, pictures: 0, originals: 0, views: 0, logs: 0, backups: 0 };
  for (const entry of await readdir(home, { withFileTypes: true })) {
    const part = partOf(entry.name);
    if (part) sizes[part] += await bytesBelow(join(home, entry.name), entry.isDirectory());
  }
  return { ...sizes, total: Object.values(sizes).reduce((sum, bytes) => sum + bytes, 0) };
};

type DataCommandDependencies = {
  readonly host: Pick<
    Host,
    'home' | 'version' | 'now' | 'chooseSavePath' | 'chooseBackup' | 'openFolder' | 'kind'
  >;
  /** Aborted when the backend is closed. */
  readonly signal: AbortSignal;
};

/** The folder for backups if there is no dialog. */
const backupsFolder = (home: string): string => join(home, 'backups');

/**
 * `2024-05-28 09.30.00`, by this computer's clock: a name that sorts, and that is valid on every file system.
 */
const stampOf = (now: Date): string => {
  return `${localDay(now)} ${[now.getHours(), now.getMinutes(), now.getSeconds()].map(twoDigits).join('.')}`;
};

const backupsIn = async (folder: string): Promise<readonly BackupFile[]> => {
  const found = await readdir(folder).catch(() => []);
  const names = found.filter((name) => backupNameSchema.safeParse(name).success);
  // Another program may remove a file meanwhile.
  const files = await Promise.all(
    names.map((name) =>
      stat(join(folder, name)).then(
        ({ size }) => [{ name, bytes: size }],
        () => [],
      ),
    ),
  );
  return files.flat().toSorted((one, other) => other.name.localeCompare(one.name));
};

type DataCommands = Pick<
  Handlers,
  'data.size' | 'data.openFolder' | 'data.backup' | 'data.backups' | 'data.restore'
>;

/** Location, size, backup and restore of the data. */
export const dataCommands = ({ host, signal }: DataCommandDependencies): DataCommands => {
  const { home } = host;
  /** One at a time: they read and write the same gigabytes. */
  let busy = false;
  const alone = async <Value>(work: () => Promise<Value>): Promise<Value | null> => {
    if (busy) return null;
    busy = true;
    try {
      return await work();
    } finally {
      busy = false;
    }
  };

  const targetOf = async (name: string): Promise<string | null> => {
    if (host.chooseSavePath) return host.chooseSavePath(name);
    mkdirSync(backupsFolder(home), { recursive: true, mode: 0o700 });
    return join(backupsFolder(home), name);
  };
  /** A backup in the data folder by its name; without a name, a file that the user chooses. */
  const sourceOf = async (name: string | null): Promise<string | null> =>
    name === null ? ((await host.chooseBackup?.()) ?? null) : join(backupsFolder(home), name);

  const backUp = async () => {
    const now = host.now();
    const path = await targetOf(`Vouch ${stampOf(now)}.vouch`);
    if (path === null) return success({ kind: 'cancelled' } as const);
    const task = { home, target: path, at: now.toISOString(), program: `Vouch ${host.version}` };
    return success({ kind: 'saved', path, ...(await writeBackupAside(task, signal)) } as const);
  };

  const restore = async (name: string | null) => {
    if (name !== null && !(await backupsIn(backupsFolder(home))).some((file) => file.name === name))
      return failed(backupGone);
    const source = await sourceOf(name);
    if (source === null) return success({ kind: 'cancelled' } as const);
    const unpacked = await unpackBackupAside({ source, home, at: host.now().toISOString() }, signal);
    return unpacked.ok
      ? success({ kind: 'restored', ...unpacked.value } as const)
      : failed(backupRefused(unpacked.failure.reason));
  };

  return {
    'data.size': async () => success(await dataSize(home)),
    'data.openFolder': async () => {
      if (!host.openFolder) return failed(noOpenFolder);
      await host.openFolder(home);
      return success({});
    },
    'data.backup': async () => (await alone(backUp)) ?? failed(backupBusy),
    'data.backups': async () => success({ backups: [...(await backupsIn(backupsFolder(home)))] }),
    'data.restore': async ({ name }) => (await alone(() => restore(name))) ?? failed(backupBusy),
  };
};
