import { parentPort, workerData } from 'node:worker_threads';
import type { BackupTask } from './backup-format.ts';
import { unpackBackup } from './unpack-backup.ts';
import { writeBackup } from './write-backup.ts';

/** The thread that copies whole data folders: they have gigabytes, and the window must stay responsive. */
const run = (task: BackupTask) => (task.kind === 'write' ? writeBackup(task) : unpackBackup(task));

/** The codes of a disk error, which are lost when an error crosses between threads. */
const codesOf = (error: unknown) => ({
  message: error instanceof Error ? error.message : String(error),
  ...(error instanceof Error && 'code' in error ? { code: error.code } : {}),
  ...(error instanceof Error && 'errcode' in error ? { errcode: error.errcode } : {}),
  ...(error instanceof Error && 'syscall' in error ? { syscall: error.syscall } : {}),
});

const answer = () => {
  try {
    return { done: run(workerData) };
  } catch (error) {
    return { broke: codesOf(error) };
  }
};

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
parentPort?.postMessage(answer());
