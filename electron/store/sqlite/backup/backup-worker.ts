import { handleTasks } from '../../../infra/handle-tasks.ts';
import type { BackupTask } from './backup-format.ts';
import { unpackBackup } from './unpack-backup.ts';
import { writeBackup } from './write-backup.ts';

/** The thread that copies whole data folders: they have gigabytes, and the window must stay responsive. */
handleTasks<BackupTask, unknown>((task) => ({
  value: task.kind === 'write' ? writeBackup(task) : unpackBackup(task),
}));
