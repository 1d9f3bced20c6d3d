import { AsyncLocalStorage } from 'node:async_hooks';
import { createTaskThread } from '../../infra/task-thread.ts';
import { threadAddress } from '../../infra/thread-address.ts';
import type { PageId } from '../../../shared/contract/page.ts';
import { failed, success, type Result } from '../../../shared/result.ts';
import type { ReadStore, Store, WriteStore } from '../port.ts';
import { createLocalClaims } from '../records/claim.ts';
import { openLasting } from './lasting.ts';
import type { LedgerFailure } from './open-ledger.ts';
import { openUnit, readPortOver, withBuffers, type OpenUnit } from '../open-unit.ts';
import type { StoreTask, StoreThreadData } from './store-task.ts';

/** Rows are short-lived. There are two threads, and each would take this several times over. */
const youngMb = 6;

/** A task without its instant, which `connect` adds. */
type Asked = StoreTask extends infer Task ? (Task extends StoreTask ? Omit<Task, 'at'> : never) : never;

/** A thread of the store, which runs one task at a time. */
type Connection = {
  readonly run: (task: Asked) => Promise<unknown>;
  readonly close: () => Promise<void>;
};

const connect = (workerData: StoreThreadData, now: () => Date): Connection => {
  const thread = createTaskThread<StoreTask, unknown>({
    address: threadAddress(import.meta.url, 'store-worker.ts', 'store-worker.js'),
    // The connections stay open for as long as the store.
    idleMs: null,
    youngMb,
    workerData,
  });
  let isClosed = false;
  const once = (task: Asked) => thread.run({ ...task, at: now().toISOString() });
  return {
    run: async (task) => {
      // A late query would start the thread, and open the ledger, again.
      if (isClosed) throw new Error('The ledger is closed');
      const answer = await once(task);
      if (answer.ok) return answer.value;
      // Queries change nothing, and a ledger can be opened twice: a new thread may repeat both.
      const mayRepeat = task.kind === 'open' || (task.kind === 'method' && task.unit === null);
      const again = mayRepeat && !isClosed ? await once(task) : answer;
      if (!again.ok) throw new Error(`The thread of the ledger has ended (${again.failure})`);
      return again.value;
    },
    close: async () => {
      isClosed = true;
      await once({ kind: 'close' });
      await thread.close();
    },
  };
};

const isFailure = (answer: unknown): answer is LedgerFailure =>
  typeof answer === 'object' && answer !== null && 'reason' in answer;

const readPort = (reader: Connection): ReadStore =>
  readPortOver(async (name, input) =>
    withBuffers(name, await reader.run({ kind: 'method', name, input, unit: null, begins: false })),
  );

type OpenStoreOptions = {
  /** Whether calls under way belonged to a dead process: true for the only user of the file. */
  readonly takesOver: boolean;
  /** Whether the ledger is mapped into memory, which makes searches faster; true by default. */
  readonly maps?: boolean;
};

/**
 * Opens the ledger as a store. SQLite runs in two threads with a connection each: one writes, the other
 * answers queries. So a long query delays no write, and no commit blocks the caller's thread.
 */
export const openSqliteStore = async (
  path: string,
  now: () => Date,
  { takesOver, maps = true }: OpenStoreOptions = { takesOver: false },
): Promise<Result<Store, LedgerFailure>> => {
  const writer = connect({ path, access: 'write', maps: false }, now);
  const reader = connect({ path, access: 'read', maps }, now);
  // Its code is loaded while the other thread opens the ledger.
  const started = reader.run({ kind: 'close' });
  const failure = await writer.run({ kind: 'open', takesOver });
  await started;
  if (isFailure(failure)) {
    await Promise.all([writer.close(), reader.close()]);
    return failed(failure);
  }
  const lasting = openLasting(path);
  const listeners = new Set<(pages: readonly PageId[], by: 'this' | 'other') => void>();
  /** The unit that the caller runs in. A timer that was started in a unit keeps it after its end. */
  const inside = new AsyncLocalStorage<OpenUnit>();
  let last: Promise<unknown> = Promise.resolve();
  let lastUnit = 0;
  const syncing = new Set<Promise<void>>();

  const sync = async (): Promise<void> => {
    const running = lasting();
    syncing.add(running);
    try {
      await running;
    } finally {
      syncing.delete(running);
    }
  };

  const runUnit = async <Value>(work: (unit: WriteStore) => Promise<Value>) => {
    lastUnit += 1;
    const unit = lastUnit;
    const open = openUnit((name, input, begins) => writer.run({ kind: 'method', name, input, unit, begins }));
    try {
      const value = await inside.run(open, () => work(open.unit));
      open.end();
      if (open.hasBegun()) await writer.run({ kind: 'commit', unit });
      return { value, open };
    } catch (error) {
      open.end();
      if (open.hasBegun()) await writer.run({ kind: 'rollback', unit }).catch(() => {});
      throw error;
    }
  };

  return success({
    ...readPort(reader),
    claims: createLocalClaims(now),
    readOnly: false,
    transact: async (work) => {
      if (inside.getStore()?.isOpen()) throw new Error('A unit of work can’t be nested in another one');
      const run = last.then(() => runUnit(work));
      last = run.catch(() => {});
      const { value, open } = await run;
      // The next unit runs during the sync; one sync serves all units that have committed.
      if (open.mustLast()) await sync();
      if (open.pages.size > 0) for (const listener of listeners) listener([...open.pages], 'this');
      return value;
    },
    listen: (onChange) => {
      listeners.add(onChange);
      return () => {
        listeners.delete(onChange);
      };
    },
    durable: async () => {
      await last;
      await sync();
    },
    close: async () => {
      await last;
      await Promise.allSettled(syncing);
      await reader.close();
      await writer.close();
    },
  });
};

/** Opens the ledger of a newer program for reading. Refused if its tables are unknown to this version. */
export const openSqliteStoreReadOnly = async (
  path: string,
  now: () => Date,
): Promise<Result<Store, LedgerFailure>> => {
  const reader = connect({ path, access: 'read', maps: true }, now);
  const failure = await reader.run({ kind: 'open', takesOver: false });
  if (isFailure(failure)) {
    await reader.close();
    return failed(failure);
  }
  return success({
    ...readPort(reader),
    claims: createLocalClaims(now),
    readOnly: true,
    transact: () => Promise.reject(new Error('The ledger of a newer program is read-only')),
    listen: () => () => {},
    durable: () => Promise.resolve(),
    close: reader.close,
  });
};
