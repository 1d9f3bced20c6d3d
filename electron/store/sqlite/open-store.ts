import { AsyncLocalStorage } from 'node:async_hooks';
import { createTurn } from '../../../shared/turn.ts';
import type { PageId } from '../../../shared/contract/page.ts';
import { failed, success, type Result } from '../../../shared/result.ts';
import type { ReadStore, Store, WriteStore } from '../port.ts';
import { createLocalClaims } from '../records/claim.ts';
import { openLasting } from './lasting.ts';
import type { LedgerFailure } from './open-ledger.ts';
import { openUnit, readPortOver, withBuffers, type OpenUnit } from '../open-unit.ts';
import type { Recovered } from './recover.ts';
import { connectStore, type StoreConnection } from './store-connection.ts';
import type { OpenResult, StoreCall, UnitStep } from './store-task.ts';

const isOpenResult = (answer: unknown): answer is OpenResult =>
  typeof answer === 'object' && answer !== null && 'failure' in answer;

const openLedgerIn = async (
  thread: StoreConnection,
  takesOver: boolean,
  recovers: boolean,
): Promise<OpenResult> => {
  const answer = await thread.run({ kind: 'open', takesOver, recovers });
  if (!isOpenResult(answer)) throw new Error('The thread of the ledger gave another answer');
  return answer;
};

const readPort = (readerFor: (name: string) => StoreConnection): ReadStore =>
  readPortOver(async (name, input) =>
    withBuffers(name, await readerFor(name).run({ kind: 'method', name, input, step: null })),
  );

type WritesWithoutAnswer = {
  readonly [Name in keyof WriteStore]: ReturnType<WriteStore[Name]> extends Promise<void> ? Name : never;
}[keyof WriteStore];

/**
 * Frequent writes without an answer. They go to the thread with the next call of their unit, or with its commit, which
 * fails if they do: a message of its own would cost more than the write. `holdFile` is none here: units run one by one.
 */
const putOff: ReadonlySet<string> = new Set<WritesWithoutAnswer>([
  ...(['endCall', 'putSummaries', 'setQr', 'setDrawn', 'setHeld', 'setReviews', 'setJoined'] as const),
  ...(['holdFile', 'setContent', 'setSeal', 'setState', 'setPart', 'addRendition', 'refuse'] as const),
]);

/** Queries that take long in a large ledger. Only a thread that never writes answers them, if there is one. */
const long: ReadonlySet<string> = new Set<keyof ReadStore>([
  'search',
  'totals',
  'totalled',
  'listed',
  'recognized',
  'summarizeExport',
  'pagesWithContent',
]);

/** Time after which the first screen has its rows. */
const readerStartsAfterMs = 500;

type OpenStoreOptions = {
  /** Whether running calls belonged to a dead process: true for the only user of the file. */
  readonly takesOver: boolean;
  /**
   * Whether a second thread reads, for a window: a long query then delays no edit. The ledger is mapped into memory,
   * which makes searches faster. True by default.
   */
  readonly readsApart?: boolean;
};

type OpenedStore = {
  readonly store: Store;
  /** The recovery of a damaged ledger; null if it is sound. */
  readonly recovered: Recovered | null;
};

const openStore = async (
  path: string,
  now: () => Date,
  { takesOver, readsApart = true, recovers }: OpenStoreOptions & { readonly recovers: boolean },
): Promise<Result<OpenedStore, LedgerFailure>> => {
  const writer = connectStore({ path, access: 'write', maps: readsApart }, now);
  const { failure, recovered } = await openLedgerIn(writer, takesOver, recovers);
  if (failure) {
    await writer.close();
    return failed(failure);
  }
  const reader = readsApart ? connectStore({ path, access: 'read', maps: true }, now) : null;
  let [isStarting, hasStarted] = [false, false];
  const setStarted = (): void => {
    hasStarted = true;
  };
  // A thread that ends is started again by the next query.
  const startReader = (): void => {
    if (isStarting) return;
    isStarting = true;
    void reader?.run({ kind: 'close' }).then(setStarted, setStarted);
  };
  // The first screen waits for one thread only, and the start of the other takes no processor time from it.
  const starting = setTimeout(startReader, readerStartsAfterMs).unref();
  /** Until the reader has started, the writer answers short queries. */
  const threadFor = (name: string): StoreConnection => {
    if (!reader) return writer;
    if (long.has(name)) startReader();
    return hasStarted || long.has(name) ? reader : writer;
  };
  const lasting = openLasting(path);
  const listeners = new Set<(pages: readonly PageId[], by: 'this' | 'other') => void>();
  /** The unit that the caller runs in. A timer that was started in a unit keeps it after its end. */
  const inside = new AsyncLocalStorage<OpenUnit>();
  const turn = createTurn();
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
    let hasBegun = false;
    let before: StoreCall[] = [];
    const step = (): UnitStep => {
      const next = { unit, begins: !hasBegun, before };
      [hasBegun, before] = [true, []];
      return next;
    };
    const open = openUnit(async (name, input) => {
      if (!putOff.has(name)) return writer.run({ kind: 'method', name, input, step: step() });
      before.push({ name, input });
      return undefined;
    });
    try {
      const value = await inside.run(open, () => work(open.unit));
      open.end();
      if (hasBegun || before.length > 0) await writer.run({ kind: 'commit', ...step() });
      return { value, open };
    } catch (error) {
      open.end();
      if (hasBegun) await writer.run({ kind: 'rollback', unit }).catch(() => {});
      throw error;
    }
  };

  const store: Store = {
    ...readPort(threadFor),
    claims: createLocalClaims(now),
    readOnly: false,
    transact: async (work) => {
      if (inside.getStore()?.isOpen()) throw new Error('A unit of work can’t be nested in another one');
      const { value, open } = await turn.run(() => runUnit(work));
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
      await turn.ended();
      await sync();
    },
    close: async () => {
      clearTimeout(starting);
      await turn.ended();
      await Promise.allSettled(syncing);
      await reader?.close();
      await writer.close();
    },
  };
  return success({ store, recovered });
};

/**
 * Opens the ledger as a store. SQLite runs in two threads: one writes, the other answers queries. So a long query delays
 * no write, and no commit blocks the caller's thread. A command without a window needs only the first.
 */
export const openSqliteStore = async (
  path: string,
  now: () => Date,
  options: OpenStoreOptions = { takesOver: false },
): Promise<Result<Store, LedgerFailure>> => {
  const opened = await openStore(path, now, { ...options, recovers: false });
  return opened.ok ? success(opened.value.store) : opened;
};

/**
 * The same for the only user of the file. A damaged ledger is set aside, and replaced with what can be read
 * from it.
 */
export const openRecoveredStore = (
  path: string,
  now: () => Date,
  readsApart: boolean,
): Promise<Result<OpenedStore, LedgerFailure>> =>
  openStore(path, now, { takesOver: true, readsApart, recovers: true });

/** Opens the ledger of a newer program for reading. Refused if its tables are unknown to this version. */
export const openSqliteStoreReadOnly = async (
  path: string,
  now: () => Date,
): Promise<Result<Store, LedgerFailure>> => {
  const reader = connectStore({ path, access: 'read', maps: true }, now);
  const { failure } = await openLedgerIn(reader, false, false);
  if (failure) {
    await reader.close();
    return failed(failure);
  }
  return success({
    ...readPort(() => reader),
    claims: createLocalClaims(now),
    readOnly: true,
    transact: () => Promise.reject(new Error('The ledger of a newer program is read-only')),
    listen: () => () => {},
    durable: () => Promise.resolve(),
    close: reader.close,
  });
};
