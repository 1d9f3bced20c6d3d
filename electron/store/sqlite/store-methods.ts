import type { WriteStore } from '../port.ts';
import { readNames, writeNames } from '../port-methods.ts';
import type { Ledger } from './open-ledger.ts';

/** The port without waiting. */
type Direct<Port> = {
  readonly [Name in keyof Port]: Port[Name] extends (...input: infer Input) => Promise<infer Value>
    ? (...input: Input) => Value
    : never;
};

/** How the ledger implements the methods of the port. */
const methodsOf = ({ pages, history, leases, recentBatches, ...tables }: Ledger): Direct<WriteStore> => ({
  ...tables.documents,
  ...tables.extractions,
  ...tables.exports,
  ...tables.calls,
  ...tables.callRecords,
  ...tables.results,
  ...pages,
  matching: history.matching,
  search: (filter, after, limit) => {
    const { ids, next } = history.search(filter, after, limit);
    return { pages: pages.pages(ids), next };
  },
  totals: history.totals,
  totalled: (filter, by, key, limit) => pages.pages(history.totalled(filter, by, key, limit)),
  listed: history.listed,
  batches: recentBatches,
  claim: (limit, { owner, until }, among) => leases.claim(limit, owner, until, among),
  release: leases.release,
  extend: ({ owner, until }) => leases.extend(owner, until),
  interruptLost: leases.interruptLost,
});

const known = new WeakMap<Ledger, ReadonlyMap<string, unknown>>();

const methodOf = (ledger: Ledger, name: string): unknown => {
  const methods = known.get(ledger) ?? new Map<string, unknown>(Object.entries(methodsOf(ledger)));
  known.set(ledger, methods);
  return methods.get(name);
};

type Method = (...input: readonly unknown[]) => unknown;
const isMethod = (value: unknown): value is Method => typeof value === 'function';

/** Methods by name. Their input comes from our own code, which typed it. */
const byName = (names: readonly string[]) =>
  Object.fromEntries(
    names.map((name) => [
      name,
      (ledger: Ledger, ...input: readonly unknown[]): unknown => {
        const method = methodOf(ledger, name);
        if (!isMethod(method)) throw new Error(`The ledger has no method ${name}`);
        return method(...input);
      },
    ]),
  );

export const readMethods = byName(readNames);
export const writeMethods = byName(writeNames);
