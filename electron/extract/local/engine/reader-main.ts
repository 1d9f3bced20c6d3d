import process from 'node:process';
import { handleTasks } from '../../../infra/handle-tasks.ts';
import { ignoreSignals, openProcessPort } from '../../../infra/process-port.ts';
import { createTaskHandler } from './handle-reader-task.ts';
import type { ReaderTask, ReaderTaskResult } from './line-reader.ts';
import { weightsFolder } from './weights.ts';

/**
 * The process that reads the text of pictures. It has no secrets. The networks run on its main thread, so no timer
 * can watch its memory while one runs: sizes are limited instead (find-text.ts, open-picture.ts).
 */
const handle = createTaskHandler(weightsFolder(), () => performance.now());

ignoreSignals();

/** Memory beyond which it gives up between two steps. Only its page is lost then. */
const mostBytes = 880 * 1024 * 1024;
const outOfMemory = 71;
setInterval(() => {
  if (process.memoryUsage.rss() > mostBytes) process.exit(outOfMemory);
}, 50).unref();

handleTasks<ReaderTask, ReaderTaskResult>(async (task) => ({ value: await handle(task) }), openProcessPort());
