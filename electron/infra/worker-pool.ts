import { failed, success, type Result } from '../../shared/result.ts';

/** A message to a worker: a task with its id. */
export type PostedTask<Task> = { readonly id: number; readonly task: Task };
export type WorkerMessage<Value> =
  | { readonly id: number; readonly done: Value }
  /** An error with its codes, which structured cloning would lose. */
  | { readonly id: number; readonly broke: { readonly message: string } }
  /** Only work on other threads remains, so the next task may start. */
  | { readonly id: number; readonly leavesRoom: true }
  /** The task needs this memory on top of its limit, in bytes. */
  | { readonly id: number; readonly needsBytes: number };

/**
 * Why a task has no result: its worker ended (or the pool was closed), or ran out of memory, or the task was too
 * slow.
 */
type WorkerEnd = 'ended' | 'out-of-memory' | 'took-too-long';

/** A thread or a separate process that handles tasks. */
export type PoolWorker = {
  readonly send: (posted: PostedTask<unknown>) => void;
  readonly onMessage: (listener: (message: unknown) => void) => void;
  readonly onEnd: (listener: (reason: WorkerEnd) => void) => void;
  /** Whether it keeps this process alive. */
  readonly hold: (holds: boolean) => void;
  readonly end: () => Promise<unknown> | void;
};

/** Watches a task while it runs. */
export type TaskGuard = {
  /** Raises the limit of memory, in bytes. */
  readonly grant: (bytes: number) => void;
  readonly stop: () => void;
};

/** Workers that start with the first task. */
export type WorkerPool<Task, Value> = {
  /** Rejects if the task throws in its worker. */
  readonly run: (task: Task) => Promise<Result<Value, WorkerEnd>>;
  readonly close: () => Promise<void>;
};

type WorkerPoolOptions<Task, Started extends PoolWorker> = {
  readonly start: () => Started;
  /** Maximum number of workers. Default: one. */
  readonly workers?: number;
  /** Maximum number of tasks that run in a worker at once. Default: any number. */
  readonly tasksEach?: number;
  /** Whether another task starts in a worker only after the running tasks have reported spare capacity. */
  readonly asksForRoom?: boolean;
  /**
   * How often a task is run if its worker ends. The task may not be the cause, so it is retried alone. Default:
   * once.
   */
  readonly tries?: number;
  /** A worker ends after this idle time, to free the memory of its code and caches. Null: only `close` ends it. */
  readonly idleMs: number | null;
  /** Whether a task precedes waiting ones. */
  readonly isUrgent?: (task: Task) => boolean;
  /** Whether one worker has this task and all others of which this is true. They wait for it. */
  readonly isBound?: (task: Task) => boolean;
  /** Watches a task. If it uses too much, it fails, and its worker is ended. */
  readonly guard?: (task: Task, worker: Started, onTooMuch: () => void) => TaskGuard;
};

type Job<Task, Value> = {
  readonly id: number;
  readonly task: Task;
  readonly resolve: (result: Result<Value, WorkerEnd>) => void;
  readonly reject: (error: unknown) => void;
  /** How many workers ended while they ran the task. */
  ends: number;
};
type Running<Task, Value> = {
  readonly job: Job<Task, Value>;
  readonly guard: TaskGuard | undefined;
  leavesRoom: boolean;
};
type Member<Task, Value, Started> = {
  readonly worker: Started;
  readonly running: Map<number, Running<Task, Value>>;
  /** Whether it has the bound tasks. */
  isOwner: boolean;
  idle: NodeJS.Timeout | undefined;
};

const isMessage = <Value>(message: unknown): message is WorkerMessage<Value> =>
  typeof message === 'object' && message !== null && 'id' in message;

/**
 * Runs tasks in workers. If a worker ends, only the task that caused it fails. Its other tasks are run again if
 * `tries` allows it.
 */
export const createWorkerPool = <Task, Value, Started extends PoolWorker = PoolWorker>({
  start,
  workers = 1,
  tasksEach = Infinity,
  asksForRoom = false,
  tries = 1,
  idleMs,
  isUrgent = () => false,
  isBound = () => false,
  guard,
}: WorkerPoolOptions<Task, Started>): WorkerPool<Task, Value> => {
  type Each = Member<Task, Value, Started>;
  const waiting: Job<Task, Value>[] = [];
  const members = new Set<Each>();
  let lastId = 0;

  const take = (member: Each, id: number): Job<Task, Value> | undefined => {
    const found = member.running.get(id);
    found?.guard?.stop();
    member.running.delete(id);
    return found?.job;
  };

  /** Ends a worker and returns its jobs, which have no result yet. */
  const dismiss = (member: Each): { readonly jobs: Job<Task, Value>[]; readonly ended: unknown } => {
    members.delete(member);
    clearTimeout(member.idle);
    const jobs = [...member.running.keys()].flatMap((id) => take(member, id) ?? []);
    return { jobs, ended: member.worker.end() };
  };

  const ended = (member: Each, reason: WorkerEnd): void => {
    if (!members.has(member)) return;
    const { jobs } = dismiss(member);
    for (const job of jobs) job.ends += 1;
    waiting.unshift(...jobs.filter(({ ends }) => ends < tries));
    for (const { ends, resolve } of jobs) if (ends >= tries) resolve(failed(reason));
    next();
  };

  const stopGuilty = (member: Each, id: number): void => {
    const guilty = take(member, id);
    if (!guilty) return;
    waiting.unshift(...dismiss(member).jobs);
    guilty.resolve(failed('took-too-long'));
    next();
  };

  const rest = (member: Each): void => {
    member.worker.hold(false);
    if (idleMs === null) return;
    member.idle = setTimeout(() => dismiss(member), idleMs);
    member.idle.unref();
  };

  const receive = (member: Each, message: unknown): void => {
    const running = isMessage<Value>(message) ? member.running.get(message.id) : undefined;
    if (!running || !isMessage<Value>(message)) return;
    if ('leavesRoom' in message) running.leavesRoom = true;
    else if ('needsBytes' in message) running.guard?.grant(message.needsBytes);
    else {
      take(member, message.id);
      if ('done' in message) running.job.resolve(success(message.done));
      else running.job.reject(Object.assign(new Error(message.broke.message), message.broke));
    }
    next();
    if (members.has(member) && member.running.size === 0) rest(member);
  };

  const startMember = (): Each => {
    const member: Each = { worker: start(), running: new Map(), isOwner: false, idle: undefined };
    member.worker.onMessage((message) => receive(member, message));
    member.worker.onEnd((reason) => ended(member, reason));
    members.add(member);
    return member;
  };

  const startJob = (member: Each, job: Job<Task, Value>): void => {
    clearTimeout(member.idle);
    member.isOwner ||= isBound(job.task);
    member.worker.hold(true);
    const watching = guard?.(job.task, member.worker, () => stopGuilty(member, job.id));
    member.running.set(job.id, { job, guard: watching, leavesRoom: false });
    try {
      member.worker.send({ id: job.id, task: job.task });
    } catch (error) {
      take(member, job.id)?.reject(error);
      if (member.running.size === 0) rest(member);
    }
  };

  const hasRoom = ({ running }: Each, { ends }: Job<Task, Value>): boolean =>
    running.size === 0 ||
    (running.size < tasksEach &&
      ends === 0 &&
      [...running.values()].every(({ job, leavesRoom }) => job.ends === 0 && (leavesRoom || !asksForRoom)));

  const freeFor = (job: Job<Task, Value>): Each | undefined =>
    [...members].find(({ running }) => running.size === 0) ??
    (members.size < workers ? startMember() : [...members].find((member) => hasRoom(member, job)));

  const memberFor = (job: Job<Task, Value>): Each | undefined => {
    const owner = isBound(job.task) ? [...members].find(({ isOwner }) => isOwner) : undefined;
    if (!owner) return freeFor(job);
    return hasRoom(owner, job) ? owner : undefined;
  };

  const next = (): void => {
    let at = 0;
    for (let job = waiting[at]; job; job = waiting[at]) {
      const member = memberFor(job);
      if (member) {
        waiting.splice(at, 1);
        startJob(member, job);
      } else if (isBound(job.task)) at += 1;
      else return;
    }
  };

  return {
    run: (task) =>
      new Promise((resolve, reject) => {
        lastId += 1;
        const job = { id: lastId, task, resolve, reject, ends: 0 };
        if (isUrgent(task)) waiting.unshift(job);
        else waiting.push(job);
        next();
      }),
    close: async () => {
      const dismissed = [...members].map(dismiss);
      const jobs = [...waiting.splice(0), ...dismissed.flatMap((one) => one.jobs)];
      for (const { resolve } of jobs) resolve(failed('ended'));
      await Promise.all(dismissed.map((one) => one.ended));
    },
  };
};
