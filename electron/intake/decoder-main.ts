import process from 'node:process';
import { handleTasks, type WorkerPort } from '../infra/handle-tasks.ts';
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

type ParentPort = {
  readonly postMessage: (message: unknown) => void;
  readonly on: (event: 'message', listener: (event: { readonly data: unknown }) => void) => void;
};

const isParentPort = (value: unknown): value is ParentPort =>
  typeof value === 'object' && value !== null && 'postMessage' in value && 'on' in value;

/** The pipe to the program: Node's own between processes, or that of Electron's utility processes. */
const openPort = (): WorkerPort => {
  const parentPort: unknown = Reflect.get(process, 'parentPort');
  if (isParentPort(parentPort))
    return {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a process has no origin
      send: (message) => parentPort.postMessage(message),
      onTask: (listener) => parentPort.on('message', ({ data }) => listener(data)),
    };
  // The program has ended, so no response is needed.
  process.on('disconnect', () => process.exit(0));
  return {
    send: (message) => void process.send?.(message),
    onTask: (listener) => void process.on('message', listener),
  };
};

const pool = createThreadDecoder({ threads: usualThreads(), limitMs: maxPageMs });

let under = 0;
setInterval(() => {
  if (under > 0 && process.memoryUsage.rss() > mostBytes) process.exit(outOfMemory);
}, lookEveryMs);

// A signal from the keyboard goes to the whole group. The program decides when this process ends.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});

handleTasks<Task, TaskResult>(async (task) => {
  under += 1;
  const value = await pool.run(task);
  under -= 1;
  return { value };
}, openPort());
