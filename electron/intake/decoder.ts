import type { Pool } from './pool.ts';
import type { Answer, Task } from './tasks.ts';

/** A process beside ours that decodes. It may die; nothing but its tasks dies with it. */
export type DecoderProcess = {
  readonly send: (asked: DecoderAsked) => void;
  readonly onSaid: (listener: (said: unknown) => void) => void;
  readonly onEnd: (listener: () => void) => void;
  /** Whether it keeps our own process alive. */
  readonly hold: (holds: boolean) => void;
  readonly end: () => void;
};

/** What a host supplies: how a process is started there. */
export type StartDecoder = () => DecoderProcess;

export type DecoderAsked = { readonly id: number; readonly task: Task };
export type DecoderSaid = { readonly id: number; readonly answer: Answer };

export type DecoderOptions = {
  readonly start: StartDecoder;
  /** Tasks under way at once; what waits beyond them is safe from a process that dies. */
  readonly most: number;
  /** A process that has had nothing to do for so long is ended. */
  readonly idleMs: number;
};

type Job = {
  readonly id: number;
  readonly task: Task;
  readonly settle: (answer: Answer) => void;
  /** How many processes died while they had it. */
  deaths: number;
};

type Running = { readonly process: DecoderProcess; readonly jobs: Map<number, Job> };

const isSaid = (value: unknown): value is DecoderSaid =>
  typeof value === 'object' && value !== null && 'id' in value && 'answer' in value;

/** What the user waits for in front of the screen goes before what is prepared for a batch. */
const isUrgent = ({ kind }: Task): boolean => kind === 'thumbnail' || kind === 'best';

/**
 * Tasks by a process of their own. One that dies takes down what it had under way; each of those is tried once more,
 * alone, so that only the one that killed it is given up.
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
    for (const job of jobs) job.deaths += 1;
    for (const { settle } of jobs.filter(({ deaths }) => deaths > 1)) settle({ kind: 'broke' });
    waiting.unshift(...jobs.filter(({ deaths }) => deaths <= 1));
    next();
  };

  const hear = (one: Running, said: unknown): void => {
    if (!isSaid(said)) return;
    const job = one.jobs.get(said.id);
    if (!job) return;
    one.jobs.delete(said.id);
    job.settle(said.answer);
    next();
    if (running === one && one.jobs.size === 0) rest(one);
  };

  const hire = (): Running => {
    const one: Running = { process: start(), jobs: new Map() };
    one.process.onSaid((said) => hear(one, said));
    one.process.onEnd(() => ended(one));
    running = one;
    return one;
  };

  /** One that a process died with has the next to itself. */
  const hasRoom = (jobs: readonly Job[], job: Job): boolean =>
    jobs.length === 0 || (jobs.length < most && job.deaths === 0 && jobs.every(({ deaths }) => deaths === 0));

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
        const job: Job = { id: lastId, task, settle: resolve, deaths: 0 };
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
