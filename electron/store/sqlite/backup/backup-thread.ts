import { rm } from 'node:fs/promises';
import type { Result } from '../../../../shared/result.ts';
import { createTaskThread } from '../../../infra/task-thread.ts';
import { threadAddress } from '../../../infra/thread-address.ts';
import type {
  BackupFailure,
  BackupTask,
  UnpackBackup,
  Unpacked,
  WriteBackup,
  Written,
} from './backup-format.ts';
import { asideOf } from './write-backup.ts';

/** Rejects with the error's own codes if the disk fails, and if its signal is aborted. */
const runAside = async <Value>(task: BackupTask, signal: AbortSignal): Promise<Value> => {
  signal.throwIfAborted();
  const thread = createTaskThread<BackupTask, Value>({
    address: threadAddress(import.meta.url, 'backup-worker.ts', 'backup-worker.js'),
    idleMs: null,
  });
  const stop = (): void => void thread.close();
  signal.addEventListener('abort', stop);
  try {
    const result = await thread.run(task);
    signal.throwIfAborted();
    if (!result.ok) throw new Error(`The backup thread ended: ${result.failure}`);
    return result.value;
  } finally {
    signal.removeEventListener('abort', stop);
    await thread.close();
  }
};

/** Writes a data folder into one file, in a separate thread. Leaves nothing behind if it does not finish. */
export const writeBackupAside = async (
  task: Omit<WriteBackup, 'kind'>,
  signal: AbortSignal,
): Promise<Written> => {
  try {
    return await runAside({ ...task, kind: 'write' }, signal);
  } catch (error) {
    await rm(asideOf(task.target), { force: true });
    throw error;
  }
};

/** Checks a backup and unpacks it, in a separate thread. */
export const unpackBackupAside = (
  task: Omit<UnpackBackup, 'kind'>,
  signal: AbortSignal,
): Promise<Result<Unpacked, BackupFailure>> => runAside({ ...task, kind: 'unpack' }, signal);
