import { mkdirSync } from 'node:fs';
import { readdir, rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { SettingsStore } from '../credentials/settings-store.ts';
import { describeError } from '../infra/log.ts';
import type { Backend, Host } from './contract.ts';
import { localDay } from '../../shared/local-day.ts';
import { writeBackupAside } from '../store/sqlite/backup/backup-thread.ts';

/** `Vouch ledger 2024-05-28.vouch`: the names sort by day. */
const shape = /^Vouch ledger \d{4}-\d{2}-\d{2}\.vouch$/u;

const mostKept = 7;
/** Free space, as a multiple of what is written: a backup must never fill the disk. */
const leastRoom = 2;

type Daily = {
  readonly home: string;
  /** `Vouch 0.1.0`. */
  readonly program: string;
  readonly now: Date;
  readonly signal: AbortSignal;
  /** Free bytes on the disk of a folder. */
  readonly freeBytes?: (folder: string) => Promise<number>;
};

const systemFreeBytes = async (folder: string): Promise<number> => {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
};

const sizeOf = (path: string): Promise<number> =>
  stat(path).then(
    ({ size }) => size,
    () => 0,
  );

/**
 * Backs the ledger up once a day, without pictures and originals, which stay in the data folder. Keeps the last
 * seven. Throws if the disk fails.
 */
export const backUpDaily = async ({
  home,
  program,
  now,
  signal,
  freeBytes = systemFreeBytes,
}: Daily): Promise<'written' | 'there' | 'no-room'> => {
  const folder = join(home, 'backups');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const name = `Vouch ledger ${localDay(now)}.vouch`;
  const kept = (await readdir(folder)).filter((one) => shape.test(one)).toSorted();
  if (kept.includes(name)) return 'there';
  const ledger = join(home, 'ledger.sqlite');
  const bytes = (await sizeOf(ledger)) + (await sizeOf(`${ledger}-wal`));
  if ((await freeBytes(folder)) < leastRoom * bytes) return 'no-room';
  const task = { home, target: join(folder, name), at: now.toISOString(), program, ledgerOnly: true };
  await writeBackupAside(task, signal);
  const old = kept.slice(0, Math.max(0, kept.length + 1 - mostKept));
  for (const one of old) await rm(join(folder, one), { force: true });
  return 'written';
};

const firstMs = 60_000;
const everyMs = 3_600_000;

/** A backend that backs its ledger up once a day, as long as the settings say so. */
export const withDailyBackup = (
  host: Pick<Host, 'home' | 'version' | 'now' | 'log'>,
  settings: Pick<SettingsStore, 'read'>,
  backend: Backend,
): Backend => {
  const closing = new AbortController();
  const backUp = async (): Promise<void> => {
    if (!settings.read().dailyBackup) return;
    const { home, version } = host;
    const task = { home, program: `Vouch ${version}`, now: host.now(), signal: closing.signal };
    if ((await backUpDaily(task)) === 'no-room') host.log.write('warn', 'daily-backup', 'no room');
  };
  let running: Promise<void> = Promise.resolve();
  const look = (): void => {
    running = running.then(backUp).catch((error: unknown) => {
      if (!closing.signal.aborted) host.log.write('error', 'daily-backup', describeError(error));
    });
  };
  const first = setTimeout(look, firstMs).unref();
  const later = setInterval(look, everyMs).unref();
  return {
    ...backend,
    close: async () => {
      clearTimeout(first);
      clearInterval(later);
      closing.abort();
      await running;
      await backend.close();
    },
  };
};
