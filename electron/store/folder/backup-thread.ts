import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';
import type { Result } from '../../../shared/result.ts';
import type {
  BackupFailure,
  BackupTask,
  UnpackBackup,
  Unpacked,
  WriteBackup,
  Written,
} from './backup-format.ts';
import { asideOf } from './write-backup.ts';

/**
 * The path of the thread's code: next to this file when the sources run, at the root of the build output
 * otherwise.
 */
const workerAddress = (here: string = import.meta.url): URL => {
  if (here.endsWith('.ts')) return new URL('backup-worker.ts', here);
  return new URL(here.includes('/parts/') ? '../backup-worker.js' : 'backup-worker.js', here);
};

type Answer<Value> = { readonly done: Value } | { readonly broke: object };

/** The thread's response comes from our own code: the task decides its shape. */
const isAnswer = <Value>(value: unknown): value is Answer<Value> =>
  typeof value === 'object' && value !== null && ('done' in value || 'broke' in value);

/** Rejects with the error's own codes if the disk fails, and if its signal is aborted. */
const ask = async <Value>(task: BackupTask, signal: AbortSignal): Promise<Value> => {
  const worker = new Worker(workerAddress(), { workerData: task });
  try {
    const [answer] = await once(worker, 'message', { signal });
    if (!isAnswer<Value>(answer)) throw new Error('The backup thread gave no answer');
    if ('broke' in answer) throw Object.assign(new Error('The backup could not be made'), answer.broke);
    return answer.done;
  } finally {
    await worker.terminate();
  }
};

/** Writes a data folder into one file, in a separate thread. Leaves nothing behind if it does not finish. */
export const writeBackupAside = async (
  task: Omit<WriteBackup, 'kind'>,
  signal: AbortSignal,
): Promise<Written> => {
  try {
    return await ask({ ...task, kind: 'write' }, signal);
  } catch (error) {
    await rm(asideOf(task.target), { force: true });
    throw error;
  }
};

/** Checks a backup and unpacks it, in a separate thread. */
export const unpackBackupAside = (
  task: Omit<UnpackBackup, 'kind'>,
  signal: AbortSignal,
): Promise<Result<Unpacked, BackupFailure>> => ask({ ...task, kind: 'unpack' }, signal);
