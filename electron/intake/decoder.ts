import type { Pool } from './pool.ts';
import type { TaskResult, Task } from './tasks.ts';

/** A separate process that decodes. If it dies, only its tasks are lost. */
export type DecoderProcess = {
  readonly send: (asked: DecoderAsked) => void;
  readonly onMessage: (listener: (message: unknown) => void) => void;
  readonly onEnd: (listener: () => void) => void;
  /** Whether it keeps the parent process alive. */
  readonly hold: (holds: boolean) => void;
  readonly end: () => void;
};

/** Supplied by a host: starts the process. */
export type StartDecoder = () => DecoderProcess;

export type DecoderAsked = { readonly id: number; readonly task: Task };
export type DecoderMessage = { readonly id: number; readonly answer: TaskResult };

type DecoderOptions = {
  readonly start: StartDecoder;
  /** Maximum number of running tasks. Waiting tasks are safe if a process dies. */
  readonly most: number;
  /** An idle process is ended after this time. */
  readonly idleMs: number;
};

type Job = {
  readonly id: number;
  readonly task: Task;
  readonly settle: (answer: TaskResult) => void;
  /** How many processes died while running it. */
  crashes: number;
};

type Running = { readonly process: DecoderProcess; readonly jobs: Map<number, Job> };

const isMessage = (value: unknown): value is DecoderMessage =>
  typeof value === 'object' && value !== null && 'id' in value && 'answer' in value;

/** Pictures that the user is waiting for go before preparation of a batch. */
const isUrgent = ({ kind }: Task): boolean => kind === 'thumbnail' || kind === 'best';

/**
 * Runs tasks in a separate process. If the process dies, each of its running tasks is tried once more, alone,
 * so that only the task that killed it fails.
 */
export const createDecoder = ({ start, most, idleMs }: DecoderOptions): Pool => {
  const waiting: Job[] = [];
  let running: Running | null = null;
  let idle: NodeJS.Timeout | null = null;
  let lastId = 0;

  const dismiss = (): void => {
    const ending = running;
    running = null;
    ending?.process.end();
  };

  const rest = ({ process }: Running): void => {
    process.hold(false);
    idle = setTimeout(dismiss, idleMs);
    idle.unref();
  };

  const ended = (one: Running): void => {
    if (running === one) running = null;
    const jobs = [...one.jobs.values()];
    one.jobs.clear();
    for (const job of jobs) job.crashes += 1;
    for (const { settle } of jobs.filter(({ crashes }) => crashes > 1)) settle({ kind: 'broke' });
    waiting.unshift(...jobs.filter(({ crashes }) => crashes <= 1));
    next();
  };

  const hear = (one: Running, message: unknown): void => {
    if (!isMessage(message)) return;
    const job = one.jobs.get(message.id);
    if (!job) return;
    one.jobs.delete(message.id);
    job.settle(message.answer);
    next();
    if (running === one && one.jobs.size === 0) rest(one);
  };

  const hire = (): Running => {
    const one: Running = { process: start(), jobs: new Map() };
    one.process.onMessage((message) => hear(one, message));
    one.process.onEnd(() => ended(one));
    running = one;
    return one;
  };

  /** A job whose process died runs alone the next time. */
  const hasRoom = (jobs: readonly Job[], job: Job): boolean =>
    jobs.length === 0 ||
    (jobs.length < most && job.crashes === 0 && jobs.every(({ crashes }) => crashes === 0));

  const next = (): void => {
    for (let job = waiting[0]; job; job = waiting[0]) {
      if (running && !hasRoom([...running.jobs.values()], job)) return;
      waiting.shift();
      const one = running ?? hire();
      if (idle) clearTimeout(idle);
      idle = null;
      one.jobs.set(job.id, job);
      one.process.hold(true);
      one.process.send({ id: job.id, task: job.task });
    }
  };

  return {
    run: (task) =>
      new Promise((resolve) => {
        lastId += 1;
        const job: Job = { id: lastId, task, settle: resolve, crashes: 0 };
        if (isUrgent(task)) waiting.unshift(job);
        else waiting.push(job);
        next();
      }),
    close: async () => {
      if (idle) clearTimeout(idle);
      const jobs = [...waiting.splice(0), ...(running?.jobs.values() ?? [])];
      running?.jobs.clear();
      dismiss();
      for (const { settle } of jobs) settle({ kind: 'broke' });
    },
  };
};
