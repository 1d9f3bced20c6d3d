import { open } from 'node:fs/promises';

/**
 * Resolves when the disk has all that was committed before it was asked; rejects with the disk's own error. The disk
 * is waited for beside the main thread, and once for all who ask meanwhile.
 */
export type Lasting = () => Promise<void>;

/** A commit stands in the write-ahead log; where it was taken into the file itself, SQLite has waited for the disk. */
const syncLog = async (path: string): Promise<void> => {
  const log = await open(`${path}-wal`, 'r+');
  try {
    await log.datasync();
  } finally {
    await log.close();
  }
};

export const openLasting = (path: string): Lasting => {
  let running: Promise<void> = Promise.resolve();
  let next: Promise<void> | null = null;
  const afterRunning = async (): Promise<void> => {
    // Its end is the news of those who asked for it.
    await running.catch(() => {});
    next = null;
    running = syncLog(path);
    await running;
  };
  // What runs already may have begun before the last commit.
  return () => (next ??= afterRunning());
};
