import { AsyncLocalStorage } from 'node:async_hooks';
import { createAskingThread, type AskingThread } from '../../infra/asking-thread.ts';
import { threadAddress } from '../../infra/thread-address.ts';
import type { PageId } from '../../../shared/contract/page.ts';
import { failed, success, type Result } from '../../../shared/result.ts';
import type { ReadStore, Store, WriteStore } from '../port.ts';
import type { LedgerFault } from './open-ledger.ts';
import { readMethods, touched, writeMethods } from './store-methods.ts';
import type { StoreTask, StoreThreadData } from './store-task.ts';

/** The connections stay open as long as the store is. */
const forever = 2 ** 31 - 1;

type Control = Exclude<StoreTask['kind'], 'method'>;

/** A thread of the store, asked in turn. */
type Connection = {
  readonly method: (name: string, input: readonly unknown[]) => Promise<unknown>;
  readonly control: (kind: Control) => Promise<unknown>;
  readonly close: () => Promise<void>;
};

const connect = (workerData: StoreThreadData, now: () => Date): Connection => {
  const thread: AskingThread<StoreTask, unknown> = createAskingThread({
    address: threadAddress(import.meta.url, 'store-worker.ts', 'store-worker.js'),
    idleMs: forever,
    workerData,
  });
  const ask = async (task: StoreTask): Promise<unknown> => {
    const answer = await thread.ask(task);
    if (!answer.ok) throw new Error(`The thread of the ledger has ended (${answer.failure})`);
    return answer.value;
  };
  return {
    method: (name, input) => ask({ kind: 'method', name, input, at: now().toISOString() }),
    control: (kind) => ask({ kind, at: now().toISOString() }),
    close: async () => {
      await thread.ask({ kind: 'close', at: now().toISOString() });
      await thread.close();
    },
  };
};

const asBuffer = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** Bytes cross to another thread as plain arrays. */
const withBuffers = (name: string, value: unknown): unknown =>
  name === 'reply' && typeof value === 'object' && value !== null && 'body' in value
    ? { ...value, body: value.body instanceof Uint8Array ? asBuffer(value.body) : value.body }
    : value;

const readNames = Object.keys(readMethods);
const allNames = [...readNames, ...Object.keys(writeMethods)];

/** The names come from tables that are typed by the port. */
const isReadStore = (value: object): value is ReadStore => readNames.every((name) => name in value);
const isWriteStore = (value: object): value is WriteStore => allNames.every((name) => name in value);

/** A port whose every method is asked of one connection. */
const portOver = <Port extends object>(
  names: readonly string[],
  isPort: (value: object) => value is Port,
  ask: (name: string, input: readonly unknown[]) => Promise<unknown>,
): Port => {
  const port: object = Object.fromEntries(
    names.map((name) => [name, (...input: readonly unknown[]) => ask(name, input)]),
  );
  if (!isPort(port)) throw new Error('A method of the store is missing');
  return port;
};

type Touch = (input: readonly unknown[], value: unknown) => readonly PageId[];
const isTouch = (value: unknown): value is Touch => typeof value === 'function';
const touches = new Map(
  Object.entries(touched).flatMap(([name, touch]) => (isTouch(touch) ? [[name, touch] as const] : [])),
);

const isFault = (answer: unknown): answer is LedgerFault =>
  typeof answer === 'object' && answer !== null && 'reason' in answer;

const openUnit = (writer: Connection) => {
  let ended = false;
  const pages = new Set<PageId>();
  const ask = async (name: string, input: readonly unknown[]): Promise<unknown> => {
    if (ended) throw new Error(`${name} was called after its unit of work had ended`);
    const value = await writer.method(name, input);
    for (const page of touches.get(name)?.(input, value) ?? []) pages.add(page);
    return withBuffers(name, value);
  };
  return {
    unit: portOver(allNames, isWriteStore, ask),
    pages,
    end: () => {
      ended = true;
    },
  };
};

/**
 * Opens the ledger as a store. SQLite runs in two threads with a connection each: one writes, the other answers
 * questions, so that a long one delays no write and no commit holds up the caller's thread.
 */
export const openSqliteStore = async (path: string, now: () => Date): Promise<Result<Store, LedgerFault>> => {
  const writer = connect({ path, access: 'write' }, now);
  const fault = await writer.control('open');
  if (isFault(fault)) {
    await writer.close();
    return failed(fault);
  }
  const reader = connect({ path, access: 'read' }, now);
  const listeners = new Set<(pages: readonly PageId[]) => void>();
  const inside = new AsyncLocalStorage<true>();
  let last: Promise<unknown> = Promise.resolve();

  const runUnit = async <Value>(work: (unit: WriteStore) => Promise<Value>): Promise<Value> => {
    const { unit, pages, end } = openUnit(writer);
    await writer.control('begin');
    let value: Value;
    try {
      value = await inside.run(true, () => work(unit));
      end();
      await writer.control('commit');
    } catch (error) {
      end();
      await writer.control('rollback').catch(() => {});
      throw error;
    }
    if (pages.size > 0) for (const listener of listeners) listener([...pages]);
    return value;
  };

  return success({
    ...portOver(readNames, isReadStore, async (name, input) =>
      withBuffers(name, await reader.method(name, input)),
    ),
    transact: (work) => {
      if (inside.getStore()) throw new Error('A unit of work inside another would wait for itself');
      const run = last.then(() => runUnit(work));
      last = run.catch(() => {});
      return run;
    },
    listen: (onChange) => {
      listeners.add(onChange);
      return () => {
        listeners.delete(onChange);
      };
    },
    // Every commit waits for the disk (synchronous = FULL).
    durable: async () => {
      await last;
    },
    close: async () => {
      await last;
      await reader.close();
      await writer.close();
    },
  });
};
