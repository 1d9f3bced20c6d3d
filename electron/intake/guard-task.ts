import process from 'node:process';
import { setTimeout as wait } from 'node:timers/promises';
import type { Worker } from 'node:worker_threads';
import type { TaskGuard } from '../infra/worker-pool.ts';
import { drawLimits, readLimits } from './limits.ts';
import type { Task } from './tasks.ts';

const lookEveryMs = 30;

/**
 * On a busy computer, a page takes longer than its processor time. A page that takes this many times longer hangs.
 * The time of the whole process counts, because pictures are decoded in threads of their own.
 */
const patience = 4;

/** Calls back once when this process has used the processor time since now, or after `patience` times as long. */
const watchProcess = (limitMs: number, onTooMuch: () => void): (() => void) => {
  const before = process.cpuUsage();
  const latest = performance.now() + patience * limitMs;
  const look = (): void => {
    const { user, system } = process.cpuUsage(before);
    const leftMs = Math.min(limitMs - (user + system) / 1000, latest - performance.now());
    if (leftMs <= 0) onTooMuch();
    else timer = setTimeout(look, Math.ceil(leftMs));
  };
  let timer = setTimeout(look, limitMs);
  return () => clearTimeout(timer);
};

type Used = { readonly cpuMs: number; readonly bytes: number };

/** Null if the thread has not begun, or has ended. */
const usedBy = async (thread: Worker): Promise<Used | null> => {
  try {
    const [{ user, system }, heap] = await Promise.all([thread.cpuUsage(), thread.getHeapStatistics()]);
    return { cpuMs: (user + system) / 1000, bytes: heap.total_physical_size + heap.external_memory };
  } catch {
    return null;
  }
};

/**
 * Documents can describe any amount of work in a few bytes; a picture is limited by its size. @returns processor
 * time of the thread in milliseconds, which does not depend on how busy the computer is, and memory: the thread's
 * heap and the buffers it holds; null without a limit
 */
const limitsOf = (task: Task): Used | null => {
  if (task.kind === 'read') return readLimits(task.bytes);
  if (task.kind === 'thumbnail' || task.kind === 'qr' || task.kind === 'warm') return null;
  return task.documentBytes === null ? null : drawLimits(task.documentBytes);
};

/**
 * Watches a task until `stop`, and calls back once if it uses too much: of the processor, or more of its thread than a
 * document of its size may. The thread is asked by interrupts, which come through while it computes.
 * @param limitMs limit of processor time for any task
 */
export const guardTask = (task: Task, thread: Worker, limitMs: number, onTooMuch: () => void): TaskGuard => {
  const stopWatching = watchProcess(limitMs, onTooMuch);
  const limits = limitsOf(task);
  const ended = new AbortController();
  const { signal } = ended;
  let granted = 0;
  const watchThread = async ({ cpuMs, bytes }: Used): Promise<void> => {
    let before: Used | null = null;
    while (!signal.aborted) {
      const used = await usedBy(thread);
      if (signal.aborted) return;
      before ??= used;
      const isTooMuch =
        used !== null &&
        before !== null &&
        (used.cpuMs - before.cpuMs > cpuMs || used.bytes - before.bytes > bytes + granted);
      if (isTooMuch) {
        onTooMuch();
        return;
      }
      await wait(lookEveryMs, undefined, { ref: false });
    }
  };
  if (limits) void watchThread(limits);
  return {
    grant: (bytes) => {
      granted += bytes;
    },
    stop: () => {
      stopWatching();
      ended.abort();
    },
  };
};
