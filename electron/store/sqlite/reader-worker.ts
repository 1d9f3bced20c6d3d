import { workerData } from 'node:worker_threads';
import { answerTasks } from '../../infra/answer-tasks.ts';
import { openLedgerReadOnly, type Ledger } from './open-ledger.ts';
import type { ReadingTask } from './reader.ts';
import { readFrom, type ReadingKind, type Readings } from './readings.ts';

/** The thread that looks through a large ledger, by a connection of its own that writes nothing. */
const pathOf = (data: unknown): string => {
  if (typeof data !== 'string') throw new Error('The reading thread was told no path');
  return data;
};

let ledger: Ledger | null = null;

/** Opened at the first question: what breaks then is its answer. */
const opened = (): Ledger => {
  const result = openLedgerReadOnly(pathOf(workerData), () => new Date());
  if (!result.ok) throw new Error(result.failure.said);
  return result.value;
};

answerTasks<ReadingTask, Readings[ReadingKind]>(({ kind, question }) => {
  ledger ??= opened();
  return { answer: readFrom(ledger, kind, question) };
});
