import { open } from 'node:fs/promises';

/**
 * Resolves when everything committed before the call is on the disk; rejects with the disk's own error. The
 * sync runs outside this thread, and one sync serves all callers that wait meanwhile.
 */
export type Lasting = () => Promise<void>;

/**
 * A commit is in the write-ahead log. If it was checkpointed into the main file, SQLite has already synced
 * it.
 */
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
    // Its error goes to those who waited for it.
    await running.catch(() => {});
    next = null;
    running = syncLog(path);
    await running;
  };
  // A running sync may have begun before the last commit.
  return () => (next ??= afterRunning());
};
