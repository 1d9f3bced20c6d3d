import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { startNodeProcess } from '../../../infra/node-process.ts';
import { threadAddress } from '../../../infra/thread-address.ts';
import type { PoolWorker, PostedTask } from '../../../infra/worker-pool.ts';
import { createTaskHandler } from './handle-reader-task.ts';
import type { ReaderTask } from './line-reader.ts';
import { weightsFolder } from './weights.ts';

/** Where the code of the reading process is. */
export const readerAddress = (): string =>
  fileURLToPath(threadAddress(import.meta.url, './reader-main.ts', 'line-reader.js'));

/** Few heaps of glibc; other systems ignore this. Blocks stay with the process: its networks need them again. */
const fewHeaps = { MALLOC_ARENA_MAX: '2' };

const startNodeReader = (): PoolWorker => startNodeProcess(readerAddress(), fewHeaps);

const isReaderTask = ({ task }: PostedTask<unknown>): boolean =>
  typeof task === 'object' && task !== null && 'kind' in task;

/** Reads on the main thread of this process: one page at a time, and a crash ends it. */
const startHere = (): PoolWorker => {
  let tell: ((message: unknown) => void) | null = null;
  const handle = createTaskHandler(weightsFolder(), () => performance.now());
  const answer = async (posted: PostedTask<unknown>): Promise<void> => {
    const { id } = posted;
    try {
      if (!isReaderTask(posted)) throw new Error('Not a task of the reader');
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the pool sends nothing else
      tell?.({ id, done: await handle(posted.task as ReaderTask) });
    } catch (error) {
      tell?.({ id, broke: { message: error instanceof Error ? error.message : String(error) } });
    }
  };
  return {
    send: (posted) => void answer(posted),
    onMessage: (listener) => {
      tell = listener;
    },
    onEnd: () => {},
    hold: () => {},
    end: () => {},
  };
};

/**
 * How this Node.js starts a reading process. In the packaged command line, the program itself reads: Electron's binary
 * can't run a script of ours as a child, and the runtime crashes in worker threads.
 */
export const nodeReader = (): { readonly start: () => PoolWorker; readonly processes?: number } =>
  process.versions['electron'] === undefined
    ? { start: startNodeReader }
    : { start: startHere, processes: 1 };
