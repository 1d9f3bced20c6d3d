import { createTaskThread } from '../../infra/task-thread.ts';
import { threadAddress } from '../../infra/thread-address.ts';
import type { StoreTask, StoreThreadData } from './store-task.ts';

/** Rows are short-lived. There may be two threads, and each would take this several times over. */
const youngMb = 6;

/** A task without its instant, which `connect` adds. */
type Asked = StoreTask extends infer Task ? (Task extends StoreTask ? Omit<Task, 'at'> : never) : never;

/** A thread of the store, which runs one task at a time. */
export type StoreConnection = {
  readonly run: (task: Asked) => Promise<unknown>;
  readonly close: () => Promise<void>;
};

export const connectStore = (workerData: StoreThreadData, now: () => Date): StoreConnection => {
  const thread = createTaskThread<StoreTask, unknown>({
    address: threadAddress(import.meta.url, 'store-worker.ts', 'store-worker.js'),
    // The connections stay open for as long as the store.
    idleMs: null,
    youngMb,
    workerData,
  });
  let isClosed = false;
  let hasRun = false;
  const once = (task: Asked) => {
    hasRun = true;
    return thread.run({ ...task, at: now().toISOString() });
  };
  return {
    run: async (task) => {
      // A late query would start the thread, and open the ledger, again.
      if (isClosed) throw new Error('The ledger is closed');
      const answer = await once(task);
      if (answer.ok) return answer.value;
      // Queries change nothing, and a ledger can be opened twice: a new thread may repeat both.
      const mayRepeat = task.kind === 'open' || (task.kind === 'method' && task.step === null);
      const again = mayRepeat && !isClosed ? await once(task) : answer;
      if (!again.ok) throw new Error(`The thread of the ledger has ended (${again.failure})`);
      return again.value;
    },
    close: async () => {
      isClosed = true;
      // A thread that was never used is not started to be closed.
      if (hasRun) await once({ kind: 'close' });
      await thread.close();
    },
  };
};
