import { workerData } from 'node:worker_threads';
import { z } from 'zod';
import { answerTasks } from '../../infra/answer-tasks.ts';
import { openLedger, openLedgerReadOnly, type Ledger } from './open-ledger.ts';
import { readMethods, writeMethods } from './store-methods.ts';
import type { OpenAnswer, StoreTask } from './store-task.ts';

/** A thread of the store with a connection of its own: one writes, another only reads. */
const { path, access } = z.object({ path: z.string(), access: z.enum(['read', 'write']) }).parse(workerData);

let at = '';
let ledger: Ledger | null = null;

const now = (): Date => new Date(at);

const open = (): OpenAnswer => {
  const opened = access === 'write' ? openLedger(path, now, undefined, false) : openLedgerReadOnly(path, now);
  if (!opened.ok) return opened.failure;
  ledger = opened.value;
  return null;
};

const opened = (): Ledger => {
  if (ledger) return ledger;
  const fault = open();
  if (fault || !ledger) throw new Error(fault?.said ?? 'The ledger could not be opened');
  return ledger;
};

type Method = (ledger: Ledger, ...input: readonly unknown[]) => unknown;

const isMethod = (value: unknown): value is Method => typeof value === 'function';

/** The methods of this thread. Their input is our own code's, typed where it is asked. */
const methods = new Map(
  Object.entries(access === 'write' ? { ...readMethods, ...writeMethods } : readMethods).flatMap(
    ([name, method]: [string, unknown]) => (isMethod(method) ? [[name, method] as const] : []),
  ),
);

const answerTo = (task: StoreTask): unknown => {
  if (task.kind === 'open') return ledger ? null : open();
  if (task.kind === 'close') {
    ledger?.close();
    ledger = null;
    return null;
  }
  if (task.kind === 'method') {
    const method = methods.get(task.name);
    if (!method) throw new Error(`The ledger has no ${access} method ${task.name}`);
    return method(opened(), ...task.input);
  }
  opened().control(task.kind);
  return null;
};

answerTasks<StoreTask, unknown>((task) => {
  ({ at } = task);
  return { answer: answerTo(task) };
});
