import type { Store, WriteStore } from '../port.ts';
import type { Ledger } from './open-ledger.ts';
import { readMethods, writeMethods } from './store-methods.ts';
import { openUnit, readPortOver, type AskMethod } from './store-port.ts';

type Method = (ledger: Ledger, ...input: readonly unknown[]) => unknown;
const isMethod = (value: unknown): value is Method => typeof value === 'function';

/** The store over a ledger that is open in this thread. */
export const storeOver = (ledger: Ledger): Store => {
  const methods = new Map<string, unknown>(Object.entries({ ...readMethods, ...writeMethods }));
  const ask: AskMethod = (name, input) => {
    const method = methods.get(name);
    if (!isMethod(method)) throw new Error(`The ledger has no method ${name}`);
    return Promise.resolve().then(() => method(ledger, ...input));
  };
  const listeners = new Set<(pages: readonly number[], by: 'this' | 'other') => void>();
  let last: Promise<unknown> = Promise.resolve();

  const run = async <Value>(work: (unit: WriteStore) => Promise<Value>): Promise<Value> => {
    const open = openUnit((name, input, begins) => {
      if (begins) ledger.control('begin');
      return ask(name, input);
    });
    try {
      const value = await work(open.unit);
      open.end();
      if (open.hasBegun()) ledger.control('commit');
      if (open.pages.size > 0) for (const listener of listeners) listener([...open.pages], 'this');
      return value;
    } catch (error) {
      open.end();
      ledger.control('rollback');
      throw error;
    }
  };

  return {
    ...readPortOver(ask),
    readOnly: ledger.readOnly,
    transact: (work) => {
      const running = last.then(() => run(work));
      last = running.catch(() => {});
      return running;
    },
    listen: (onChange) => {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
    durable: ledger.lasting,
    close: async () => {
      await last;
    },
  };
};
