import { workerData } from 'node:worker_threads';
import { z } from 'zod';
import { handleTasks } from '../../infra/handle-tasks.ts';
import { openLedger, openLedgerReadOnly, type Ledger, type LedgerFailure } from './open-ledger.ts';
import { openRows, type OpenRows } from './ledger-rows.ts';
import { finishRecovery, recoverLedger } from './recover.ts';
import { readMethods, writeMethods } from './store-methods.ts';
import type { OpenResult, StoreTask, UnitStep } from './store-task.ts';

/**
 * A thread of the store with its own connections: one writes and answers single queries between the units of work,
 * the other only reads.
 */
const { path, access, maps } = z
  .object({ path: z.string(), access: z.enum(['read', 'write']), maps: z.boolean() })
  .parse(workerData);

let at = '';
let ledger: Ledger | null = null;
/** The connection for single queries of a thread that writes: they see only what is committed. */
let committed: Ledger | null = null;
/** A query whose rows are fetched in parts. */
let rows: OpenRows | null = null;
/** The unit of work that has begun. */
let current: number | null = null;

const now = (): Date => new Date(at);

const openOnce = (takesOver: boolean): LedgerFailure | null => {
  const opened = access === 'write' ? openLedger(path, now, takesOver) : openLedgerReadOnly(path, now, maps);
  if (!opened.ok) return opened.failure;
  ledger = opened.value;
  return null;
};

const open = (takesOver: boolean, recovers: boolean): OpenResult => {
  if (ledger) return { failure: null, recovered: null };
  const finished = recovers ? finishRecovery(path) : null;
  const failure = openOnce(takesOver);
  if (!recovers || failure?.reason !== 'damaged') return { failure, recovered: finished };
  const recovered = recoverLedger(path, now());
  return { failure: openOnce(takesOver), recovered };
};

/** Opened again if the thread had ended: the running calls still belong to this process. */
const opened = (): Ledger => {
  if (ledger) return ledger;
  const { failure } = open(false, false);
  if (failure || !ledger) throw new Error(failure?.detail ?? 'The ledger could not be opened');
  return ledger;
};

type Method = (ledger: Ledger, ...input: readonly unknown[]) => unknown;

const isMethod = (value: unknown): value is Method => typeof value === 'function';

/** The methods of this thread. Their input comes from our own code, which typed it. */
const methods = new Map(
  Object.entries(access === 'write' ? { ...readMethods, ...writeMethods } : readMethods).flatMap(
    ([name, method]: [string, unknown]) => (isMethod(method) ? [[name, method] as const] : []),
  ),
);

const nextRows = (sql: string | null, count: number): readonly unknown[] => {
  if (sql !== null) {
    rows?.close();
    rows = openRows(path, sql);
  }
  return rows?.next(count) ?? [];
};

const roll = (): void => {
  current = null;
  ledger?.control('rollback');
};

const openedToRead = (): Ledger => {
  const own = opened();
  if (access === 'read') return own;
  if (committed) return committed;
  const reading = openLedgerReadOnly(path, now, maps);
  if (!reading.ok) throw new Error(reading.failure.detail);
  committed = reading.value;
  return committed;
};

/** A query reads from one snapshot. */
const question = (method: Method, input: readonly unknown[]): unknown => {
  const asked = openedToRead();
  asked.control('read');
  try {
    return method(asked, ...input);
  } finally {
    asked.control('rollback');
  }
};

const methodOf = (name: string): Method => {
  const method = methods.get(name);
  if (!method) throw new Error(`The ledger has no ${access} method ${name}`);
  return method;
};

/** Begins a unit of work, or continues it. */
const goOn = ({ unit, begins, before }: UnitStep): void => {
  if (begins) {
    roll();
    opened().control('begin');
    current = unit;
  }
  // The thread was terminated and started again meanwhile: what the unit wrote before is lost.
  if (unit !== current) throw new Error('Expected the running unit of work');
  for (const { name, input } of before) methodOf(name)(opened(), ...input);
};

const methodAnswer = ({ name, input, step }: Extract<StoreTask, { kind: 'method' }>): unknown => {
  const method = methodOf(name);
  if (!step) return question(method, input);
  goOn(step);
  return method(opened(), ...input);
};

const handle = (task: StoreTask): unknown => {
  switch (task.kind) {
    case 'open':
      return open(task.takesOver, task.recovers);
    case 'rows':
      return nextRows(task.sql, task.count);
    case 'close':
      committed?.close();
      committed = null;
      ledger?.close();
      ledger = null;
      rows?.close();
      rows = null;
      return null;
    case 'method':
      return methodAnswer(task);
    case 'commit':
      goOn(task);
      opened().control('commit');
      current = null;
      return null;
    case 'rollback':
      if (task.unit === current) roll();
      return null;
    default:
      return task satisfies never;
  }
};

handleTasks<StoreTask, unknown>((task) => {
  ({ at } = task);
  return { value: handle(task) };
});
