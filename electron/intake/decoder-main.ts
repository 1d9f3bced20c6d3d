import process from 'node:process';
import { handleTasks } from '../infra/handle-tasks.ts';
import { ignoreSignals, openProcessPort } from '../infra/process-port.ts';
import { createThreadDecoder, usualThreads } from './decode-pool.ts';
import { maxPageMs } from './limits.ts';
import type { TaskResult, Task } from './tasks.ts';

/**
 * The process that decodes untrusted files. It has no secrets. It exits if a picture needs more memory than
 * any legitimate one; only its tasks are lost then.
 */

/** The largest legitimate picture needs half of this resident memory. */
const mostBytes = 1_500 * 1024 * 1024;
const lookEveryMs = 50;
const outOfMemory = 71;

const pool = createThreadDecoder({ threads: usualThreads(), limitMs: maxPageMs });

let under = 0;
setInterval(() => {
  if (under > 0 && process.memoryUsage.rss() > mostBytes) process.exit(outOfMemory);
}, lookEveryMs);

ignoreSignals();

handleTasks<Task, TaskResult>(async (task) => {
  under += 1;
  const value = await pool.run(task);
  under -= 1;
  return { value };
}, openProcessPort());
