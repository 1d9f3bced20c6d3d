import { availableParallelism } from 'node:os';
import { failed, type Result } from '../../../../shared/result.ts';
import type { Failure } from '../../../../shared/services/failure.ts';
import { failureOf } from '../../../../shared/services/failures.ts';
import { createWorkerPool, type PoolWorker } from '../../../infra/worker-pool.ts';
import type { LineReader, ReaderTask, ReaderTaskResult } from './line-reader.ts';
import { createRenewedWorker } from './renewed-worker.ts';

/** A page that takes longer fails, and its process ends. */
const limitMs = 60_000;

/** An idle process ends after this time: it holds 200 MB or more. */
const usualIdleMs = 60_000;

/**
 * A process with more than this is replaced before its next page. The networks keep the memory of their largest page,
 * and some more for each new shape.
 */
const mostResident = 560 * 1024 * 1024;

const isSpentAt =
  (most: number) =>
  (message: unknown): boolean => {
    if (typeof message !== 'object' || message === null || !('done' in message)) return false;
    const { done } = message;
    return (
      typeof done === 'object' &&
      done !== null &&
      'residentBytes' in done &&
      typeof done.residentBytes === 'number' &&
      done.residentBytes > most
    );
  };

type ReaderPoolOptions = {
  /** Starts a process that reads. It runs one page at a time. */
  readonly start: () => PoolWorker;
  /** Most processes. Default: one a core. */
  readonly processes?: number;
  readonly idleMs?: number;
  /** Limit of a page, in milliseconds of the clock. */
  readonly pageMs?: number;
  /** Resident bytes at which a process is replaced. */
  readonly renewAt?: number;
};

/** Resolves with the work, or rejects with the reason of the signal, whichever comes first. */
const orAborted = async <Value>(work: Promise<Value>, signal: AbortSignal | undefined): Promise<Value> => {
  if (!signal) return work;
  signal.throwIfAborted();
  let stop: (() => void) | null = null;
  const aborted = new Promise<never>((_resolve, reject) => {
    stop = () => reject(signal.reason instanceof Error ? signal.reason : new Error('Aborted'));
    signal.addEventListener('abort', stop, { once: true });
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    if (stop) signal.removeEventListener('abort', stop);
  }
};

/** Reads pictures in processes of their own. If one dies, only its page is lost, after a second try. */
export const createLineReader = ({
  start,
  processes = availableParallelism(),
  idleMs = usualIdleMs,
  pageMs = limitMs,
  renewAt = mostResident,
}: ReaderPoolOptions): LineReader => {
  const pool = createWorkerPool<ReaderTask, ReaderTaskResult>({
    start: () => createRenewedWorker(start, isSpentAt(renewAt)),
    workers: processes,
    tasksEach: 1,
    tries: 2,
    idleMs,
    guard: (_task, _worker, onTooMuch) => {
      const timer = setTimeout(onTooMuch, pageMs);
      timer.unref();
      return { grant: () => {}, stop: () => clearTimeout(timer) };
    },
  });
  const run = async (task: ReaderTask): Promise<ReaderTaskResult['read'] | Result<never, Failure>> => {
    try {
      const result = await pool.run(task);
      if (result.ok) return result.value.read;
      return failed(failureOf(result.failure === 'took-too-long' ? 'reader-too-slow' : 'reader-died'));
    } catch (error) {
      // A bug in the reader costs this page only.
      return failed(failureOf('reader-died', { detail: error instanceof Error ? error.message : null }));
    }
  };
  return {
    read: async (picture, { signal, places } = {}) => {
      const read = await orAborted(run({ kind: 'read', picture, ...(places && { places }) }), signal);
      return read ?? failed(failureOf('reader-died'));
    },
    warm: async () => {
      await run({ kind: 'warm' });
    },
    close: pool.close,
  };
};
